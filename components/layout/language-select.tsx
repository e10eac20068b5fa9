"use client";

import { useOptimistic } from "react";
import { useTexts } from "#texts";
import type { ActionResult } from "@/lib/core/action-result";
import { Select } from "../ui/select";
import { useAction } from "../ui/use-action";
import type { LanguageOffer } from "./language-offer";

/** Chooses the language of the pages, which the server then renders again. */
export function LanguageSelect({
  offered,
  chosen,
  byBrowser,
  save,
  className,
}: LanguageOffer & {
  save: (language: string | null) => Promise<ActionResult>;
  className?: string | undefined;
}) {
  const t = useTexts("common.language");
  const { run } = useAction();
  const [shown, show] = useOptimistic<string | null>(chosen);
  return (
    <Select
      aria-label={t("label")}
      className={className}
      value={shown ?? ""}
      onChange={({ target: { value } }) =>
        run(() => {
          show(value);
          return save(value || null);
        })
      }
    >
      <option value="">{t("byBrowser", { language: byBrowser })}</option>
      {offered.map(({ language, name }) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </Select>
  );
}

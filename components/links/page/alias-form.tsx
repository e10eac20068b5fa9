"use client";

import { type FormEvent, useRef, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { Plus } from "@/components/ui/icons";
import { problemOf, type Refused } from "@/lib/core/action-result";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { showToast } from "../../ui/toast";
import { answerOf } from "../../ui/use-action";
import { useRefusal } from "../../ui/use-refusal";
import { formerUse } from "../form/former-use";
import { SlugInput } from "../form/slug-input";

/** A field for a further short link of a link. */
export default function AliasForm({ slug, focusId }: { slug: string; focusId: string }) {
  const t = useTexts("links.aliases");
  const actions = useDashboardActions();
  const viewer = useViewer();
  const texts = useTexts("form.quick");
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, start] = useTransition();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    start(async () => {
      const warning = await formerUse(typed.trim(), viewer, texts).catch(() => "");
      const result = await answerOf(actions.editAliases(slug, { add: typed.trim() }));
      setRefused(result.ok ? null : result);
      if (!result.ok) return;
      setTyped("");
      showToast([t("added", { slug: typed.trim() }), warning].filter(Boolean).join(". "));
    });
  };
  const form = useRef<HTMLFormElement>(null);
  const message = useRefusal(form, refused);
  const problem = problemOf(refused, refused?.problems[0]?.path ?? "") ?? message;
  return (
    <form ref={form} onSubmit={add} noValidate className="flex items-start gap-2">
      <Field label={t("newAlias")} error={problem} className="max-w-[420px] flex-1">
        {(control) => (
          <span className="flex gap-2 max-sm:flex-wrap">
            <SlugInput
              {...control}
              data-focus={focusId}
              // It appears when its button is pressed.
              autoFocus
              name="alias"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" pending={pending}>
              <Plus aria-hidden className="size-4" />
              {t("add")}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}

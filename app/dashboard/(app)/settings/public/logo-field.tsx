"use client";

import { useRef, useState } from "react";
import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { SettingField } from "./setting-field";

/** As `mostLogoBytes` on the server, which decides. */
const mostBytes = 102_400;

/** A picture file, sent as a `data:` URL in a field of text. */
export function LogoField({
  field: { name, label, hint, value, isGiven },
  error,
}: {
  field: SettingField;
  error: string | undefined;
}) {
  const t = useTexts("settings.form");
  const [chosen, setChosen] = useState({ of: value, url: value });
  const [problem, setProblem] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  // Once saved, the server's sanitised logo is shown.
  const url = chosen.of === value ? chosen.url : value;
  const choose = async (picture: File | undefined) => {
    if (!picture) return;
    if (picture.size > mostBytes)
      return setProblem(t("logoTooLarge", { size: t.amount(100, "kilobyte") }));
    try {
      setChosen({ of: value, url: await dataUrlOf(picture) });
      setProblem(undefined);
    } catch {
      setProblem(t("logoUnreadable"));
    }
  };
  return (
    <Field label={label} hint={hint} error={problem ?? error}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          {url !== "" && (
            <img
              src={url}
              alt={t("chosenLogo")}
              className="h-10 max-w-48 object-contain object-left"
            />
          )}
          <Button
            id={control.id}
            aria-describedby={control["aria-describedby"]}
            aria-invalid={control["aria-invalid"]}
            aria-label={t("chooseLogo")}
            disabled={isGiven}
            onClick={() => file.current?.click()}
          >
            {t("chooseFile")}
          </Button>
          <input
            ref={file}
            type="file"
            aria-label={t("logoFile")}
            hidden
            accept=".svg,.png,image/svg+xml,image/png"
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              // So that the same file can be chosen again.
              target.value = "";
            }}
          />
          {!isGiven && url !== value && <input type="hidden" name={name} value={url} />}
          {url !== "" && !isGiven && (
            <Button
              variant="ghost"
              onClick={() => {
                setChosen({ of: value, url: "" });
                // This button goes away, so the focus moves to its opposite.
                document.getElementById(control.id)?.focus();
              }}
            >
              {t("removeLogo")}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

/** Typed by its name, because some systems know no type for SVG. */
function dataUrlOf(file: File): Promise<string> {
  const typed = new Blob([file], {
    type: /\.png$/i.test(file.name) ? "image/png" : "image/svg+xml",
  });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(typed);
  });
}

"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { useTexts } from "#texts";
import { useViewer } from "../../layout/viewer-context";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import { Kbd } from "../../ui/kbd";

/**
 * The title, which may be taken over from the destination's page. A press does it, or Tab in the
 * empty field.
 */
export function TitleField({
  value,
  theirs,
  error,
  onChange,
}: {
  value: string;
  /** The title of the page; null while it is not known. */
  theirs: string | null;
  error: string | undefined;
  onChange: (title: string) => void;
}) {
  const t = useTexts("form.title");
  const { shortcuts } = useViewer();
  const input = useRef<HTMLInputElement>(null);
  /** What was taken last. Whoever clears it again does not want it: Tab then only moves on. */
  const [taken, setTaken] = useState<string | null>(null);
  const offer = value === "" ? theirs : null;
  const byTab = shortcuts && offer !== taken;

  const take = (title: string) => {
    setTaken(title);
    onChange(title);
    input.current?.focus();
    // Selected, so that typing replaces it. By then the field has its new value.
    requestAnimationFrame(() => input.current?.select());
  };
  const takeByTab = (event: KeyboardEvent) => {
    if (
      event.key !== "Tab" ||
      event.shiftKey ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      !offer ||
      !byTab
    )
      return;
    event.preventDefault();
    take(offer);
  };

  const suggestion = offer && (
    <button
      type="button"
      className={cn(chipStyle({ size: "tiny" }), "ms-auto min-w-0 shrink gap-1.5")}
      onClick={() => take(offer)}
    >
      <span className="truncate">{t("use", { title: offer })}</span>
      {byTab && (
        <Kbd aria-hidden className="max-sm:hidden">
          Tab
        </Kbd>
      )}
    </button>
  );

  return (
    <>
      <Field label={t("label")} optional aside={suggestion} error={error}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="title"
            value={value}
            placeholder={t("hint")}
            autoComplete="off"
            onKeyDown={takeByTab}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {offer
          ? t(byTab ? "offerTab" : "offer", { title: offer })
          : taken && value === taken && t("taken")}
      </p>
    </>
  );
}

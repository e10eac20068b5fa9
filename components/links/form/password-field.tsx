"use client";

import { useRef } from "react";
import { useTexts } from "#texts";
import { longestPassword } from "@/lib/core/link-extras";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Input } from "../../ui/input";
import type { MoreDraft } from "./more-draft";
import { Warning } from "./small-fields";

/** The password of a link. That of an existing link is never shown. */
export function PasswordField({
  more,
  error,
  onChange,
}: {
  more: MoreDraft;
  error: string | undefined;
  onChange: (changes: Partial<MoreDraft>) => void;
}) {
  const t = useTexts("form.password");
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field
      label={more.hasPassword ? t("new") : t("title")}
      error={error}
      hint={<PasswordHint more={more} />}
    >
      {(control) => (
        <span className="flex items-center gap-2">
          <Input
            {...control}
            ref={input}
            type="text"
            name="link-password"
            autoComplete="off"
            spellCheck={false}
            maxLength={longestPassword}
            value={more.password}
            onChange={(event) => onChange({ password: event.target.value })}
          />
          {more.hasPassword && (
            <Button
              aria-label={t("removeLabel")}
              className="shrink-0"
              onClick={() => {
                onChange({ hasPassword: false, password: "" });
                // The button disappears, and with it the focus.
                input.current?.focus();
              }}
            >
              {t("remove")}
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}

function PasswordHint({ more: { password, hasPassword, lostPassword } }: { more: MoreDraft }) {
  const t = useTexts("form.password");
  if (hasPassword) return t("current");
  if (password !== "" || lostPassword == null) return t("note");
  return (
    <Warning>{lostPassword === "" ? t("lost") : t("notCopied", { slug: lostPassword })}</Warning>
  );
}

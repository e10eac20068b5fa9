"use client";

import { useRef } from "react";
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
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field
      label={more.hasPassword ? "New password" : "Password"}
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
              aria-label="Remove password"
              className="shrink-0 max-sm:h-11"
              onClick={() => {
                onChange({ hasPassword: false, password: "" });
                // The button disappears, and with it the focus.
                input.current?.focus();
              }}
            >
              Remove
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}

function PasswordHint({ more: { password, hasPassword, lostPassword } }: { more: MoreDraft }) {
  if (hasPassword) return "Visitors are asked for the current one.";
  if (password !== "" || lostPassword == null)
    return "Visitors are asked for it first, and see nothing before.";
  return (
    <Warning>
      {lostPassword === ""
        ? "Type the password again: it was not saved"
        : `The password of /${lostPassword} is not copied`}
    </Warning>
  );
}

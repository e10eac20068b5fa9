"use client";

import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { NoAnswerTexts } from "@/components/ui/use-action";
import { useFormAction } from "@/components/ui/use-form-action";
import { problemOf } from "@/lib/core/action-result";
import { submitSharePassword } from "./actions";

export function PasswordForm({
  token,
  label,
  button,
  texts,
}: {
  token: string;
  label: string;
  button: string;
  texts: NoAnswerTexts;
}) {
  const { form, state, message, pending } = useFormAction(submitSharePassword, undefined, {
    texts,
  });
  return (
    <form {...form} className="mt-4 flex max-w-[344px] flex-col gap-4 text-text">
      <input type="hidden" name="token" value={token} />
      <Field label={label} error={problemOf(state, "password")}>
        {(control) => (
          <Input
            {...control}
            type="password"
            name="password"
            autoComplete="off"
            required
            autoFocus
          />
        )}
      </Field>
      <FormMessage text={message} />
      <Button variant="primary" type="submit" className="h-10 max-sm:h-11" pending={pending}>
        {button}
      </Button>
    </form>
  );
}

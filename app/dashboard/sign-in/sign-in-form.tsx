"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { code } from "@/components/texts/tags";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { useFormAction } from "@/components/ui/use-form-action";
import { problemOf, typedInto } from "@/lib/core/action-result";
import { submitSignIn } from "./actions";

interface Props {
  next: string;
  /** Why signing in will fail, shown until the first attempt. */
  problem: string | undefined;
  /** What makes a link for a forgotten password. */
  resetCommand: string;
}

export function SignInForm({ next, problem, resetCommand }: Props) {
  const t = useTexts("signIn");
  const { form, state, message, pending } = useFormAction(submitSignIn);
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <Field label={t("email")} error={problemOf(state, "email")}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            defaultValue={typedInto(state, "email")}
            required
            autoFocus
          />
        )}
      </Field>
      <Field label={t("password")} error={problemOf(state, "password")}>
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="current-password" required />
        )}
      </Field>
      <FormMessage text={state === null ? problem : message} />
      <Button variant="primary" type="submit" className="h-10" pending={pending}>
        {t("submit")}
      </Button>
      <p className="text-pretty text-secondary text-small">
        {t.rich("forgotten", { command: resetCommand, code })}
      </p>
    </form>
  );
}

"use client";

import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { useFormAction } from "@/components/ui/use-form-action";
import { messageOf, problemOf, typedInto } from "@/lib/core/action-result";
import { submitSignIn } from "./actions";

interface Props {
  next: string;
  /** Why signing in will fail, shown until the first attempt. */
  problem: string | undefined;
  /** What makes a link for a forgotten password. */
  resetCommand: string;
}

export function SignInForm({ next, problem, resetCommand }: Props) {
  const { form, state, pending } = useFormAction(submitSignIn);
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <Field label="Email" error={problemOf(state, "email")}>
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
      <Field label="Password" error={problemOf(state, "password")}>
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="current-password" required />
        )}
      </Field>
      <FormMessage text={state === null ? problem : messageOf(state)} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {pending ? "Signing in" : "Sign in"}
      </Button>
      <p className="text-pretty text-secondary text-small">
        Forgot your password? Run <code className="mono">{resetCommand}</code> on the server, or ask
        another owner.
      </p>
    </form>
  );
}

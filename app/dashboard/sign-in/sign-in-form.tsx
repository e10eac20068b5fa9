"use client";

import { useActionState } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { submitSignIn } from "./actions";

export function SignInForm({ next }: { next: string }) {
  const [result, submit, pending] = useActionState(submitSignIn, {});
  return (
    <form action={submit} className="mt-6 flex flex-col gap-4" noValidate>
      <input type="hidden" name="next" value={next} />
      <Field label="Email" error={result.problems?.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            defaultValue={result.values?.email}
            required
            autoFocus
          />
        )}
      </Field>
      <Field label="Password" error={result.problems?.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      <FormMessage text={result.message} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {pending ? "Signing in" : "Sign in"}
      </Button>
    </form>
  );
}

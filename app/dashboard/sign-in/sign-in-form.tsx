"use client";

import { useActionState } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { messageOf, problemOf, typedInto } from "@/lib/core/action-result";
import { submitSignIn } from "./actions";

export function SignInForm({ next }: { next: string }) {
  const [state, submit, pending] = useActionState(submitSignIn, null);
  return (
    <form action={submit} className="mt-6 flex flex-col gap-4" noValidate>
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
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      <FormMessage text={messageOf(state)} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {pending ? "Signing in" : "Sign in"}
      </Button>
    </form>
  );
}

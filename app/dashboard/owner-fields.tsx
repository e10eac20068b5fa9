import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { type FormState, problemOf, typedInto } from "@/lib/core/action-result";
import { passwordLength } from "@/lib/core/owner-schema";

/** The fields of a new owner: email, name and password. */
export function OwnerFields({ state }: { state: FormState<unknown> }) {
  return (
    <>
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
          />
        )}
      </Field>
      <Field label="Name" optional error={problemOf(state, "name")}>
        {(control) => <Input {...control} name="name" autoComplete="name" defaultValue={typedInto(state, "name")} />}
      </Field>
      <Field label="Password" error={problemOf(state, "password")} hint={`At least ${passwordLength.least} characters. A short phrase works well.`}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required />}
      </Field>
    </>
  );
}

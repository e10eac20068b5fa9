import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { passwordLength } from "@/lib/core/owner-schema";
import type { FormResult } from "./form-result";

/** The fields of a new owner: email, name and password. */
export function OwnerFields({ result: { problems, values } }: { result: FormResult }) {
  return (
    <>
      <Field label="Email" error={problems?.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            defaultValue={values?.email}
            required
          />
        )}
      </Field>
      <Field label="Name" optional error={problems?.name}>
        {(control) => <Input {...control} name="name" autoComplete="name" defaultValue={values?.name} />}
      </Field>
      <Field label="Password" error={problems?.password} hint={`At least ${passwordLength.least} characters. A short phrase works well.`}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required />}
      </Field>
    </>
  );
}

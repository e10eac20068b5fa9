import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { passwordLength } from "@/lib/core/owner-schema";
import type { FormResult } from "./form-result";

/** What a new owner says: e-mail, name and password. */
export function OwnerFields({ result: { problems, values } }: { result: FormResult }) {
  return (
    <>
      <Field label="E-mail" error={problems?.email}>
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
      <Field label="Password" error={problems?.password} hint={`${passwordLength.least} characters or more. A few words are good.`}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required />}
      </Field>
    </>
  );
}

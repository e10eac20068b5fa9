import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { type FormState, problemOf, typedInto } from "@/lib/core/action-result";
import { passwordLength } from "@/lib/core/owner-schema";

/** The fields of a new owner: email, name and password. `email` fills the first one in. */
export function OwnerFields({
  state,
  email,
  autoFocus = false,
}: {
  state: FormState<unknown>;
  email?: string | undefined;
  autoFocus?: boolean;
}) {
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
            defaultValue={typedInto(state, "email") ?? email}
            required
            autoFocus={autoFocus}
          />
        )}
      </Field>
      <Field label="Name" optional error={problemOf(state, "name")}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            defaultValue={typedInto(state, "name")}
          />
        )}
      </Field>
      <NewPasswordField state={state} label="Password" />
    </>
  );
}

export function NewPasswordField({
  state,
  label,
  autoFocus = false,
}: {
  state: FormState<unknown>;
  label: string;
  autoFocus?: boolean;
}) {
  return (
    <Field
      label={label}
      error={problemOf(state, "password")}
      hint={`At least ${passwordLength.least} characters. A short phrase works well.`}
    >
      {(control) => (
        <PasswordInput
          {...control}
          name="password"
          autoComplete="new-password"
          required
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

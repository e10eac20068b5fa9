import { useTexts } from "#texts";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { type FormState, problemOf, typedInto } from "@/lib/core/action-result";
import { passwordLength } from "@/lib/core/password-length";

/** The fields of a new owner: email, name and password. `email`: the only one that is accepted. */
export function OwnerFields({
  state,
  email,
  autoFocus = false,
}: {
  state: FormState<unknown>;
  email?: string | undefined;
  autoFocus?: boolean;
}) {
  const t = useTexts("signIn");
  const isFixed = email !== undefined;
  return (
    <>
      <Field
        label={t("email")}
        hint={isFixed && t("fields.forAddress")}
        error={problemOf(state, "email")}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            spellCheck={false}
            defaultValue={email ?? typedInto(state, "email")}
            readOnly={isFixed}
            required
            autoFocus={autoFocus && !isFixed}
          />
        )}
      </Field>
      <Field label={t("fields.name")} optional error={problemOf(state, "name")}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            defaultValue={typedInto(state, "name")}
            autoFocus={autoFocus && isFixed}
          />
        )}
      </Field>
      <NewPasswordField state={state} label={t("password")} />
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
  const t = useTexts("signIn.fields");
  return (
    <Field
      label={label}
      error={problemOf(state, "password")}
      hint={t("passwordHint", { least: passwordLength.least })}
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

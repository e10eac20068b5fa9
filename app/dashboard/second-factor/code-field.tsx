import { useTexts } from "#texts";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/**
 * The six digits that an authenticator app shows. Browsers and phones offer them from messages and
 * password managers.
 */
export function CodeField({
  error,
  autoFocus = false,
}: {
  error: string | undefined;
  autoFocus?: boolean;
}) {
  const t = useTexts("signIn.factor");
  return (
    <Field label={t("code")} hint={t("codeHint")} error={error}>
      {(control) => (
        <Input
          {...control}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          inputClassName="mono"
          spellCheck={false}
          maxLength={20}
          required
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

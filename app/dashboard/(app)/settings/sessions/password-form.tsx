"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { useFormAction } from "@/components/ui/use-form-action";
import { problemOf } from "@/lib/core/action-result";
import { submitPassword } from "./actions";

export function PasswordForm({ email, leastLength }: { email: string; leastLength: number }) {
  const t = useTexts("account.sessions");
  const { form, state, message, pending } = useFormAction(submitPassword);
  return (
    <Card className="mt-2">
      <CardHead>
        <CardTitle>{t("changePassword")}</CardTitle>
      </CardHead>
      <form
        {...form}
        className="flex max-w-[400px] flex-col gap-4 px-(--space-pad) pb-(--space-pad)"
      >
        {/* Password managers use this field to match the account. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={t("currentPassword")} error={problemOf(state, "currentPassword")}>
          {(control) => (
            <PasswordInput
              {...control}
              name="currentPassword"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        <Field
          label={t("newPassword")}
          error={problemOf(state, "newPassword")}
          hint={t("newPasswordHint", { least: leastLength })}
        >
          {(control) => (
            <PasswordInput {...control} name="newPassword" autoComplete="new-password" required />
          )}
        </Field>
        <FormMessage text={message} />
        <FormMessage good text={state?.ok ? t("passwordChanged") : undefined} />
        <Button type="submit" className="self-start" pending={pending}>
          {t("changePassword")}
        </Button>
      </form>
    </Card>
  );
}

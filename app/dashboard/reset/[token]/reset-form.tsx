"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { useFormAction } from "@/components/ui/use-form-action";
import { NewPasswordField } from "../../owner-fields";
import { submitReset } from "./actions";

export function ResetForm({ secret, email }: { secret: string; email: string }) {
  const t = useTexts("signIn");
  const { form, state, message, pending } = useFormAction(submitReset);
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      <input type="hidden" name="secret" value={secret} />
      {/* Password managers use this field to match the account. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField state={state} label={t("fields.newPassword")} autoFocus />
      <FormMessage text={message} />
      <Button variant="primary" type="submit" className="h-10" pending={pending}>
        {t("reset.submit")}
      </Button>
    </form>
  );
}

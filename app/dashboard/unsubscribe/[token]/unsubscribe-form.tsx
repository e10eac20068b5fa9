"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { useFormAction } from "@/components/ui/use-form-action";
import { submitUnsubscribe } from "./actions";

export function UnsubscribeForm({ token, name }: { token: string; name: string }) {
  const t = useTexts("signIn.unsubscribe");
  const { form, message, pending } = useFormAction(submitUnsubscribe);
  return (
    <form {...form} className="mt-3 flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <p className="text-secondary [overflow-wrap:anywhere]">{t("note", { name })}</p>
      <FormMessage text={message} />
      <Button variant="primary" type="submit" className="h-10" pending={pending}>
        {t("action")}
      </Button>
    </form>
  );
}

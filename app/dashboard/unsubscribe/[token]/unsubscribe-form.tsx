"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { useFormAction } from "@/components/ui/use-form-action";
import { messageOf } from "@/lib/core/action-result";
import { submitUnsubscribe } from "./actions";

export function UnsubscribeForm({ token, name }: { token: string; name: string }) {
  const t = useTexts("signIn.unsubscribe");
  const { form, state, pending } = useFormAction(submitUnsubscribe);
  return (
    <form {...form} className="mt-3 flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <p className="text-secondary [overflow-wrap:anywhere]">{t("note", { name })}</p>
      <FormMessage text={messageOf(state)} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {t("action")}
      </Button>
    </form>
  );
}

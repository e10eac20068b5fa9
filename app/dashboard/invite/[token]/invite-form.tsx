"use client";

import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { useFormAction } from "@/components/ui/use-form-action";
import { OwnerFields } from "../../owner-fields";
import { submitInvite } from "./actions";

export function InviteForm({ secret, email }: { secret: string; email: string | undefined }) {
  const t = useTexts("signIn.invitation");
  const { form, state, message, pending } = useFormAction(submitInvite);
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      {/* A field, not a bound argument: without JavaScript, Next never answers a rejected form whose action has bound arguments. */}
      <input type="hidden" name="secret" value={secret} />
      <OwnerFields state={state} email={email} autoFocus />
      <FormMessage text={message} />
      <Button variant="primary" type="submit" className="h-10" pending={pending}>
        {t("accept")}
      </Button>
    </form>
  );
}

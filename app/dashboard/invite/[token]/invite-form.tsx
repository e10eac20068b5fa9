"use client";

import { useActionState } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { messageOf } from "@/lib/core/action-result";
import { OwnerFields } from "../../owner-fields";
import { submitInvite } from "./actions";

export function InviteForm({ secret }: { secret: string }) {
  const [state, submit, pending] = useActionState(submitInvite, null);
  return (
    <form action={submit} className="mt-6 flex flex-col gap-4" noValidate>
      {/* A field, not a bound argument: without JavaScript, Next never answers a rejected form whose action has bound arguments. */}
      <input type="hidden" name="secret" value={secret} />
      <OwnerFields state={state} />
      <FormMessage text={messageOf(state)} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {pending ? "Creating account" : "Become an owner"}
      </Button>
    </form>
  );
}

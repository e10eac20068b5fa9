"use client";

import { useActionState } from "react";
import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { OwnerFields } from "../../owner-fields";
import { submitInvite } from "./actions";

export function InviteForm({ secret }: { secret: string }) {
  const [result, submit, pending] = useActionState(submitInvite, {});
  return (
    <form action={submit} className="mt-6 flex flex-col gap-4" noValidate>
      {/* Not bound to the action: without a script Next would never answer a form that is refused. */}
      <input type="hidden" name="secret" value={secret} />
      <OwnerFields result={result} />
      <FormMessage text={result.message} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {pending ? "Joining" : "Become an owner"}
      </Button>
    </form>
  );
}

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
      {/* A field, not a bound argument: without JavaScript, Next never answers a rejected form whose action has bound arguments. */}
      <input type="hidden" name="secret" value={secret} />
      <OwnerFields result={result} />
      <FormMessage text={result.message} />
      <Button variant="primary" type="submit" className="h-10" disabled={pending}>
        {pending ? "Creating account" : "Become an owner"}
      </Button>
    </form>
  );
}

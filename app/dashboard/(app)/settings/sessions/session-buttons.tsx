"use client";

import { FormMessage } from "@/components/layout/form-message";
import { Button } from "@/components/ui/button";
import { LogOut } from "@/components/ui/icons";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { useFormAction } from "@/components/ui/use-form-action";
import { messageOf } from "@/lib/core/action-result";
import { endOtherSessions, endSession, leave } from "./actions";

export function EndSession({ id, name }: { id: string; name: string }) {
  const { run, pending } = useAction();
  const end = () =>
    run(
      () => endSession(id),
      () => showToast(<>Signed {name} out</>),
    );
  return (
    <Button size="small" aria-label={`Sign out ${name}`} disabled={pending} onClick={end}>
      Sign out
    </Button>
  );
}

export function EndOtherSessions() {
  const { run, pending } = useAction();
  const end = () => run(endOtherSessions, () => showToast("Signed out everywhere else"));
  return (
    <Button disabled={pending} onClick={end}>
      Sign out everywhere else
    </Button>
  );
}

/** Works without JavaScript, too. */
export function SignOut() {
  const { form, state, pending } = useFormAction(leave);
  return (
    <form {...form}>
      <Button type="submit" disabled={pending}>
        <LogOut aria-hidden className="size-4" />
        Sign out
      </Button>
      <FormMessage text={messageOf(state)} />
    </form>
  );
}

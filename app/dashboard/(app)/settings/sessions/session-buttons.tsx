"use client";

import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
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
  return (
    <form action={leave}>
      <Button type="submit">
        <LogOut aria-hidden className="size-4" />
        Sign out
      </Button>
    </form>
  );
}

"use client";

import { LogOut } from "lucide-react";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { endOtherSessions, endSession, leave } from "./actions";

export function EndSession({ id, name }: { id: string; name: string }) {
  const [pending, start] = useTransition();
  const act = () =>
    start(async () => {
      await endSession(id);
      showToast(<>Signed {name} out</>);
    });
  return (
    <Button size="small" aria-label={`Sign out ${name}`} disabled={pending} onClick={act}>
      Sign out
    </Button>
  );
}

export function EndOtherSessions() {
  const [pending, start] = useTransition();
  const act = () =>
    start(async () => {
      await endOtherSessions();
      showToast("Signed out everywhere else");
    });
  return (
    <Button disabled={pending} onClick={act}>
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

"use client";

import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { restoreToken, revokeToken } from "./actions";

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const [pending, start] = useTransition();
  const undo = async () => {
    if (await restoreToken(id)) showToast(<>{name} works again</>);
    else showToast(<>Too late to undo. Create a new token.</>, { failed: true });
  };
  const revoke = () =>
    start(async () => {
      await revokeToken(id);
      showToast(<>Revoked {name}</>, { undo: () => void undo() });
    });
  return (
    <Button size="small" aria-label={`Revoke ${name}`} disabled={pending} onClick={revoke}>
      Revoke
    </Button>
  );
}

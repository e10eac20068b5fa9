"use client";

import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { restoreToken, revokeToken } from "./actions";

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const { run, pending } = useAction();
  const undo = () =>
    run(
      () => restoreToken(id),
      (isRestored) =>
        isRestored
          ? showToast(<>{name} works again</>)
          : showToast(<>Too late to undo. Create a new token.</>, { failed: true }),
    );
  const revoke = () =>
    run(
      () => revokeToken(id),
      () => showToast(<>Revoked {name}</>, { undo }),
    );
  return (
    <Button size="small" aria-label={`Revoke ${name}`} disabled={pending} onClick={revoke}>
      Revoke
    </Button>
  );
}

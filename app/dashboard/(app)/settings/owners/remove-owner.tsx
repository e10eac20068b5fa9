"use client";

import { useState, useTransition } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { answerOf } from "@/components/ui/use-action";
import { remove } from "./actions";

export function RemoveOwner({ id, email }: { id: string; email: string }) {
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const [pending, start] = useTransition();
  const confirm = () =>
    start(async () => {
      const result = await answerOf(remove(id));
      setError(result.ok ? undefined : result.message);
      if (result.ok) setOpen(false);
    });
  return (
    <>
      <Button size="small" aria-label={`Remove ${email}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Remove ${email}`}
        action="Remove owner"
        keep="Cancel"
        error={error}
        pending={pending}
        onConfirm={confirm}
      >
        They are signed out everywhere and cannot sign in again. Their links and API tokens keep working. Revoke any tokens they should no longer use.
      </AlertDialog>
    </>
  );
}

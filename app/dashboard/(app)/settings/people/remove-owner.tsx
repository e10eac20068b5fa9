"use client";

import { useState, useTransition } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { answerOf, unknownOutcome } from "@/components/ui/use-action";
import { count } from "@/lib/core/format";
import type { OwnedAccess } from "@/lib/owners/owners";
import { remove } from "./actions";

export function RemoveOwner({ id, email, ends }: { id: string; email: string; ends: OwnedAccess }) {
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const [pending, start] = useTransition();
  const confirm = () =>
    start(async () => {
      const result = await answerOf(remove(id), unknownOutcome);
      setError(result.ok ? undefined : result.message);
      if (result.ok) setOpen(false);
    });
  const lines = whatEnds(ends);
  return (
    <>
      <Button size="small" aria-label={`Remove ${email}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Remove ${email}`}
        action="Remove"
        keep="Cancel"
        error={error}
        pending={pending}
        onConfirm={confirm}
      >
        <p>They can no longer sign in. The links they created keep working.</p>
        {lines.length > 0 && (
          <>
            <p className="mt-2">This ends at once:</p>
            <ul className="mt-1 list-disc ps-5">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
        {ends.apiTokens > 0 && (
          <p className="mt-2">
            Scripts that use their tokens stop. Create new tokens for those that must go on.
          </p>
        )}
      </AlertDialog>
    </>
  );
}

function whatEnds({ sessions, apiTokens, invites, resets }: OwnedAccess): string[] {
  return [
    sessions > 0 && count(sessions, "session"),
    apiTokens > 0 && `${count(apiTokens, "API token")} that they created`,
    invites > 0 && `${count(invites, "pending invitation")} that they sent`,
    resets > 0 && `${count(resets, "link")} to reset the password of another person`,
  ].filter((line) => line !== false);
}

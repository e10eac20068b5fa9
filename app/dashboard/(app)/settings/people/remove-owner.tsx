"use client";

import { useState, useTransition } from "react";
import { useTexts } from "#texts";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { answerOf, unknownOutcome } from "@/components/ui/use-action";
import type { OwnedAccess } from "@/lib/owners/owners";
import type { Texts } from "@/lib/texts/translator";
import { remove } from "./actions";

export function RemoveOwner({ id, email, ends }: { id: string; email: string; ends: OwnedAccess }) {
  const t = useTexts("settings.people");
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string>();
  const [pending, start] = useTransition();
  const confirm = () =>
    start(async () => {
      const result = await answerOf(remove(id), unknownOutcome);
      setError(result.ok ? undefined : result.message);
      if (result.ok) setOpen(false);
    });
  const lines = whatEnds(ends, t);
  return (
    <>
      <Button size="small" aria-label={t("removeNamed", { email })} onClick={() => setOpen(true)}>
        {t("remove")}
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("removeNamed", { email })}
        action={t("remove")}
        keep={t("cancel")}
        error={error}
        pending={pending}
        onConfirm={confirm}
      >
        <p>{t("removeNote")}</p>
        {lines.length > 0 && (
          <>
            <p className="mt-2">{t("endsAtOnce")}</p>
            <ul className="mt-1 list-disc ps-5">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
        {ends.apiTokens > 0 && <p className="mt-2">{t("scriptsStop")}</p>}
      </AlertDialog>
    </>
  );
}

function whatEnds(
  { sessions, apiTokens, shares, invites, resets }: OwnedAccess,
  t: Texts<"settings.people">,
): string[] {
  return [
    sessions > 0 && t("endsSessions", { number: sessions }),
    apiTokens > 0 && t("endsTokens", { number: apiTokens }),
    shares > 0 && t("endsShares", { number: shares }),
    invites > 0 && t("endsInvitations", { number: invites }),
    resets > 0 && t("endsResets", { number: resets }),
  ].filter((line) => line !== false);
}

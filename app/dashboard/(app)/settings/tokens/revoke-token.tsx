"use client";

import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { restoreToken, revokeToken } from "./actions";

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const t = useTexts("settings.tokens");
  const { run, pending } = useAction();
  const undo = () =>
    run(
      () => restoreToken(id),
      (isRestored) =>
        isRestored ? showToast(t("restored", { name })) : showToast(t("tooLate"), { failed: true }),
    );
  const revoke = () =>
    run(
      () => revokeToken(id),
      () => showToast(t("revoked", { name }), { undo }),
    );
  return (
    <Button size="small" aria-label={t("revokeNamed", { name })} pending={pending} onClick={revoke}>
      {t("revoke")}
    </Button>
  );
}

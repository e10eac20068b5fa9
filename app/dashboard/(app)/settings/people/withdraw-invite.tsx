"use client";

import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { withdraw } from "./actions";

export function WithdrawInvite({ id }: { id: string }) {
  const t = useTexts("settings.people");
  const { run, pending } = useAction();
  const cancel = () =>
    run(
      () => withdraw(id),
      () => showToast(t("invitationCancelled")),
    );
  return (
    <Button size="small" pending={pending} onClick={cancel}>
      {t("withdraw")}
    </Button>
  );
}

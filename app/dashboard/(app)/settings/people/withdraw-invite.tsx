"use client";

import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { withdraw } from "./actions";

export function WithdrawInvite({ id }: { id: string }) {
  const { run, pending } = useAction();
  const cancel = () =>
    run(
      () => withdraw(id),
      () => showToast("Invitation cancelled"),
    );
  return (
    <Button size="small" disabled={pending} onClick={cancel}>
      Cancel invite
    </Button>
  );
}

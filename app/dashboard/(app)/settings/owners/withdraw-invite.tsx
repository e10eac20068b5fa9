"use client";

import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { withdraw } from "./actions";

export function WithdrawInvite({ id }: { id: string }) {
  const [pending, start] = useTransition();
  const act = () =>
    start(async () => {
      await withdraw(id);
      showToast("Invitation cancelled");
    });
  return (
    <Button size="small" disabled={pending} onClick={act}>
      Cancel invite
    </Button>
  );
}

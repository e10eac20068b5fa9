"use client";

import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { disconnect } from "./actions";

/** For somebody whose account at the provider is another one now. */
export function Disconnect({ id, email }: { id: string; email: string }) {
  const t = useTexts("settings.people");
  const { run, pending } = useAction();
  return (
    <Button
      variant="ghost"
      size="small"
      className="-ms-2.5 flex"
      aria-label={t("disconnectNamed", { email })}
      pending={pending}
      onClick={() =>
        run(
          () => disconnect(id),
          () => showToast(t("disconnected", { email })),
        )
      }
    >
      {t("disconnect")}
    </Button>
  );
}

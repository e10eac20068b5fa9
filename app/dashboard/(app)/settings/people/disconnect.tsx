"use client";

import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { disconnect } from "./actions";

/** For somebody whose account at the provider is another one now. */
export function Disconnect({ id, email }: { id: string; email: string }) {
  const { run, pending } = useAction();
  return (
    <Button
      variant="ghost"
      size="small"
      className="-ms-2.5 flex"
      aria-label={`Disconnect ${email} from single sign-on`}
      title="At the next sign-in there, the verified email finds this person again"
      disabled={pending}
      onClick={() =>
        run(
          () => disconnect(id),
          () => showToast(`${email} is disconnected. The next sign-in connects them again.`),
        )
      }
    >
      Disconnect
    </Button>
  );
}

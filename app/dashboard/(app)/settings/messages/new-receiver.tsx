"use client";

import { useState } from "react";
import { SecretCard } from "@/components/layout/secret-card";
import { PartHead } from "@/components/layout/section-header";
import { attemptsOf, sendOnce } from "@/components/links/form/attempts";
import { Button } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";
import { answerOf } from "@/components/ui/use-action";
import { addReceiver } from "./actions";
import { ReceiverDialog } from "./receiver-dialog";

interface Made {
  id: string;
  name: string;
  secret: string | null;
}

const attempts = attemptsOf("receiver");

/**
 * The heading, the dialog that makes a receiver and, once, its secret, while it is among those with
 * `ids`.
 */
export function NewReceiver({ ids }: { ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Made>();
  return (
    <>
      <PartHead
        title="Messages"
        note="Send events to other programs, so that nobody has to look. Nothing about visitors is sent."
      >
        <Button onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-4" />
          New receiver
        </Button>
      </PartHead>
      {made?.secret && ids.includes(made.id) && (
        <SecretCard
          title={`${made.name} is ready`}
          note="Copy its secret now, to check signatures with. It is not shown again."
          secret={made.secret}
          what="the secret"
          onDone={() => setMade(undefined)}
        />
      )}
      {isOpen && (
        <ReceiverDialog
          save={(input) =>
            sendOnce(attempts, input, (attempt) => answerOf(addReceiver(input, attempt)))
          }
          onClose={() => setOpen(false)}
          onSaved={setMade}
        />
      )}
    </>
  );
}

"use client";

import { useState } from "react";
import { useTexts } from "#texts";
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
  const t = useTexts("settings.messages");
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Made>();
  return (
    <>
      <PartHead title={t("title")} note={t("note")}>
        <Button onClick={() => setOpen(true)}>
          <Plus aria-hidden className="size-4" />
          {t("newReceiver")}
        </Button>
      </PartHead>
      {made?.secret && ids.includes(made.id) && (
        <SecretCard
          title={t("ready", { name: made.name })}
          note={t("copySecret")}
          secret={made.secret}
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

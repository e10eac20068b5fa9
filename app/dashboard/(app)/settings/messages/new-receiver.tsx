"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { SecretCard } from "@/components/layout/secret-card";
import { attemptsOf, sendOnce } from "@/components/links/form/attempts";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { answerOf } from "@/components/ui/use-action";
import { type ActionResult, refusedWith } from "@/lib/core/action-result";
import { type ReceiverKind, receiverKinds } from "@/lib/messages/events";
import { addReceiver, type ReceiverInput, saveReceiver, testReceiver } from "./actions";
import { kindName } from "./kind-name";
import { ReceiverDialog } from "./receiver-dialog";

interface Made {
  id: string;
  name: string;
  secret: string | null;
}

const attempts = attemptsOf("receiver");

/** The one for programmers comes last. */
const kinds = [...receiverKinds.filter((kind) => kind !== "webhook"), "webhook"] as const;

/**
 * What messages can be sent to, each with its dialog, and once the secret of a new receiver, while
 * it is among those with `ids`.
 */
export function NewReceiver({ ids }: { ids: readonly string[] }) {
  const t = useTexts("settings.messages");
  const [kind, setKind] = useState<ReceiverKind>();
  const [made, setMade] = useState<Made>();
  const [tested, setTested] = useState<string>();
  const open = (chosen: ReceiverKind) => {
    setMade(undefined);
    setTested(undefined);
    setKind(chosen);
  };
  /** Stored at the first try, and changed by the next ones. */
  const store = async (kind: ReceiverKind, input: ReceiverInput): Promise<ActionResult<string>> => {
    let receiver = made;
    if (receiver) {
      const saved = await answerOf(saveReceiver(receiver.id, input));
      if (!saved.ok) return saved;
    } else {
      const named = { ...input, kind, name: kindName(kind, t) };
      const send = (attempt: string) => answerOf(addReceiver(named, attempt));
      const added = await sendOnce(attempts, named, send);
      if (!added.ok) return added;
      receiver = added.value;
      setMade(receiver);
    }
    const test = await answerOf(testReceiver(receiver.id));
    if (!test.ok) return test;
    const { state, status, error } = test.value;
    const { name } = receiver;
    return state === "failed"
      ? refusedWith(t("notAccepted", { name, error: error ?? "" }))
      : {
          ...test,
          value: t(state === "sent" ? "accepted" : "notAnswered", { name, status: String(status) }),
        };
  };
  return (
    <>
      {!kind && made?.secret && ids.includes(made.id) && (
        <SecretCard
          title={t("ready", { name: made.name })}
          note={t("copySecret")}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
      <Card>
        <CardHead>
          <CardTitle>{t("newReceiver")}</CardTitle>
        </CardHead>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-2 px-(--space-pad) pb-(--space-pad)">
          {kinds.map((each) => (
            <button
              key={each}
              type="button"
              onClick={() => open(each)}
              className="flex h-18 items-center gap-3 rounded-control border border-hairline px-3 text-start font-medium hover:bg-hover"
            >
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-control bg-sunken font-semibold text-secondary"
              >
                {kindName(each, t)[0]}
              </span>
              {kindName(each, t)}
            </button>
          ))}
        </div>
      </Card>
      {kind && (
        <ReceiverDialog
          kind={kind}
          title={kindName(kind, t)}
          action={tested ? undefined : t("sendTest")}
          isStored={made !== undefined}
          save={(input) => store(kind, input)}
          onClose={() => setKind(undefined)}
          onSaved={setTested}
        >
          <FormMessage good text={tested} />
        </ReceiverDialog>
      )}
    </>
  );
}

"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { SecretCard } from "@/components/layout/secret-card";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { type ReceiverKind, receiverKinds } from "@/lib/messages/events";
import { kindName } from "./kind-name";
import { NewReceiverDialog, type Secret } from "./new-receiver-dialog";

/** The one for programmers comes last. */
const kinds = [...receiverKinds.filter((kind) => kind !== "webhook"), "webhook"] as const;

/**
 * What messages can be sent to, each with its dialog, and the secrets of new receivers until they
 * are copied, while these are among those with `ids`.
 */
export function NewReceiver({ ids }: { ids: readonly string[] }) {
  const t = useTexts("settings.messages");
  const [kind, setKind] = useState<ReceiverKind>();
  const [secrets, setSecrets] = useState<readonly Secret[]>([]);
  const without = (id: string) => setSecrets((all) => all.filter((each) => each.id !== id));
  const shown = kind ? [] : secrets.filter(({ id }) => ids.includes(id));
  return (
    <>
      {shown.map(({ id, name, secret }) => (
        <SecretCard
          key={id}
          title={t("ready", { name })}
          note={t("copySecret")}
          secret={secret}
          onDone={() => without(id)}
        />
      ))}
      <Card>
        <CardHead>
          <CardTitle>{t("newReceiver")}</CardTitle>
        </CardHead>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-2 px-(--space-pad) pb-(--space-pad)">
          {kinds.map((each) => (
            <button
              key={each}
              type="button"
              onClick={() => setKind(each)}
              className="flex h-18 items-center gap-3 rounded-control border border-hairline px-3 text-start font-medium hover:bg-hover"
            >
              <span
                aria-hidden
                className="grid size-8 shrink-0 place-items-center rounded-control bg-sunken font-semibold text-secondary"
              >
                {initialsOf(kindName(each, t))}
              </span>
              {kindName(each, t)}
            </button>
          ))}
        </div>
      </Card>
      {kind && (
        <NewReceiverDialog
          kind={kind}
          onSecret={(secret) => setSecrets((all) => [...all, secret])}
          onClose={() => setKind(undefined)}
        />
      )}
    </>
  );
}

/** Its capital letters, so that Microsoft Teams is not taken for Matrix. */
const initialsOf = (name: string) =>
  name
    .match(/\p{Lu}/gu)
    ?.slice(0, 2)
    .join("") ?? [...name][0];

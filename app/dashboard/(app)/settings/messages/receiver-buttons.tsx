"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTexts } from "#texts";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { SavedSwitch } from "@/components/ui/saved-switch";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import type { Receiver } from "@/lib/messages/receivers";
import { removeReceiver, saveReceiver, sendAgain, testReceiver } from "./actions";
import { ReceiverDialog } from "./receiver-dialog";

export function SendTest({ id, name }: { id: string; name: string }) {
  const t = useTexts("settings.messages");
  const { run, pending } = useAction();
  const send = () =>
    run(
      () => testReceiver(id),
      ({ state, status, error }) => {
        if (state === "sent") return showToast(t("accepted", { name, status: String(status) }));
        if (state === "failed")
          return showToast(t("notAccepted", { name, error: error ?? "" }), { failed: true });
        showToast(t("notAnswered", { name }));
      },
    );
  return (
    <Button size="small" aria-label={t("sendTestTo", { name })} pending={pending} onClick={send}>
      {t(pending ? "sending" : "sendTest")}
    </Button>
  );
}

export function SwitchReceiver({ id, name, enabled }: Pick<Receiver, "id" | "name" | "enabled">) {
  const t = useTexts("settings.messages");
  return (
    <SavedSwitch
      aria-label={t("switchNamed", { name })}
      name={name}
      isOn={enabled}
      save={(enabled, from) => saveReceiver(id, { enabled }, { enabled: from })}
    />
  );
}

export function EditReceiver({ receiver }: { receiver: Receiver }) {
  const t = useTexts("settings.messages");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t("edit")}
      </Button>
      {isOpen && (
        <ReceiverDialog
          {...{ receiver }}
          kind={receiver.kind}
          title={t("editTitle", { name: receiver.name })}
          action={t("save")}
          save={(...given) => saveReceiver(receiver.id, ...given)}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            showToast(t("saved", { name: receiver.name }));
          }}
        />
      )}
    </>
  );
}

export function DeleteReceiver({ id, name }: Pick<Receiver, "id" | "name">) {
  const t = useTexts("settings.messages");
  const [isOpen, setOpen] = useState(false);
  const { run, pending } = useAction();
  const router = useRouter();
  const remove = () =>
    run(
      () => removeReceiver(id),
      () => {
        showToast(t("deleted", { name }));
        router.push("/dashboard/settings/messages");
      },
    );
  return (
    <>
      <Button size="small" variant="dangerPlain" onClick={() => setOpen(true)}>
        {t("delete")}
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("deleteTitle", { name })}
        action={t("deleteIt")}
        pending={pending}
        onConfirm={remove}
      >
        {t("deleteNote")}
      </AlertDialog>
    </>
  );
}

export function SendAgain({
  receiverId,
  id,
  type,
  isWaiting,
}: {
  receiverId: string;
  id: string;
  type: string;
  isWaiting: boolean;
}) {
  const t = useTexts("settings.messages");
  const { run, pending } = useAction();
  const send = () =>
    run(
      () => sendAgain(receiverId, id),
      () => showToast(t("sending")),
    );
  const name = t(isWaiting ? "sendNow" : "sendAgain");
  return (
    <Button
      size="small"
      aria-label={t("named", { name, value: type })}
      pending={pending}
      onClick={send}
    >
      {name}
    </Button>
  );
}

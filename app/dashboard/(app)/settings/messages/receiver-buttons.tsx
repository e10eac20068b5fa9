"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import type { Receiver } from "@/lib/messages/receivers";
import { removeReceiver, saveReceiver, sendAgain, testReceiver } from "./actions";
import { ReceiverDialog } from "./receiver-dialog";

export function SendTest({ id, name }: { id: string; name: string }) {
  const { run, pending } = useAction();
  const send = () =>
    run(
      () => testReceiver(id),
      ({ state, status, error }) => {
        if (state === "sent") return showToast(`${name} accepted the test (${status})`);
        if (state === "failed")
          return showToast(`${name} did not accept the test. ${error}`, { failed: true });
        showToast(`${name} has not answered yet. Its log shows the result.`);
      },
    );
  return (
    <Button size="small" aria-label={`Send a test to ${name}`} disabled={pending} onClick={send}>
      {pending ? "Sending" : "Send a test"}
    </Button>
  );
}

export function SwitchReceiver({ id, name, enabled }: Pick<Receiver, "id" | "name" | "enabled">) {
  const { run, pending } = useAction();
  return (
    <Switch
      aria-label={`Send messages to ${name}`}
      checked={enabled}
      disabled={pending}
      onChange={() => run(() => saveReceiver(id, { enabled: !enabled }))}
    />
  );
}

export function EditReceiver({ receiver }: { receiver: Receiver }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && (
        <ReceiverDialog
          receiver={receiver}
          save={(input) => saveReceiver(receiver.id, input)}
          onClose={() => setOpen(false)}
          onSaved={() => showToast(`Saved ${receiver.name}`)}
        />
      )}
    </>
  );
}

export function DeleteReceiver({ id, name }: Pick<Receiver, "id" | "name">) {
  const [isOpen, setOpen] = useState(false);
  const { run, pending } = useAction();
  const router = useRouter();
  const remove = () =>
    run(
      () => removeReceiver(id),
      () => {
        showToast(`Deleted ${name}`);
        router.push("/dashboard/settings/messages");
      },
    );
  return (
    <>
      <Button size="small" variant="dangerPlain" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${name}?`}
        action="Delete receiver"
        pending={pending}
        onConfirm={remove}
      >
        It gets no further messages, and its log is deleted. This cannot be undone.
      </AlertDialog>
    </>
  );
}

export function SendAgain({
  receiverId,
  id,
  type,
}: {
  receiverId: string;
  id: string;
  type: string;
}) {
  const { run, pending } = useAction();
  const send = () =>
    run(
      () => sendAgain(receiverId, id),
      () => showToast("Sending it again"),
    );
  return (
    <Button size="small" aria-label={`Send again: ${type}`} disabled={pending} onClick={send}>
      Send again
    </Button>
  );
}

import { useState } from "react";
import { useTexts } from "#texts";
import { FormMessage } from "@/components/layout/form-message";
import { attemptsOf, sendOnce } from "@/components/links/form/attempts";
import { showToast } from "@/components/ui/toast";
import { answerOf } from "@/components/ui/use-action";
import { type ActionResult, mayBeDone } from "@/lib/core/action-result";
import type { ReceiverKind } from "@/lib/messages/events";
import { addReceiver, type ReceiverInput, saveReceiver, testReceiver } from "./actions";
import { kindName } from "./kind-name";
import { ReceiverDialog } from "./receiver-dialog";

export interface Secret {
  id: string;
  name: string;
  secret: string;
}

interface Test {
  isOver: boolean;
  said: string;
}

const attempts = attemptsOf("receiver");

/** Makes a receiver, tests it until it accepts the test, and saves what is changed after that. */
export function NewReceiverDialog({
  kind,
  onSecret,
  onClose,
}: {
  kind: ReceiverKind;
  onSecret: (secret: Secret) => void;
  onClose: () => void;
}) {
  const t = useTexts("settings.messages");
  const name = kindName(kind, t);
  const [id, setId] = useState<string>();
  const [test, setTest] = useState<Test>();
  const [lost, setLost] = useState<ReceiverInput>();

  const add = async (input: ReceiverInput): Promise<ActionResult<string>> => {
    const sent = { ...input, kind, name };
    const added = await sendOnce(attempts, sent, (key) => answerOf(addReceiver(sent, key)));
    setLost(!added.ok && mayBeDone(added) ? input : undefined);
    if (!added.ok) return added;
    const { id, secret } = added.value;
    setId(id);
    if (secret) onSecret({ id, name, secret });
    return { ok: true, value: id };
  };
  const change = async (id: string, input: ReceiverInput): Promise<ActionResult<string>> => {
    const saved = await answerOf(saveReceiver(id, input));
    return saved.ok ? { ok: true, value: id } : saved;
  };
  /** Stored at the first try, and changed by the next ones. */
  const store = async (input: ReceiverInput): Promise<ActionResult<string>> => {
    if (id) return change(id, input);
    if (!lost) return add(input);
    // May be stored: sent as it was, it gets its own answer, and does not become a second one.
    const first = await add(lost);
    if (first.ok) return change(first.value, input);
    return mayBeDone(first) ? first : add(input);
  };
  const sendTest = async (id: string): Promise<Test> => {
    const sent = await answerOf(testReceiver(id));
    if (!sent.ok) return { isOver: false, said: sent.message };
    const { state, status, error } = sent.value;
    if (state === "failed")
      return { isOver: false, said: t("notAccepted", { name, error: error ?? "" }) };
    const said = state === "sent" ? "accepted" : "notAnswered";
    return { isOver: true, said: t(said, { name, status: String(status) }) };
  };
  const isTested = test?.isOver === true;
  const save = async (input: ReceiverInput): Promise<ActionResult<Test | null>> => {
    const stored = await store(input);
    if (!stored.ok) return stored;
    return { ok: true, value: isTested ? null : await sendTest(stored.value) };
  };
  const onSaved = (test: Test | null) => {
    if (test) return setTest(test);
    onClose();
    showToast(t("saved", { name }));
  };
  return (
    <ReceiverDialog
      {...{ kind, isTested, save, onClose, onSaved }}
      title={name}
      action={t(isTested ? "save" : "sendTest")}
      isStored={id !== undefined}
      problem={isTested ? undefined : test?.said}
    >
      <FormMessage good text={isTested ? test.said : id && t("savedOn", { name })} />
    </ReceiverDialog>
  );
}

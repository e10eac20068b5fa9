import { dayMs } from "../core/day";
import { type Dropped, readDropped } from "../messages/dropped";
import type { OffReason } from "../messages/events";
import { listReceivers, type Receiver } from "../messages/receivers";
import { type Sentence, sentence } from "../texts/sentence";
import type { Check } from "./check";

/** For how long what was dropped is reported, and for how long it counts as a failure. */
const [reportedDays, badMs] = [7, dayMs];

/** Receivers that do not get their messages. */
export async function messageChecks(now: Date): Promise<Check[]> {
  const receivers = await listReceivers().catch(() => []);
  const dropped = await readDropped(now, { days: reportedDays }).catch(() => new Map());
  const failing = receivers.filter(({ enabled, failingSince }) => enabled && failingSince !== null);
  const ended = (why: OffReason) =>
    receivers.filter(({ enabled, offReason }) => !enabled && offReason === why);
  return [
    ...messageCheck("bad", failing, (names) => sentence("checkMessagesFailing", { names })),
    ...receivers.flatMap((receiver) => droppedCheck(receiver, dropped.get(receiver.id), now)),
    ...messageCheck("note", ended("gone"), (names) => sentence("checkMessagesGone", { names })),
    ...messageCheck("note", ended("person"), (names) => sentence("checkMessagesPerson", { names })),
    ...messageCheck(
      "note",
      ended("unsubscribed"),
      (names) => sentence("checkMessagesUnsubscribed", { names }),
      sentence("checkMessagesAsk"),
    ),
  ];
}

function droppedCheck({ name }: Receiver, dropped: Dropped | undefined, now: Date): Check[] {
  if (!dropped) return [];
  const isNew = now.getTime() - Date.parse(dropped.at) < badMs;
  return messageCheck(
    isNew ? "bad" : "note",
    [{ name }],
    (names) => sentence("checkMessagesDropped", { names, number: dropped.messages }),
    sentence("checkMessagesDroppedAdvice"),
  );
}

function messageCheck(
  state: "bad" | "note",
  receivers: readonly { name: string }[],
  finding: (names: string) => Sentence,
  advice = sentence("checkMessagesAdvice"),
): Check[] {
  if (receivers.length === 0) return [];
  const names = receivers.map(({ name }) => name).join(", ");
  return [{ name: sentence("checkMessagesName"), state, finding: finding(names), advice }];
}

import { dayMs } from "../core/day";
import { type Dropped, readDropped } from "../messages/dropped";
import type { OffReason } from "../messages/events";
import { listReceivers, type Receiver } from "../messages/receivers";
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
    ...messageCheck(
      "bad",
      failing,
      (names) => `${names}: did not accept some messages. They will not be sent again.`,
    ),
    ...receivers.flatMap((receiver) => droppedCheck(receiver, dropped.get(receiver.id), now)),
    ...messageCheck(
      "note",
      ended("gone"),
      (names) => `${names}: was switched off, because it answered 410.`,
    ),
    ...messageCheck(
      "note",
      ended("person"),
      (names) =>
        `${names}: was switched off, because whoever answered for it is no longer an owner.`,
    ),
    ...messageCheck(
      "note",
      ended("unsubscribed"),
      (names) => `${names}: was switched off, because the recipient unsubscribed.`,
      "Ask them before you switch it on again under Settings > Server > Messages.",
    ),
  ];
}

function droppedCheck({ name }: Receiver, dropped: Dropped | undefined, now: Date): Check[] {
  if (!dropped) return [];
  const isNew = now.getTime() - Date.parse(dropped.at) < badMs;
  return messageCheck(
    isNew ? "bad" : "note",
    [{ name }],
    (names) =>
      `${names}: messages dropped in the last seven days because too many were waiting: ${dropped.messages}.`,
    "Check its log to see whether it accepts messages. What happened in the meantime is in the dashboard and the API.",
  );
}

function messageCheck(
  state: "bad" | "note",
  receivers: readonly { name: string }[],
  finding: (names: string) => string,
  advice = "See its log under Settings > Server > Messages, correct its address, or switch it on again.",
): Check[] {
  if (receivers.length === 0) return [];
  const names = receivers.map(({ name }) => name).join(", ");
  return [{ name: "Messages", state, finding: finding(names), advice }];
}

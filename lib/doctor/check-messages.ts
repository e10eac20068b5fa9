import type { OffReason } from "../messages/events";
import { listReceivers } from "../messages/receivers";
import type { Check } from "./check";

/** Receivers that do not get their messages. */
export async function messageChecks(): Promise<Check[]> {
  const receivers = await listReceivers().catch(() => []);
  const failing = receivers.filter(({ enabled, failingSince }) => enabled && failingSince !== null);
  const ended = (why: OffReason) =>
    receivers.filter(({ enabled, offReason }) => !enabled && offReason === why);
  return [
    ...messageCheck(
      "bad",
      failing,
      (names) => `${names}: did not accept a message in any of seven tries.`,
    ),
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

import type { OffReason } from "../messages/events";
import { listReceivers } from "../messages/receivers";
import type { Check } from "./check";

/** Receivers that do not get their messages. */
export async function messageChecks(): Promise<Check[]> {
  const receivers = await listReceivers().catch(() => []);
  const failing = receivers.filter(({ enabled, failingSince }) => enabled && failingSince !== null);
  const ended = (why: OffReason) =>
    receivers.filter(({ enabled, offReason }) => !enabled && offReason === why);
  const named = (which: typeof receivers) => which.map(({ name }) => name).join(", ");
  return [
    ...messageCheck("bad", named(failing), "did not accept a message in any of seven tries"),
    ...messageCheck("note", named(ended("gone")), "was switched off, because it answered 410"),
    ...messageCheck(
      "note",
      named(ended("person")),
      "was switched off, because whoever answered for it is no longer an owner",
    ),
    ...messageCheck(
      "note",
      named(ended("unsubscribed")),
      "was switched off, because the recipient unsubscribed",
      "Ask them before you switch it on again under Settings > Server > Messages.",
    ),
  ];
}

function messageCheck(
  state: "bad" | "note",
  names: string,
  what: string,
  advice = "See its log under Settings > Server > Messages, correct its address, or switch it on again.",
): Check[] {
  if (names === "") return [];
  return [{ name: "Messages", state, finding: `${names}: ${what}.`, advice }];
}

import { listReceivers } from "../messages/receivers";
import type { Check } from "./check";

/** Receivers that do not get their messages. */
export async function messageChecks(): Promise<Check[]> {
  const receivers = await listReceivers().catch(() => []);
  const failing = receivers.filter(({ enabled, failingSince }) => enabled && failingSince !== null);
  const ended = receivers.filter(({ enabled, offReason }) => !enabled && offReason !== null);
  const named = (which: typeof receivers) => which.map(({ name }) => name).join(", ");
  return [
    ...messageCheck("bad", named(failing), "did not accept a message in any of seven tries"),
    ...messageCheck("note", named(ended), "was switched off: it answered 410, or its owner left"),
  ];
}

function messageCheck(state: "bad" | "note", names: string, what: string): Check[] {
  if (names === "") return [];
  const advice =
    "See its log under Settings > Messages, correct its address, or switch it on again.";
  return [{ name: "Messages", state, finding: `${names}: ${what}.`, advice }];
}

import { setTimeout as sleep } from "node:timers/promises";
import { PriorityQueue } from "../core/turn";
import { uncounted } from "../database/in-transaction";
import { ownPart } from "./own-part";
import { passwordsBusy as refusal } from "./too-many-requests";

/** This many guesses per account and window cost no delay. */
const freeGuesses = 10;
const firstDelayMs = 250;
const longestDelayMs = 2_000;
const limits = { atOnce: 1, waiting: 20, refusal };

/** Accounts with delayed guesses in flight. */
export const newAccountLines = () => new Map<string, PriorityQueue>();

/**
 * The delay of the latest guess, by the number of guesses at the account. It doubles every ten
 * guesses.
 */
function delayMsOf(guesses: number): number {
  if (guesses <= freeGuesses) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.floor((guesses - freeGuesses - 1) / 10));
}

/**
 * Throttles guesses at one account from all addresses: one attempt at a time, each after its delay.
 * Addresses with the fewest guesses come first. Throws `too_many_requests` when the queue is full.
 */
export async function atPaceOf<T>(
  account: string,
  guesses: { account: number; address: number },
  attempt: () => Promise<T>,
): Promise<T> {
  const delayMs = delayMsOf(guesses.account);
  if (delayMs === 0) return attempt();
  const known = ownPart().accountLines;
  const line = known.get(account) ?? new PriorityQueue(limits);
  known.set(account, line);
  try {
    return await uncounted(() =>
      line.run(guesses.address, async () => {
        await sleep(delayMs);
        return attempt();
      }),
    );
  } finally {
    if (line.isEmpty) known.delete(account);
  }
}

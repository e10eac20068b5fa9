import { setTimeout as sleep } from "node:timers/promises";
import { ProcessWide } from "../config/process-wide";
import { WaitingLine } from "./waiting-line";

/** So many guesses at an account within the time of the count cost no delay. */
const freeGuesses = 10;
const firstDelayMs = 250;
const longestDelayMs = 2_000;
const limits = { atOnce: 1, waiting: 20 };

/** Accounts whose guesses are being delayed right now. */
const lines = new ProcessWide("account-lines", () => new Map<string, WaitingLine>());

/** How long the latest of so many guesses at an account is delayed. It doubles every ten guesses. */
export function delayMsOf(guesses: number): number {
  if (guesses <= freeGuesses) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.floor((guesses - freeGuesses - 1) / 10));
}

/**
 * Slows guessing at one account down, from wherever it comes: one attempt at a time, each after its delay. Those from
 * addresses with the fewest guesses come first. Throws `too_many_requests` when too many wait.
 */
export async function atPaceOf<T>(account: string, guesses: { account: number; address: number }, attempt: () => Promise<T>): Promise<T> {
  const delayMs = delayMsOf(guesses.account);
  if (delayMs === 0) return attempt();
  const known = lines.get();
  const line = known.get(account) ?? new WaitingLine(limits);
  known.set(account, line);
  try {
    return await line.run(guesses.address, async () => {
      await sleep(delayMs);
      return attempt();
    });
  } finally {
    if (line.isEmpty) known.delete(account);
  }
}

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { atPaceOf } from "@/lib/limits/account-pace";
import { useService } from "../support/service";

vi.mock("node:timers/promises", () => import("../support/timers-promises"));

beforeEach(() => {
  vi.useFakeTimers();
  useService();
});
afterEach(() => vi.useRealTimers());

/** After how long a password is looked at, the last of so many guesses at its account. */
async function delayMsOf(account: number): Promise<number> {
  const from = performance.now();
  const delayed = atPaceOf(
    "someone@example.com",
    { account, address: 1 },
    async () => performance.now() - from,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return delayed;
}

describe("guesses at an account", () => {
  it("cost no time while they are few, and then more and more, up to two seconds", async () => {
    expect([await delayMsOf(1), await delayMsOf(10)]).toEqual([0, 0]);
    const delays = [];
    for (let guesses = 11; guesses <= 51; guesses += 10) delays.push(await delayMsOf(guesses));
    expect(delays.toSorted((a, b) => a - b)).toEqual(delays);
    expect([new Set(delays).size > 2, Math.min(...delays) > 0]).toEqual([true, true]);
    expect([delays.at(-1), await delayMsOf(1_000_000)]).toEqual([2_000, 2_000]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { journal } from "@/lib/visits/journal";
import { journalDrained } from "@/lib/visits/journal-drained";
import type { JournalEntry } from "@/lib/visits/journal-entry";
import { useService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";

vi.mock("node:timers/promises", () => import("../support/timers-promises"));

const entry: JournalEntry = {
  kind: "uncounted",
  batchId: "01a1fe85-b0f2-7287-b131-921e5da54b09",
  visits: [],
};

beforeEach(() => {
  useService({ DATA_DIR: temporaryFolder() });
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance", "Date"],
    now: Date.now(),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const replayAll = () => journal().replay(async () => {}, new AbortController().signal);

/** Begins to wait; `isOver` says whether the wait has ended by now. */
function begin(): { isOver: () => Promise<boolean> } {
  let over = false;
  void journalDrained().then(() => {
    over = true;
  });
  return {
    isOver: async () => {
      await vi.advanceTimersByTimeAsync(0);
      return over;
    },
  };
}

describe("journalDrained", () => {
  it("does not wait for an empty journal", async () => {
    expect(await begin().isOver()).toBe(true);
  });

  it("waits until recent entries are replayed", async () => {
    await journal().append(entry);
    const waiting = begin();
    await vi.advanceTimersByTimeAsync(60);
    expect(await waiting.isOver()).toBe(false);
    await replayAll();
    await vi.advanceTimersByTimeAsync(20);
    expect(await waiting.isOver()).toBe(true);
  });

  it("gives up within a second", async () => {
    await journal().append(entry);
    const waiting = begin();
    expect(await waiting.isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await waiting.isOver()).toBe(true);
    await replayAll();
  });

  it("does not wait for old entries", async () => {
    await journal().append(entry);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await begin().isOver()).toBe(true);
    await replayAll();
  });
});

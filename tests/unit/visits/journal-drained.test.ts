import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "@/lib/config/env";
import { journal } from "@/lib/visits/journal/journal";
import { journalDrained, withWaiting } from "@/lib/visits/journal/journal-drained";
import type { JournalEntry } from "@/lib/visits/journal/journal-entry";
import { JournalFolder } from "@/lib/visits/journal/journal-folder";
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
  vi.restoreAllMocks();
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

  it("reads the folder once a turn for all who wait", async () => {
    await journal().append(entry);
    const reads = vi.spyOn(JournalFolder.prototype, "since");
    for (let count = 0; count < 50; count++) begin();
    await vi.advanceTimersByTimeAsync(100);
    expect(reads.mock.calls.length).toBeLessThan(60);
    await replayAll();
  });

  it("does not read the folder of a journal that is known to be empty", async () => {
    expect(journal().isEmpty()).toBe(true);
    const reads = vi.spyOn(JournalFolder.prototype, "since");
    expect(await begin().isOver()).toBe(true);
    expect(reads).not.toHaveBeenCalled();
    await journal().append(entry);
    expect(await begin().isOver()).toBe(false);
    await replayAll();
    expect(journal().isEmpty()).toBe(true);
    await vi.advanceTimersByTimeAsync(20);
    reads.mockClear();
    expect(await begin().isOver()).toBe(true);
    expect(reads).not.toHaveBeenCalled();
  });

  it("does not wait for old entries", async () => {
    await journal().append(entry);
    // Files have the real time, which went on meanwhile.
    vi.setSystemTime(Date.now() + 90_000);
    expect(await begin().isOver()).toBe(true);
    await replayAll();
  });

  it("waits for what another process here has not stored yet, after an outage of seconds", async () => {
    const folder = join(env().DATA_DIR, "journal");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${process.ppid}-0.journal`);
    writeFileSync(path, "x");
    vi.setSystemTime(Date.now() + 11_000);
    const waiting = begin();
    await vi.advanceTimersByTimeAsync(60);
    expect(await waiting.isOver()).toBe(false);
    rmSync(path);
    await vi.advanceTimersByTimeAsync(20);
    expect(await waiting.isOver()).toBe(true);
  });
});

describe("withWaiting", () => {
  const figures = { clicks: 1 };

  it("says since when clicks wait that a figure may lack, also if they are stored meanwhile", async () => {
    await journal().append(entry);
    const read = async () => {
      await replayAll();
      return figures;
    };
    const waitingSince = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(await withWaiting(read)).toEqual({ ...figures, waitingSince });
    expect(await withWaiting(async () => figures)).toBe(figures);
  });
});

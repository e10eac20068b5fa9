import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type JournalEntry, journal } from "@/lib/visits/journal";
import { journalDrained } from "@/lib/visits/journal-drained";
import { temporaryFolder } from "../support/temporary-folder";

const entry: JournalEntry = { kind: "uncounted", batchId: "01a1fe85-b0f2-7287-b131-921e5da54b09", visits: [] };

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for("slugline"));
  vi.stubEnv("DATA_DIR", temporaryFolder());
  return () => vi.unstubAllEnvs();
});

const replayAll = () => journal().replay(async () => {}, new AbortController().signal);

async function waited(): Promise<number> {
  const from = performance.now();
  await journalDrained();
  return performance.now() - from;
}

describe("journalDrained", () => {
  it("does not wait for an empty journal", async () => {
    expect(await waited()).toBeLessThan(20);
  });

  it("waits until what was written a moment ago is replayed", async () => {
    await journal().append(entry);
    let drained = false;
    const waiting = journalDrained().then(() => {
      drained = true;
    });
    await sleep(60);
    expect(drained).toBe(false);
    await replayAll();
    await waiting;
  });

  it("gives up after 0.4 s", async () => {
    await journal().append(entry);
    expect(await waited()).toBeGreaterThan(350);
    await replayAll();
  });

  it("does not wait for what has waited long already", async () => {
    await journal().append(entry);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    expect(await waited()).toBeLessThan(20);
    vi.useRealTimers();
    await replayAll();
  });
});

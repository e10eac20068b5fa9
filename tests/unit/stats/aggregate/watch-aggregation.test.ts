import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Issues } from "@/lib/config/issues";
import { makeLogger } from "@/lib/config/log";
import { watchAggregation } from "@/lib/stats/aggregate/watch-aggregation";

const log = makeLogger("silent");
const issues = new Issues(() => log);
const signal = new AbortController().signal;
let reason: string | null;
let aggregate: (signal: AbortSignal) => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  reason = null;
  aggregate = watchAggregation(issues, async () => {
    if (reason !== null) throw new Error(reason);
  });
});

afterEach(async () => {
  reason = null;
  await aggregate(signal);
  vi.useRealTimers();
});

async function failFor(ms: number): Promise<void> {
  reason = "Invalid invocation:\n\ncanceling statement due to statement timeout";
  await expect(aggregate(signal)).rejects.toThrow();
  vi.advanceTimersByTime(ms);
  await expect(aggregate(signal)).rejects.toThrow();
}

describe("failing aggregation", () => {
  it("is an issue after a minute, with the database's error, until it succeeds", async () => {
    await failFor(59_999);
    expect(issues.list()).toEqual([]);
    vi.advanceTimersByTime(1);
    await expect(aggregate(signal)).rejects.toThrow();
    expect(issues.list()).toMatchObject([
      {
        name: "aggregation",
        advice: "Database error: canceling statement due to statement timeout",
      },
    ]);
    reason = null;
    await aggregate(signal);
    expect(issues.list()).toEqual([]);
  });

  it("restarts the minute after a success", async () => {
    await failFor(40_000);
    reason = null;
    await aggregate(signal);
    await failFor(40_000);
    expect(issues.list()).toEqual([]);
  });
});

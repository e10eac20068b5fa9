import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Issues } from "@/lib/config/issues";
import { makeLogger } from "@/lib/config/log";
import { watchAggregation } from "@/lib/stats/aggregate/watch-aggregation";
import { inEnglish } from "../../../support/in-english";

const log = makeLogger("silent");
const issues = new Issues(() => log);
const signal = new AbortController().signal;
let reason: Error | null;
let isThrough: boolean;
let aggregate: (signal: AbortSignal) => Promise<void>;
let closeMonths: (signal: AbortSignal) => Promise<void>;
const away = Object.assign(new Error("gone"), { name: "PrismaClientInitializationError" });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  reason = null;
  isThrough = true;
  const watched = watchAggregation(issues);
  const work = () => async () => {
    if (reason !== null) throw reason;
  };
  aggregate = watched(work(), () => isThrough);
  closeMonths = watched(work());
});

afterEach(async () => {
  reason = null;
  isThrough = true;
  await aggregate(signal);
  await closeMonths(signal);
  vi.useRealTimers();
});

async function fail(times: number, run = aggregate): Promise<void> {
  reason ??= new Error("Invalid invocation:\n\nnumeric field overflow");
  for (let time = 0; time < times; time++) await expect(run(signal)).rejects.toThrow();
  reason = null;
}

describe("failing aggregation", () => {
  it("is an issue after three rounds, with the database's error, until it succeeds", async () => {
    await fail(2);
    expect(issues.list()).toEqual([]);
    await fail(1);
    expect(inEnglish(issues.list())).toMatchObject([
      { name: "aggregation", advice: "Database error: numeric field overflow" },
    ]);
    await aggregate(signal);
    expect(issues.list()).toEqual([]);
  });

  it("counts again after a success, unless what failed is still left", async () => {
    await fail(2);
    await aggregate(signal);
    await fail(2);
    expect(issues.list()).toEqual([]);
    isThrough = false;
    await aggregate(signal);
    await fail(1);
    await aggregate(signal);
    expect(issues.list()).toHaveLength(1);
  });

  it("is an issue while any work fails", async () => {
    await fail(3);
    await fail(3, closeMonths);
    await aggregate(signal);
    expect(issues.list()).toHaveLength(1);
    await closeMonths(signal);
    expect(issues.list()).toEqual([]);
  });

  it("is an issue only after a minute without a database", async () => {
    reason = away;
    await fail(5);
    vi.advanceTimersByTime(59_999);
    reason = away;
    await fail(1);
    expect(issues.list()).toEqual([]);
    vi.advanceTimersByTime(1);
    reason = away;
    await fail(1);
    expect(issues.list()).toHaveLength(1);
  });
});

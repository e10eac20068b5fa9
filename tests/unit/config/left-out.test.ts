import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recordIfPossible } from "@/lib/audit/record-event";
import { Counts } from "@/lib/config/counts";
import { Issues } from "@/lib/config/issues";
import { LeftOutReports } from "@/lib/config/left-out";
import { run } from "@/lib/config/running";
import { countMissed, newMissedSlugs } from "@/lib/visits/missed-slugs";
import { UncountedQueue } from "@/lib/visits/uncounted-queue";

const silent = { error: () => {}, info: () => {} } as never;
let counts: Counts;
let issues: Issues;
let reports: LeftOutReports;

beforeEach(() => {
  vi.useFakeTimers();
  counts = new Counts();
  issues = new Issues(() => silent);
  reports = new LeftOutReports(counts, issues);
  const visits = { missedSlugs: newMissedSlugs() };
  run({ counts, issues, log: silent, leftOut: reports, visits } as never);
});

afterEach(() => {
  vi.useRealTimers();
  run(undefined);
});

it("has what queues in memory have no room for", () => {
  const queue = new UncountedQueue({} as never);
  for (let each = 0; each < 20_002; each++) queue.add({} as never);
  const agent =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15";
  const header = (name: string) => (name === "user-agent" ? agent : null);
  for (let each = 0; each < 1_003; each++)
    countMissed({ method: "GET", slug: `missed-${each}`, at: new Date(), header } as never);
  expect(counts.leftOut).toEqual({ uncounted: 2, missed: 3, activity: 0 });
});

it("has events that could not be stored", async () => {
  await recordIfPossible(() => Promise.reject(new Error("no database")));
  expect(counts.leftOut).toEqual({ uncounted: 0, missed: 0, activity: 1 });
});

it("counts what has no room, and is an issue until a day has passed without", () => {
  for (let each = 0; each < 3; each++) reports.note("missed");
  reports.note("activity");
  expect(counts.leftOut).toEqual({ uncounted: 0, missed: 3, activity: 1 });
  const names = () => issues.list().map(({ name }) => name);
  expect(names()).toEqual(["left-out-missed", "left-out-activity"]);
  vi.advanceTimersByTime(23 * 3_600_000);
  reports.note("missed");
  vi.advanceTimersByTime(2 * 3_600_000);
  expect(names()).toEqual(["left-out-missed"]);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(names()).toEqual([]);
  reports.note("missed");
  expect(names()).toEqual(["left-out-missed"]);
});

// Run: verify
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { counts } from "@/lib/config/counts";
import { lastDays } from "@/lib/core/date-range";
import { database } from "@/lib/database/client";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { whilePending } from "@/lib/stats/aggregate/while-pending";
import { readStatistics } from "@/lib/stats/report/read-statistics";
import { readLimit } from "@/lib/stats/sources/pending-clicks";
import { recordClicks } from "@/lib/visits/record-clicks";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const signal = new AbortController().signal;
const work = vi.fn(async () => {});

/** As another instance does: the counts of this one stay as they are. */
async function recordElsewhere(): Promise<void> {
  const { id } = await createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date(),
  );
  await recordClicks([makeClick(id, new Date())]);
}

async function aggregateAll(): Promise<void> {
  while (await aggregateClicks());
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  work.mockClear();
});

afterEach(async () => {
  vi.useRealTimers();
  await aggregateAll();
});

it("does nothing without pending clicks, and finds those of others after four seconds", async () => {
  const round = whilePending(own.service.counts, own.service.database.pools, work);
  await round(signal);
  await recordElsewhere();
  vi.advanceTimersByTime(3_999);
  await round(signal);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await round(signal);
  expect(work).toHaveBeenCalledTimes(1);
});

it("finds clicks at once when this instance has stored some", async () => {
  const round = whilePending(own.service.counts, own.service.database.pools, work);
  await round(signal);
  await recordElsewhere();
  counts().clicks.durable++;
  await round(signal);
  expect(work).toHaveBeenCalledTimes(1);
  await aggregateAll();
  vi.advanceTimersByTime(2_000);
  await round(signal);
  await recordElsewhere();
  counts().clicks.replayed++;
  await round(signal);
  expect(work).toHaveBeenCalledTimes(2);
});

it("tries again while clicks are pending: another instance may hold the lock, or the work failed", async () => {
  const round = whilePending(own.service.counts, own.service.database.pools, work);
  await recordElsewhere();
  await round(signal);
  vi.advanceTimersByTime(2_000);
  work.mockRejectedValueOnce(new Error("failed"));
  await expect(round(signal)).rejects.toThrow("failed");
  await round(signal);
  expect(work).toHaveBeenCalledTimes(3);
});

it("lets a few clicks wait for more for two seconds, and many not", async () => {
  const round = whilePending(own.service.counts, own.service.database.pools, work);
  await recordElsewhere();
  await round(signal);
  counts().clicks.durable += 999;
  vi.advanceTimersByTime(1_999);
  await round(signal);
  expect(work).toHaveBeenCalledTimes(1);
  counts().clicks.durable++;
  await round(signal);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2_000);
  await round(signal);
  expect(work).toHaveBeenCalledTimes(3);
});

it("reports do not take a batch that they left out for one that was fast to read", async () => {
  const { id } = await createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date(),
  );
  const now = new Date();
  const read = async () =>
    readStatistics(
      database(),
      { linkIds: [id] },
      { dateRange: lastDays(2, now), breakdowns: ["referrer"], labelLimit: 10 },
    );
  readLimit().clicks = 1_000;
  await recordClicks(Array.from({ length: 1_200 }, () => makeClick(id, now)));
  for (let reports = 0; reports < 4; reports++) expect((await read()).unread).toBe(1_200);
  expect(readLimit().clicks).toBe(1_000);
  // What was read in time, almost up to the limit, allows for more.
  await recordClicks(Array.from({ length: 900 }, () => makeClick(id, now)));
  expect((await read()).unread).toBe(1_200);
  expect(readLimit().clicks).toBe(2_000);
});

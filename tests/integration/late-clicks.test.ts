// Run: all
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { lastDays } from "@/lib/core/date-range";
import { database } from "@/lib/database/client";
import { Prisma } from "@/lib/database/generated/client";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { aggregateRollups } from "@/lib/stats/aggregate/aggregate-rollups";
import { prepareDaysOf, prepareLateDays } from "@/lib/stats/aggregate/prepare-late-days";
import { pruneVisitors } from "@/lib/stats/aggregate/prune-visitors";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import type { Reader } from "@/lib/stats/query/reader";
import { oneLink } from "@/lib/stats/query/scope";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { readStatistics } from "@/lib/stats/report/read-statistics";
import type { Click } from "@/lib/visits/describe-click";
import { journal } from "@/lib/visits/journal";
import { recordClicks } from "@/lib/visits/record-clicks";
import { forgetOldBatches, recordUncounted, settleBatch } from "@/lib/visits/record-uncounted";
import { replayJournal } from "@/lib/visits/replay-journal";
import { addBusyDay, visitorOf } from "../support/busy-day";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

/** Clicks that a journal brings when the visitors of their day are forgotten already. */
const own = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");
const lateDay = "2026-05-10";

beforeEach(() => pruneVisitors(now));

const hashOf = (number: number) => createHash("md5").update(String(number)).digest("hex");

/** A link with an aggregated day of `clicks` by `visitors`, numbered from 0. */
async function busyLink(clicks: number, visitors: number): Promise<{ id: number; slug: string }> {
  const link = await createLink({ url: "https://example.com/", title: null, enabled: true, expiresAt: null }, new Date("2026-01-01T00:00:00Z"));
  await addBusyDay(own.query, link.id, lateDay, clicks, visitors);
  return link;
}

const lateClick = (linkId: number, person: number, rest: Partial<Click> = {}) =>
  makeClick(linkId, new Date(`${lateDay}T10:30:00Z`), { visitor: hashOf(person), ...rest });

async function countDay(slug: string): Promise<[clicks: number, visitors: number]> {
  const { days } = await getLinkReport(slug, statisticsQuery(statsQuerySchema.parse({ days: "30" }), now));
  const day = days.find(({ date }) => date === lateDay);
  return [day?.clicks ?? 0, day?.uniqueVisitors ?? 0];
}

async function pendingBatches(): Promise<bigint[]> {
  const { rows } = await own.query<{ id: string }>(`SELECT "id" FROM "ClickBatch"`);
  return rows.map(({ id }) => BigInt(id));
}

async function aggregateAll(): Promise<void> {
  while (await aggregateClicks());
}

/** Pages of the database that a statement touches. */
async function buffersOf(statement: Prisma.Sql): Promise<number> {
  const plans: number[] = [];
  // Twice: the first run may also clear hint bits and fill catalogue caches. An aggregation that is looked at is undone.
  for (let run = 0; run < 2; run++) {
    await database()
      .$transaction(async (transaction) => {
        const [row] = await transaction.$queryRaw<[{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }] }]>`
          EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`;
        const { Plan: plan } = row["QUERY PLAN"][0];
        plans.push(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]);
        throw new Error("undo");
      })
      .catch((error: Error) => {
        if (error.message !== "undo") throw error;
      });
  }
  return plans[1] ?? 0;
}

/** The statement with which a link's report is read. */
async function reportStatement(linkId: number): Promise<Prisma.Sql> {
  let statement = Prisma.empty;
  const reader = {
    $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      statement = Prisma.sql(strings, ...values);
      return [{ days: [], parts: [], hours: [], labels: [], labelCounts: [], recent: [], links: [], clicksSince: null, unread: 0 }];
    },
  } as unknown as Reader;
  await readStatistics(reader, oneLink(linkId), {
    dateRange: lastDays(30, now),
    filters: {},
    breakdowns: [],
    labelLimit: 10,
    recent: 0,
    hours: true,
  });
  return statement;
}

describe("late clicks on a busy day", () => {
  it("cost in proportion to their own number, not to the day's clicks", async () => {
    const costs = [];
    for (const clicks of [2_000, 40_000]) {
      const { id, slug } = await busyLink(clicks, clicks / 2);
      await recordClicks(Array.from({ length: 20 }, (_, index) => lateClick(id, index < 10 ? index : clicks + index)));
      const [report, batches] = [await reportStatement(id), await pendingBatches()];
      await own.query("ANALYZE");
      const unprepared = await buffersOf(report);
      await prepareLateDays();
      await own.query("ANALYZE");
      costs.push({ unprepared, read: await buffersOf(report), aggregate: await buffersOf(aggregateRollups(batches)) });
      expect(await countDay(slug)).toEqual([clicks + 20, clicks / 2 + 10]);
      await aggregateAll();
      expect(await pendingBatches()).toEqual([]);
      expect(await countDay(slug)).toEqual([clicks + 20, clicks / 2 + 10]);
    }
    const [small, large] = costs;
    if (!small || !large) throw new Error("nothing was measured");
    expect(large.aggregate).toBeLessThan(small.aggregate * 1.2 + 40);
    expect(large.read).toBeLessThan(small.read * 1.2 + 40);
    // Control: what is measured does show a day that is read as a whole.
    expect(large.unprepared).toBeGreaterThan(large.read + 10 * (small.unprepared - small.read));
  });

  it("wait until their day is prepared in resumable steps, while other clicks are aggregated", async () => {
    const { id, slug } = await busyLink(5_000, 2_500);
    await recordClicks([lateClick(id, 0), lateClick(id, 2_499), lateClick(id, 9_999)]);
    const [late] = await pendingBatches();
    await recordClicks([makeClick(id, now)]);
    await aggregateAll();
    expect(await pendingBatches()).toEqual([late]);

    let steps = 0;
    const afterOneStep = { get aborted() { return steps++ > 0; } } as AbortSignal; // biome-ignore format: one line says it
    await prepareLateDays({ portion: 1_000, signal: afterOneStep });
    const { rows } = await own.query(`SELECT count(*)::int AS "visitors" FROM "LateVisitor" WHERE "linkId" = ${id}`);
    expect(rows).toEqual([{ visitors: 1_000 }]);
    await aggregateAll();
    expect(await pendingBatches()).toEqual([late]);
    expect(await countDay(slug)).toEqual([5_003, 2_501]);

    // What the first step has read is not read again.
    await own.query(`DELETE FROM "Click" WHERE "linkId" = ${id} AND "createdAt" <= (SELECT "readUntil" FROM "LateDay" WHERE "linkId" = ${id})`);
    await prepareLateDays({ portion: 1_000 });
    await aggregateAll();
    expect(await pendingBatches()).toEqual([]);
    expect(await countDay(slug)).toEqual([5_003, 2_501]);
  });

  it("are counted exactly after an earlier version without prepared days aggregated some", async () => {
    const { id, slug } = await busyLink(100, 50);
    await recordClicks([lateClick(id, 1)]);
    await prepareLateDays();
    await aggregateAll();
    await own.query(`INSERT INTO "Click" ("id", "batch", "linkId", "createdAt", "visitor", "device", "browser", "os")
      VALUES (gen_random_uuid(), 1, ${id}, '${lateDay}T11:00:00Z', ${visitorOf("777")}, 'Desktop', 'Firefox', 'Linux')`);
    await own.query(`UPDATE "LinkDay" SET "clicks" = "clicks" + 1, "visitors" = "visitors" + 1 WHERE "linkId" = ${id}`);
    await recordClicks([lateClick(id, 777)]);
    await aggregateAll();
    expect([(await pendingBatches()).length, await countDay(slug)]).toEqual([1, [103, 51]]);
    await prepareLateDays();
    await aggregateAll();
    expect([await pendingBatches(), await countDay(slug)]).toEqual([[], [103, 51]]);
  });

  it("are recorded from the journal only once their day is prepared", async () => {
    const { id, slug } = await busyLink(100, 50);
    await journal().append({ kind: "clicks", clicks: [lateClick(id, 1), lateClick(id, 60)] });
    await replayJournal(new AbortController().signal, prepareDaysOf);
    const { rows } = await own.query(`SELECT "clicks", "readUntil" FROM "LateDay" WHERE "linkId" = ${id}`);
    expect(rows).toEqual([{ clicks: 100, readUntil: new Date("2026-05-11T00:00:00Z") }]);
    await aggregateAll();
    expect([await pendingBatches(), await countDay(slug)]).toEqual([[], [102, 51]]);
  });

  it("leave no preparation data after aggregation", async () => {
    const { id } = await busyLink(100, 50);
    await recordClicks([lateClick(id, 1)]);
    await prepareLateDays();
    await pruneVisitors(now);
    const kept = async () =>
      (await own.query(`SELECT FROM "LateVisitor" WHERE "linkId" = ${id} UNION ALL SELECT FROM "LateDay" WHERE "linkId" = ${id}`)).rows.length;
    expect(await kept()).toBe(51);
    await aggregateAll();
    await pruneVisitors(now);
    expect(await kept()).toBe(0);
  });
});

it("a batch that cannot be aggregated does not block others", async () => {
  const { id } = await busyLink(100, 50);
  await own.query(`INSERT INTO "LinkDay" VALUES (${id}, '2026-05-20', 2147483647, 1)`);
  await recordClicks([makeClick(id, now)]);
  const [bad] = await pendingBatches();
  const other = await busyLink(100, 50);
  for (let made = 0; made < 20; made++) await recordClicks([makeClick(other.id, now)]);
  for (let attempt = 0; attempt < 300 && (await pendingBatches()).length > 1; attempt++) await aggregateClicks().catch(() => {});
  expect(await pendingBatches()).toEqual([bad]);
  await own.query(`DELETE FROM "LinkDay" WHERE "linkId" = ${id} AND "day" = '2026-05-20'`);
  await aggregateAll();
  expect(await pendingBatches()).toEqual([]);
});

describe("bot hits in a journal that another instance outlives", () => {
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const botHits = async (linkId: number) => {
    const { rows } = await own.query<{ hits: number }>(`SELECT "botHitCount"::int AS "hits" FROM "LinkCounter" WHERE "linkId" = $1`, [linkId]);
    return rows[0]?.hits;
  };
  const newLink = () => createLink({ url: "https://example.com/", title: null, enabled: true, expiresAt: null }, new Date(daysAgo(400)));
  const preview = (linkId: number, at: number) => ({ linkId, at: new Date(at), kind: "unfurler" as const, name: "Slack" });
  const records = async () => (await own.query(`SELECT FROM "RecordedBatch"`)).rowCount;

  it.each([8, 30, 360])("are counted once after %d days, if their commit had arrived", async (days) => {
    const { id } = await newLink();
    const batchId = uuidv7({ msecs: daysAgo(days) });
    const visits = [preview(id, daysAgo(days)), preview(id, daysAgo(days))];
    // The commit arrived, but its answer did not, so that the batch is in the journal too.
    await recordUncounted(batchId, visits);
    await journal().append({ kind: "uncounted", batchId, visits });
    await forgetOldBatches(new Date());
    await replayJournal(new AbortController().signal, async () => {});
    expect(await botHits(id)).toBe(2);
  });

  it("are counted once after 30 days, if their commit had not arrived", async () => {
    const { id } = await newLink();
    const batchId = uuidv7({ msecs: daysAgo(30) });
    await journal().append({ kind: "uncounted", batchId, visits: [preview(id, daysAgo(30))] });
    await forgetOldBatches(new Date());
    await replayJournal(new AbortController().signal, async () => {});
    expect(await botHits(id)).toBe(1);
  });

  it("are refused when nobody can know any more whether they were counted", async () => {
    const { id } = await newLink();
    const before = journal().quarantined().files;
    await journal().append({ kind: "uncounted", batchId: uuidv7({ msecs: daysAgo(370) }), visits: [preview(id, daysAgo(370))] });
    await replayJournal(new AbortController().signal, async () => {});
    expect([await botHits(id), journal().quarantined().files]).toEqual([0, before + 1]);
  });

  it("leave no record behind once their writer knows that they are stored", async () => {
    const { id } = await newLink();
    const [before, batchId] = [await records(), uuidv7()];
    await recordUncounted(batchId, [preview(id, Date.now())]);
    settleBatch(batchId);
    await recordUncounted(uuidv7(), [preview(id, Date.now())]);
    expect(await records()).toBe((before ?? 0) + 1);
  });
});

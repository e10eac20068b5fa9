// Run: all
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { running } from "@/lib/config/running";
import { deleteOld } from "@/lib/service/retention";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { pruneVisitors } from "@/lib/stats/aggregate/prune-visitors";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { journal } from "@/lib/visits/journal/journal";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { replayJournal } from "@/lib/visits/replay-journal";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

/** Clicks that a journal brings late. */
const own = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");

beforeEach(() => pruneVisitors(now));

const newLink = (createdAt = new Date("2026-01-01T00:00:00Z")) =>
  createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    createdAt,
  );
const clickOf = (linkId: number, day: string, person: string) =>
  makeClick(linkId, new Date(`${day}T10:30:00Z`), {
    visitor: createHash("md5").update(person).digest("hex"),
  });

async function countDay(slug: string, day: string) {
  const { days, series } = await getLinkReport(
    slug,
    statisticsQuery(statsQuerySchema.parse({ from: day, to: day, interval: "hour" }), now),
  );
  expect(series[10]).toMatchObject({
    clicks: days[0]?.clicks,
    uniqueVisitors: days[0]?.uniqueVisitors,
  });
  return { clicks: days[0]?.clicks, visitors: days[0]?.uniqueVisitors };
}

async function pendingBatches(): Promise<bigint[]> {
  const { rows } = await own.query<{ id: string }>(`SELECT "id" FROM "PendingBatch"`);
  return rows.map(({ id }) => BigInt(id));
}

async function aggregateAll(): Promise<void> {
  while (await aggregateClicks());
}

const replay = () => replayJournal(new AbortController().signal);

it.each([
  { day: "2026-05-12", title: "eight days ago are counted exactly", visitors: 2 },
  { day: "2026-05-11", title: "longer ago are counted, and their visitors as new", visitors: 3 },
])("clicks of $title", async ({ day, visitors }) => {
  const { id, slug } = await newLink();
  await recordClicks([clickOf(id, day, "known")]);
  await aggregateAll();
  await pruneVisitors(now);
  await journal().append({
    kind: "clicks",
    clicks: [clickOf(id, day, "known"), clickOf(id, day, "other"), clickOf(id, day, "other")],
  });
  await replay();
  expect(await countDay(slug, day)).toEqual({ clicks: 4, visitors });
  await aggregateAll();
  expect([await pendingBatches(), await countDay(slug, day)]).toEqual([
    [],
    { clicks: 4, visitors },
  ]);
  await recordClicks([clickOf(id, day, "other")]);
  expect(await countDay(slug, day)).toEqual({ clicks: 5, visitors });
  await aggregateAll();
});

it("what an earlier version kept of late days is deleted", async () => {
  await own.query(`INSERT INTO "LateVisitor" VALUES (1, '2026-05-10', '\\x00', 1)`);
  await own.query(`INSERT INTO "LateDay" VALUES (1, '2026-05-10', 1, now())`);
  await pruneVisitors(now);
  expect(
    (await own.query(`SELECT "day" FROM "LateVisitor" UNION ALL SELECT "day" FROM "LateDay"`)).rows,
  ).toEqual([]);
});

it("a batch that cannot be aggregated does not block others", async () => {
  const { id } = await newLink();
  await own.query(
    `INSERT INTO "LinkDay" VALUES (${id}, '2026-05-20', 2147483647, 1, 9223372036854775807)`,
  );
  await recordClicks([makeClick(id, now)]);
  const [bad] = await pendingBatches();
  const other = await newLink();
  for (let made = 0; made < 20; made++) await recordClicks([makeClick(other.id, now)]);
  for (let attempt = 0; attempt < 300 && (await pendingBatches()).length > 1; attempt++)
    await aggregateClicks().catch(() => {});
  expect(await pendingBatches()).toEqual([bad]);
  const { aggregation } = running().stats;
  expect(aggregation.isFailing).toBe(true);
  await own.query(`DELETE FROM "LinkDay" WHERE "linkId" = ${id} AND "day" = '2026-05-20'`);
  await aggregateAll();
  expect([await pendingBatches(), aggregation.isFailing]).toEqual([[], false]);
});

describe("bot hits in a journal that another instance outlives", () => {
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const botHits = async (linkId: number) => {
    const { rows } = await own.query<{ hits: number }>(
      `SELECT "botHitCount"::int AS "hits" FROM "LinkTotals" WHERE "linkId" = $1`,
      [linkId],
    );
    return rows[0]?.hits;
  };
  const preview = (linkId: number, at: number) => ({
    linkId,
    at: new Date(at),
    kind: "unfurler" as const,
    name: "Slack",
  });
  const records = async () => (await own.query(`SELECT FROM "RecordedBatch"`)).rowCount;

  it.each([8, 30, 360])(
    "are counted once after %d days, if their commit had arrived",
    async (days) => {
      const { id } = await newLink(new Date(daysAgo(400)));
      const batchId = uuidv7({ msecs: daysAgo(days) });
      const visits = [preview(id, daysAgo(days)), preview(id, daysAgo(days))];
      // The commit arrived, but its answer did not, so that the batch is in the journal too.
      await recordUncounted(batchId, visits);
      await journal().append({ kind: "uncounted", batchId, visits });
      await deleteOld("RecordedBatch", new Date());
      await replay();
      expect(await botHits(id)).toBe(2);
    },
  );

  it("are counted once after 30 days, if their commit had not arrived", async () => {
    const { id } = await newLink(new Date(daysAgo(400)));
    const batchId = uuidv7({ msecs: daysAgo(30) });
    await journal().append({ kind: "uncounted", batchId, visits: [preview(id, daysAgo(30))] });
    await deleteOld("RecordedBatch", new Date());
    await replay();
    expect(await botHits(id)).toBe(1);
  });

  it("are refused when nobody can know any more whether they were counted", async () => {
    const { id } = await newLink(new Date(daysAgo(400)));
    const before = journal().quarantined().files;
    await journal().append({
      kind: "uncounted",
      batchId: uuidv7({ msecs: daysAgo(370) }),
      visits: [preview(id, daysAgo(370))],
    });
    await replay();
    expect([await botHits(id), journal().quarantined().files]).toEqual([0, before + 1]);
  });

  it("leave no record behind once their writer knows that they are stored", async () => {
    const { id } = await newLink(new Date(daysAgo(400)));
    const [before, batchId] = [await records(), uuidv7()];
    await recordUncounted(batchId, [preview(id, Date.now())]);
    own.service.visits.uncountedRecorder.settle(batchId);
    await recordUncounted(uuidv7(), [preview(id, Date.now())]);
    expect(await records()).toBe((before ?? 0) + 1);
  });
});

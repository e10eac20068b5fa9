// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { lastDays, rangeBefore } from "@/lib/core/date-range";
import { mostDays } from "@/lib/core/range-choice";
import { withAggregationLock } from "@/lib/database/aggregation-lock";
import { deleteLinks } from "@/lib/links/delete-links";
import { removeLeftHistory } from "@/lib/links/remove-history";
import { readFigures, type StoredShare } from "@/lib/shares/share-figures";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { backfillTotals } from "@/lib/stats/aggregate/backfill-totals";
import { pruneVisitors } from "@/lib/stats/aggregate/prune-visitors";
import { dimensions, labelCap } from "@/lib/stats/query/dimensions";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { mostLinks } from "@/lib/stats/query/report-scope";
import { getCampaigns } from "@/lib/stats/report/campaigns";
import { getChannelStatistics } from "@/lib/stats/report/channel-statistics";
import { getLinkPeek } from "@/lib/stats/report/link-peek";
import { inOneSnapshot } from "@/lib/stats/report/report";
import {
  getInstantScopeReport,
  getReportStatistics,
  getScopeBotHits,
  getScopeReport,
  getScopeWeekdayHours,
} from "@/lib/stats/report/scope-report";
import { newKeptSums, readSettled } from "@/lib/stats/sources/settled-sums";
import type { Click } from "@/lib/visits/describe/describe-click";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { createLink, deleteLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

/** Random histories over several links are in exact-statistics.test.ts. */
const own = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");
const query = (parameters: Record<string, unknown> = {}) =>
  statisticsQuery(statsQuerySchema.parse({ days: "90", ...parameters }), now);

async function newLink(slug?: string) {
  return createLink(
    {
      url: "https://example.com/",
      title: null,
      enabled: true,
      expiresAt: null,
      ...(slug ? { slug } : {}),
    },
    new Date("2026-01-01T00:00:00Z"),
  );
}

async function click(
  linkId: number,
  at: string,
  count: number,
  rest: (index: number) => Partial<Click> = () => ({}),
): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const part = Array.from({ length: Math.min(500, count - from) }, (_, index) =>
      makeClick(linkId, new Date(at), rest(from + index)),
    );
    await recordClicks(part);
  }
}

async function aggregateAll(): Promise<void> {
  while (await aggregateClicks());
}

beforeEach(async () => {
  const { rows } = await own.query<{ slug: string }>(`SELECT "slug" FROM "Link"`);
  // At once, as many as a test that failed has left.
  await deleteLinks(rows.map(({ slug }) => slug));
  await removeLeftHistory(new AbortController().signal);
  await own.query(`DELETE FROM "Tag"`);
});

/** As after an upgrade. */
async function forgetTotals(): Promise<void> {
  await own.query(`DELETE FROM "DayLabelTotal"; DELETE FROM "MonthLabelTotal"; UPDATE "DayTotal" SET "visitors" = 0; UPDATE "HourTotal" SET "visitors" = 0;
    UPDATE "RollupState" SET "totalsLinkId" = 1, "totalsDay" = '0001-01-01', "totalsEndLinkId" = (SELECT "last_value" FROM "Link_id_seq")`);
}

describe("sums that are kept", () => {
  it("have room for all months of the largest tag", () => {
    const kept = newKeptSums();
    const clicks = new Uint32Array(mostLinks);
    for (let month = 0; month < mostDays / 30; month++)
      kept.set(`${month}`, { days: "x".repeat(1_000), labels: "", clicks });
    expect(kept.size).toBe(mostDays / 30);
  });

  it("change with clicks that come late, and with the links", async () => {
    await pruneVisitors(now);
    const [a, b, c] = [await newLink("a"), await newLink("b"), await newLink("c")];
    for (const { id } of [a, b, c])
      await click(id, "2026-03-10T10:00:00Z", 3, () => ({ country: "CH" }));
    await aggregateAll();
    const read = async (...slug: string[]) => {
      const { range, topCountries, topLinks } = await getReportStatistics({ slug }, query());
      return {
        clicks: range.clicks,
        visitors: range.uniqueVisitors,
        topCountries,
        top: topLinks.map((link) => `${link.slug} ${link.clicks}`),
      };
    };
    const before = {
      clicks: 6,
      visitors: 6,
      topCountries: [{ country: "CH", count: 6 }],
      top: ["a 3", "b 3"],
    };
    expect(await read("a", "b")).toEqual(before);
    expect(await read("b", "a")).toEqual(before);
    await click(b.id, "2026-03-10T11:00:00Z", 1, () => ({ country: "DE" }));
    await aggregateAll();
    const { rows } = await own.query(
      `SELECT "linkId" FROM "LinkDay" WHERE "linkId" = ${b.id} AND "clicks" = 4`,
    );
    expect(rows).toHaveLength(1);
    const countries = [
      { country: "CH", count: 6 },
      { country: "DE", count: 1 },
    ];
    expect(await read("a", "b")).toEqual({
      clicks: 7,
      visitors: 7,
      topCountries: countries,
      top: ["b 4", "a 3"],
    });
    expect(await read("a", "c")).toMatchObject({ clicks: 6, top: ["a 3", "c 3"] });
  });

  it("count rare labels under Other in a month with more than 20,000", async () => {
    await pruneVisitors(now);
    const [a, b] = [await newLink("a"), await newLink("b")];
    for (const { id } of [a, b]) await click(id, "2026-03-10T10:00:00Z", 1);
    await aggregateAll();
    const march = {
      days: 31,
      since: new Date("2026-03-01T00:00:00Z"),
      until: new Date("2026-04-01T00:00:00Z"),
    };
    const source = dimensions.source.id;
    const wanted = { dimensions: ["source" as const] };
    const labels = async () => {
      const rows = await inOneSnapshot({}, async (reader) => {
        const settled = await readSettled(
          reader,
          { linkIds: [a.id, b.id] },
          march,
          wanted.dimensions,
        );
        return reader.$queryRaw<{ label: string; clicks: bigint }[]>(settled.source.labels(wanted));
      });
      return rows.map(({ label, clicks }) => ({ label, clicks: Number(clicks) }));
    };
    await own.query(
      `INSERT INTO "LinkMonthLabel" SELECT ${a.id}, '2026-03-01', ${source}, 'l-' || n, '', 1 FROM generate_series(1, 20000) n`,
    );
    expect(await labels()).toContainEqual({ label: "l-20000", clicks: 1 });
    await own.query(
      `INSERT INTO "LinkMonthLabel" VALUES (${b.id}, '2026-03-01', ${source}, 'one more', '', 5)`,
    );
    await own.query(`UPDATE "RollupState" SET "settledVersion" = "settledVersion" + 1`);
    const capped = await labels();
    expect(capped).toHaveLength(labelCap + 1);
    expect(capped).toContainEqual({ label: "one more", clicks: 5 });
    expect(capped).toContainEqual({ label: "Other", clicks: 20_001 - labelCap });
    const { clicks, breakdowns } = await getScopeReport({ slug: ["a", "b"] }, query());
    expect([clicks, breakdowns.source.slice(0, 2)]).toEqual([
      2,
      [
        { label: "Other", detail: null, count: 20_001 - labelCap },
        { label: "one more", detail: null, count: 5 },
      ],
    ]);
  });
});

describe("reports that would take too long", () => {
  it("are refused if the links have too many long labels", async () => {
    await pruneVisitors(now);
    const { id } = await newLink("a");
    await newLink("b");
    const long = `INSERT INTO "LinkMonthLabel" SELECT ${id}, m, ${dimensions.source.id}, repeat('x', 240) || n, '', 1 FROM generate_series(1, 20000) n`;
    await own.query(
      `${long}, generate_series('2025-06-01'::date, '2025-10-01', interval '1 month') m`,
    );
    const year = query({ days: undefined, from: "2025-06-01", to: "2025-10-31" });
    await expect(getScopeReport({ slug: ["a", "b"] }, year)).rejects.toMatchObject({
      code: "statistics_timeout",
      message: expect.stringContaining("shorter range or fewer links"),
    });
  });

  it.each([[[3.7]], [[2.4, 2.4]]])("are refused if several links take %j s", async (seconds) => {
    const report = inOneSnapshot({ isSum: true }, async (reader) => {
      for (const each of seconds) await reader.$executeRaw`SELECT pg_sleep(${each})`;
    });
    await expect(report).rejects.toMatchObject({
      code: "statistics_timeout",
      message: expect.stringContaining("Try again"),
    });
  });

  it("are those of tags and slugs, whether filtered or not", async () => {
    await newLink("a");
    const holder = own.query(
      `BEGIN; LOCK TABLE "LinkDay" IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(5); COMMIT`,
    );
    await sleep(500);
    await expect(getScopeReport({ slug: ["a"] }, query())).rejects.toMatchObject({
      code: "statistics_timeout",
    });
    await holder;
  });
});

describe("totals over all links", () => {
  const readLabels = async () => {
    const { rows } = await own.query(
      `SELECT "dimension", count(*)::int AS "labels", sum("clicks")::int AS "clicks", coalesce(sum("clicks") FILTER (WHERE "label" = 'Other'), 0)::int AS "other"
       FROM "DayLabelTotal" WHERE "dimension" IN (9, 12) GROUP BY 1 ORDER BY 1`,
    );
    return rows;
  };

  const sumOf = (labels: readonly { count: number }[]) =>
    labels.reduce((total, { count }) => total + count, 0);

  it("respect the label cap, and stay exact while a link with capped labels is removed", async () => {
    const [first, second] = [await newLink(), await newLink()];
    const tags = (prefix: string) => (index: number) => ({
      utmSource: `${prefix}-${index}`,
      country: "CH",
    });
    await click(first.id, "2026-05-19T10:00:00Z", 700, tags("x"));
    await aggregateAll();
    await click(second.id, "2026-05-19T10:00:00Z", 700, tags("y"));
    await aggregateAll();
    const capped = { labels: labelCap + 1, clicks: 1_400, other: 400 };
    expect(await readLabels()).toEqual([9, 12].map((dimension) => ({ dimension, ...capped })));
    const report = await getScopeReport({}, query(), { labelLimit: 2_000 });
    expect(sumOf(report.breakdowns.source)).toBe(1_400);
    expect(await getInstantScopeReport({}, query({ utm_source: ["x-1"] }), now)).toBeNull();
    expect(await getInstantScopeReport({}, query({ country: ["CH"] }), now)).toMatchObject({
      clicks: 1_400,
      known: ["region", "city"],
    });
    // Of the second link 300 labels have rows, and 400 are counted under Other.
    await deleteLink(second.slug);
    const { clicks, breakdowns } = await getScopeReport({}, query(), {
      breakdowns: ["source", "campaignSource"],
      labelLimit: 2_000,
    });
    expect([clicks, sumOf(breakdowns.source), sumOf(breakdowns.campaignSource)]).toEqual([
      700, 700, 700,
    ]);
    await removeLeftHistory(new AbortController().signal);
    expect(await readLabels()).toEqual(
      [9, 12].map((dimension) => ({ dimension, labels: 701, clicks: 700, other: 0 })),
    );
    expect((await getScopeReport({}, query())).clicks).toBe(700);
  });

  it("are prepared after an upgrade, while another version aggregates and removes links", async () => {
    const links = [await newLink(), await newLink(), await newLink()];
    for (const { id } of links)
      for (const day of ["2026-04-30", "2026-05-01", "2026-05-18"])
        await click(id, `${day}T10:00:00Z`, 4, (index) => ({ country: index > 0 ? "CH" : null }));
    await aggregateAll();
    const [kept, other, gone] = links;
    if (!kept || !other || !gone) throw new Error("three links were created");
    const read = async () => {
      const { range, topCountries, clicksByDay } = await getReportStatistics({}, query());
      return { range, topCountries, clicksByDay };
    };
    await forgetTotals();
    await expect(read()).rejects.toMatchObject({ code: "statistics_preparing" });
    // The rounds of the first portion end within a link. The version before removes labels without
    // the aggregation lock.
    const removal = own.query(
      `DELETE FROM "LinkDayLabel" WHERE "linkId" = ${gone.id} AND "day" < '2026-05-01'`,
    );
    // Asked before each round and each pause.
    let asked = 0;
    const afterTwoRounds = Object.defineProperty(new AbortController().signal, "aborted", {
      get: () => asked++ > 2,
    });
    await Promise.all([
      backfillTotals({ portion: 2, pauseMs: 0, signal: afterTwoRounds }),
      removal,
    ]);
    await expect(read()).rejects.toMatchObject({ code: "statistics_preparing" });
    await click(kept.id, "2026-05-18T11:00:00Z", 1, () => ({ country: "DE" }));
    await click(other.id, "2026-05-19T11:00:00Z", 1, () => ({ country: "DE" }));
    await aggregateAll();
    await deleteLink(gone.slug);
    await Promise.all([
      backfillTotals({ portion: 2, pauseMs: 0 }),
      removeLeftHistory(new AbortController().signal),
      backfillTotals({ portion: 1, pauseMs: 0 }),
    ]);
    await removeLeftHistory(new AbortController().signal);
    expect(await read()).toMatchObject({
      range: { clicks: 26, uniqueVisitors: 26 },
      topCountries: [
        { country: "CH", count: 18 },
        { country: "Unknown", count: 6 },
        { country: "DE", count: 2 },
      ],
    });
    const { rows } = await own.query(
      `SELECT (SELECT sum("clicks") FROM "DayLabelTotal" WHERE "dimension" = 2)::int AS "byDay", (SELECT sum("clicks") FROM "MonthLabelTotal" WHERE "dimension" = 2)::int AS "byMonth"`,
    );
    expect(rows).toEqual([{ byDay: 20, byMonth: 20 }]);
  });

  it("have no instant part for days whose raw clicks are deleted", async () => {
    const { id, slug } = await newLink();
    await click(id, "2026-05-18T10:00:00Z", 2, () => ({ country: "CH" }));
    await aggregateAll();
    const read = async (days: string) =>
      (
        await getInstantScopeReport(
          { slug: [slug] },
          query({ days, country: ["CH"], compare: "previous" }),
          now,
        )
      )?.clicks;
    await own.query(`UPDATE "RollupState" SET "clicksSince" = '2026-05-01'`);
    expect([await read("9"), await read("11")]).toEqual([2, undefined]);
    await own.query(`UPDATE "RollupState" SET "clicksSince" = NULL`);
    expect(await read("11")).toBe(2);
  });

  it("are changed by a removal only after the aggregation", async () => {
    const { id } = await newLink();
    await click(id, "2026-05-18T10:00:00Z", 2, () => ({ country: "CH" }));
    await aggregateAll();
    let removal: Promise<unknown> | undefined;
    await withAggregationLock(
      async (transaction) => {
        removal = own.query(`DELETE FROM "LinkDayLabel" WHERE "linkId" = ${id}`);
        const waiting = `SELECT FROM pg_locks WHERE "locktype" = 'advisory' AND NOT "granted"
          AND "database" = (SELECT "oid" FROM pg_database WHERE "datname" = current_database())`;
        await expect.poll(async () => (await own.query(waiting)).rows.length).toBe(1);
        // As an aggregation does: both would wait for each other if the removal held a lock on
        // these.
        await transaction.$executeRaw`UPDATE "RollupState" SET "settledVersion" = "settledVersion" + 1`;
        expect(
          await transaction.$executeRaw`UPDATE "DayLabelTotal" SET "clicks" = "clicks" + 0`,
        ).toBeGreaterThan(0);
      },
      { wait: true },
    );
    await removal;
    expect((await own.query(`SELECT FROM "DayLabelTotal"`)).rows).toEqual([]);
  });

  it("are prepared without keeping recorded clicks waiting", async () => {
    const { id } = await newLink();
    for (const day of ["2026-05-16", "2026-05-17", "2026-05-18"])
      await click(id, `${day}T10:00:00Z`, 1);
    await aggregateAll();
    await forgetTotals();
    await click(id, "2026-05-19T10:00:00Z", 1);
    await own.query(`CREATE FUNCTION "takeLong"() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.4); RETURN NULL; END';
      CREATE TRIGGER "takeLong" AFTER UPDATE OF "totalsLinkId" ON "RollupState" EXECUTE FUNCTION "takeLong"()`);
    let isPrepared = false;
    const prepared = backfillTotals({ portion: 1 }).then(() => {
      isPrepared = true;
    });
    let isPending = true;
    while (!isPrepared && isPending) {
      await sleep(100);
      await aggregateClicks();
      isPending = (await own.query(`SELECT FROM "PendingBatch"`)).rows.length > 0;
    }
    expect({ isPrepared, isPending }).toEqual({ isPrepared: false, isPending: false });
    await prepared;
    await own.query(`DROP FUNCTION "takeLong" CASCADE`);
  });

  it("have failed previews and first days of all links, whoever changes or deletes them", async () => {
    const [a, b] = [await newLink(), await newLink()];
    const read = async () => {
      const { ogFetchFailCount, lifetime } = await getReportStatistics({}, query());
      return [ogFetchFailCount, lifetime.firstDayClicks];
    };
    await own.query(`UPDATE "LinkCounter" SET "ogFetchFailCount" = 3 WHERE "linkId" = ${a.id}`);
    await own.query(`UPDATE "LinkCounter" SET "ogFetchFailCount" = "ogFetchFailCount" + 1`);
    await click(a.id, "2026-01-01T10:00:00Z", 2, () => ({ isFirstDay: true }));
    await click(b.id, "2026-01-01T10:00:00Z", 5, () => ({ isFirstDay: true }));
    expect(await read()).toEqual([5, 7]);
    await aggregateAll();
    expect(await read()).toEqual([5, 7]);
    await deleteLink(b.slug);
    expect(await read()).toEqual([4, 2]);
    await own.query(`UPDATE "LinkCounter" SET "ogFetchFailCount" = 0`);
    expect(await read()).toEqual([0, 2]);
  });
});

describe("the links of a report", () => {
  it("are refused with what to do if a tag or slug is unknown, and added up if they are many", async () => {
    await newLink("known");
    await expect(getScopeReport({ tag: ["spring"] }, query())).rejects.toMatchObject({
      code: "not_found",
      message: 'There is no tag "spring".',
    });
    for (const slug of ["gone", "\0"])
      await expect(getScopeReport({ slug: ["known", slug] }, query())).rejects.toMatchObject({
        code: "not_found",
      });
    await own.query(
      `INSERT INTO "Tag" ("id", "key", "name", "color", "createdAt") VALUES (7, 'many', 'Many', 'gray', now())`,
    );
    expect(await getScopeReport({ tag: ["MANY"] }, query())).toMatchObject({
      clicks: 0,
      topLinks: [],
      totals: { links: 0, createdAt: null },
    });
    await own.query(
      `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT 'bulk-' || n, 'https://example.com/', now(), now() FROM generate_series(1, 10001) n`,
    );
    await own.query(
      `INSERT INTO "LinkTag" SELECT "id", 7, "createdAt" FROM "Link" WHERE "slug" LIKE 'bulk-%'`,
    );
    // More than are added up at once, in all portions alike.
    await own.query(
      `INSERT INTO "LinkDay" SELECT "id", $1::date - 10, 2, 1 FROM "Link" WHERE "slug" LIKE 'bulk-%'`,
      [now],
    );
    await own.query(
      `INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "clicks")
       SELECT "linkId", "day", ${dimensions.country.id}, CASE "linkId" % 2 WHEN 0 THEN 'CH' ELSE 'DE' END, 2 FROM "LinkDay"`,
    );
    const label = (which: "min" | "max", text: string, clicks: number, numbers = "1, 1") =>
      own.query(
        `INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "clicks")
         SELECT (SELECT ${which}("linkId") FROM "LinkDay"), $1::date - 10, ${dimensions.source.id}, ${text}, ${clicks} FROM generate_series(${numbers}) n`,
        [now],
      );
    // Too rare to be kept of the first portion.
    await label("min", "'l-' || n", 2, "1, 20000");
    await label("min", "'rare'", 1);
    await label("max", "'rare'", 5);
    const many = await getScopeReport({ tag: ["many"] }, query());
    expect(many.breakdowns.source[1]).toEqual({ label: "rare", detail: null, count: 6 });
    expect([many.clicks, many.uniqueVisitors, many.topLinks.length]).toEqual([20_002, 10_001, 10]);
    expect(many.topLinks[0]?.clicks).toBe(2);
    const counts = many.breakdowns.country.map(({ count }) => count);
    expect(counts.toSorted((x, y) => x - y)).toEqual([10_000, 10_002]);
    await label("min", "'l-' || n", 2, "20001, 100000");
    await own.query(`UPDATE "RollupState" SET "settledVersion" = "settledVersion" + 1`);
    await expect(getScopeReport({ tag: ["many"] }, query())).rejects.toMatchObject({
      code: "statistics_timeout",
      message: expect.stringContaining("shorter range or fewer links"),
    });
    await own.query(`DELETE FROM "LinkDayLabel"`);
    await own.query(`DELETE FROM "LinkDay"`);
    await own.query(`DELETE FROM "Link"`);
  });

  it("have changes without today, and none if they did not exist in all of the earlier range", async () => {
    const range = { days: "30", compare: "weekdays" };
    const [old, young] = [
      await newLink("old"),
      await createLink(
        { url: "https://example.com/", title: null, enabled: true, expiresAt: null, slug: "young" },
        new Date("2026-04-01T00:00:00Z"),
      ),
    ];
    const tagged = () => ({ country: "CH", utmSource: "mail", utmCampaign: "spring" });
    for (const { id } of [old, young]) {
      await click(id, "2026-05-20T10:00:00Z", 1, tagged);
      await click(id, "2026-05-19T10:00:00Z", 3, tagged);
      await click(id, "2026-04-15T10:00:00Z", 5, tagged);
      await click(id, "2026-04-14T10:00:00Z", 2, tagged);
    }
    const twice = { now: 6, before: 4 };
    for (const step of [() => Promise.resolve(), aggregateAll]) {
      await step();
      const report = await getScopeReport({}, query(range), { comparedAt: now });
      expect(report.topLinks.map(({ slug, change }) => [slug, change])).toEqual([
        ["old", { now: 3, before: 2 }],
        ["young", undefined],
      ]);
      expect(report.breakdowns.country).toMatchObject([{ label: "CH", count: 8, change: twice }]);
      const { campaigns } = await getCampaigns({}, query(range), now);
      expect(campaigns).toMatchObject([{ campaign: "spring", clicks: 8, change: twice }]);
      const board = await getChannelStatistics(
        old.id,
        query(range).dateRange,
        now,
        [],
        rangeBefore(query(range).dateRange, "weekdays"),
      );
      expect(board.channels).toMatchObject([{ clicks: 4, change: { now: 3, before: 2 } }]);
    }
    const instant = await getInstantScopeReport(
      { slug: ["old"] },
      query({ ...range, utm_source: ["mail"] }),
      now,
    );
    expect(instant?.breakdowns.campaign).toMatchObject([{ change: { now: 3, before: 2 } }]);
    // The default: the same number of days before.
    expect((await getLinkPeek("old", "UTC", now)).change).toEqual({ now: 3, before: 7 });
    expect((await getLinkPeek("young", "UTC", now)).change).toBeNull();
  });

  it("have changes since the same dates a year earlier", async () => {
    const range = { days: "30", compare: "year" };
    const old = await createLink(
      { url: "https://example.com/", title: null, enabled: true, expiresAt: null, slug: "old" },
      new Date("2025-01-01T00:00:00Z"),
    );
    const tagged = () => ({ country: "CH", utmSource: "mail", utmCampaign: "spring" });
    // A day before the range, in it, and the counterpart of today, which is not over.
    for (const [day, count] of [
      ["2025-04-20", 1],
      ["2025-04-21", 2],
      ["2025-05-20", 4],
      ["2026-05-19", 8],
      ["2026-05-20", 16],
    ] as const)
      await click(old.id, `${day}T10:00:00Z`, count, tagged);
    const change = { now: 8, before: 2 };
    for (const step of [() => Promise.resolve(), aggregateAll]) {
      await step();
      for (const { slug, ...filters } of [
        {},
        { slug: ["old"] },
        { slug: ["old"], country: ["CH"] },
      ] as { slug?: string[]; country?: string[] }[]) {
        const scope = { slug };
        const wanted = query({ ...range, ...filters });
        const report = await getScopeReport(scope, wanted, { comparedAt: now });
        expect(report.previous?.clicks).toBe(6);
        expect(report.topLinks).toMatchObject([{ previousClicks: 6, change }]);
        expect(report.breakdowns.country).toMatchObject([{ label: "CH", count: 24, change }]);
        const { campaigns } = await getCampaigns(scope, wanted, now);
        expect(campaigns).toMatchObject([{ campaign: "spring", clicks: 24, change }]);
      }
      const local = await getReportStatistics({}, query({ ...range, timezone: "Asia/Tokyo" }));
      expect(local.previous?.range).toMatchObject({ clicks: 6, since: "2025-04-20T15:00:00.000Z" });
    }
  });

  it("of campaigns are those of all links also where these are too many to be read", async () => {
    const [old, young] = [await newLink("old"), await newLink("young")];
    const from = (utmSource: string, utmCampaign: string | null) => () => ({
      utmSource,
      utmCampaign,
    });
    await click(old.id, "2026-04-10T10:00:00Z", 5, from("mail", "spring"));
    await click(old.id, "2026-05-19T10:00:00Z", 3, from("mail", "spring"));
    await click(young.id, "2026-05-19T10:00:00Z", 2, from("None", "spring"));
    await click(young.id, "2026-05-20T10:00:00Z", 4, from("poster", null));
    await aggregateAll();
    await click(old.id, "2026-05-20T10:00:00Z", 1, from("poster", "autumn"));
    const read = () => getCampaigns({}, query({ days: "60", compare: "previous" }), now);
    const few = await read();
    expect(few.campaigns.map(({ campaign, clicks }) => [campaign, clicks])).toEqual([
      ["spring", 10],
      ["autumn", 1],
      ["None", 4],
    ]);
    // As if there were more links.
    await own.query(
      `INSERT INTO "DayTotal" ("day", "slot", "links") VALUES ('2020-01-01', 5, 10001)`,
    );
    const many = await read();
    await own.query(`DELETE FROM "DayTotal" WHERE "day" = '2020-01-01'`);
    expect(many).toEqual({ ...few, busiest: 500 });
  });

  it("are ranked by clicks with their share and what they had before", async () => {
    const slugs = Array.from({ length: 12 }, (_, index) => `rank-${index}`);
    for (const [index, slug] of slugs.entries()) {
      const { id } = await newLink(slug);
      await click(id, "2026-05-20T10:00:00Z", index + 1, (n) => ({
        country: n % 2 === 0 ? "CH" : "DE",
      }));
      await click(id, "2026-05-19T10:00:00Z", 2, () => ({ country: "CH" }));
    }
    const day = { days: "1", compare: "previous" };
    for (const scope of [{}, { slug: slugs }]) {
      for (const step of [() => Promise.resolve(), aggregateAll]) {
        await step();
        const { topLinks } = await getReportStatistics(scope, query(day));
        expect(topLinks).toHaveLength(10);
        expect(topLinks.slice(0, 2)).toEqual([
          { slug: "rank-11", title: null, clicks: 12, share: 12 / 78, previousClicks: 2 },
          { slug: "rank-10", title: null, clicks: 11, share: 11 / 78, previousClicks: 2 },
        ]);
      }
      const filtered = await getReportStatistics(scope, query({ ...day, country: ["DE"] }));
      expect(filtered.topLinks[0]).toEqual({
        slug: "rank-11",
        title: null,
        clicks: 6,
        share: 6 / 36,
        previousClicks: 0,
      });
      expect(
        (await getReportStatistics(scope, query({ days: "1" }))).topLinks[0]?.previousClicks,
      ).toBeNull();
    }
  });

  it("have no link that was deleted while its clicks were pending", async () => {
    const [kept, gone] = [await newLink("kept"), await newLink("gone")];
    await click(kept.id, "2026-05-20T09:00:00Z", 1);
    await click(gone.id, "2026-05-20T09:00:00Z", 5);
    await aggregateAll();
    await click(gone.id, "2026-05-20T10:00:00Z", 5);
    // Like `deleteLink`, which removes a short history at once.
    await deleteLink("gone");
    expect((await getReportStatistics({}, query())).topLinks.map(({ slug }) => slug)).toEqual([
      "kept",
    ]);
  });

  it("have bot hits by day, and clicks by weekday and hour", async () => {
    const [a, b] = [await newLink("a"), await newLink("b")];
    await recordUncounted(uuidv7(), [
      { linkId: a.id, at: now, kind: "unfurler", name: "Slack" },
      { linkId: b.id, at: now, kind: "unfurler", name: "X" },
      { linkId: b.id, at: now, kind: "crawler", name: "Googlebot" },
    ]);
    await click(a.id, "2026-05-18T05:00:00Z", 2);
    await click(b.id, "2026-05-18T05:30:00Z", 1);
    for (const scope of [{}, { slug: ["a", "b"] }]) {
      expect(
        [...(await getScopeBotHits(scope, lastDays(7, now)))].filter(([, hits]) => hits > 0),
      ).toEqual([["2026-05-20", 2]]);
      for (const step of [() => Promise.resolve(), aggregateAll]) {
        await step();
        const hours = await getScopeWeekdayHours(scope, lastDays(7, now));
        expect(hours[0]?.[5]).toBe(3);
        expect(hours.flat().reduce((sum, clicks) => sum + clicks, 0)).toBe(3);
      }
    }
  });
});

it("a share page says what was before its days only if that was chosen", async () => {
  const { id } = await newLink();
  await click(id, "2026-05-08T12:00:00Z", 4);
  await click(id, "2026-05-11T12:00:00Z", 6);
  const readOf = (cards: string[]) => {
    const chosen = { cards, days: null, from: "2026-05-10", to: "2026-05-11" };
    return readFigures({ linkId: id, campaign: null, ...chosen } as StoredShare, now);
  };
  const plain = await readOf(["links"]);
  expect([plain.clicks, plain.before]).toEqual([6, null]);
  expect(await readOf(["links", "comparison"])).toEqual({
    ...plain,
    before: {
      from: "2026-05-08",
      to: "2026-05-09",
      clicks: { now: 6, before: 4 },
      visitors: expect.anything(),
    },
  });
});

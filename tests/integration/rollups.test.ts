// Run: verify
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { lastDays } from "@/lib/core/date-range";
import { clickPartitionsSql } from "@/lib/database/click-partitions";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { closeMonths } from "@/lib/stats/aggregate/close-months";
import { labelCap } from "@/lib/stats/query/dimensions";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getInstantLinkReport, getLinkReport } from "@/lib/stats/report/link-report";
import { getSparklines } from "@/lib/stats/report/sparklines";
import { listUncounted } from "@/lib/stats/report/uncounted";
import { getWeekdayHours } from "@/lib/stats/report/weekday-hours";
import { readLimit } from "@/lib/stats/sources/pending-clicks";
import { addClickMonths, dropOldClicks, indexClickTimes } from "@/lib/visits/click-months";
import type { Click } from "@/lib/visits/describe/describe-click";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { countClicks } from "../support/count-clicks";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");

function newLink() {
  return createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date("2026-01-01T00:00:00Z"),
  );
}

function clickOf(linkId: number, at: string, rest: Partial<Click> = {}): Click {
  return makeClick(linkId, new Date(at), rest);
}

const query = (parameters: Record<string, unknown>) =>
  statisticsQuery(statsQuerySchema.parse(parameters), now);

async function aggregateAll(): Promise<void> {
  while (await aggregateClicks());
}

it("an instant report compares labels only where roll-ups of both ranges have them", async () => {
  const { id, slug } = await newLink();
  const tags = { utmSource: "news", utmMedium: "email", utmCampaign: "spring" };
  await recordClicks(
    ["2026-05-18T10:00:00Z", "2026-05-11T10:00:00Z"].map((at) => clickOf(id, at, tags)),
  );
  await aggregateAll();
  const asked = query({ days: "7", utm_source: "news", compare: "previous" });
  const labels = async () => {
    const report = await getInstantLinkReport(slug, asked, now);
    return report && [report.breakdowns.medium, report.breakdowns.campaign];
  };
  const compared = { change: { now: 1, before: 1 } };
  expect(await labels()).toMatchObject([[compared], [compared]]);
  await database.query(`UPDATE "RollupState" SET "placesSince" = '2026-05-14'`);
  try {
    const [mediums, campaigns] = (await labels()) ?? [];
    expect(mediums).toEqual([{ label: "email", detail: null, count: 1 }]);
    expect(campaigns).toMatchObject([compared]);
  } finally {
    await database.query(`UPDATE "RollupState" SET "placesSince" = '1970-01-01'`);
  }
});

it("a filtered report has no instant part while clicks of the range that it is compared with cannot be read", async () => {
  const { id, slug } = await newLink();
  await recordClicks([clickOf(id, "2026-05-20T10:00:00Z", { country: "CH" })]);
  await aggregateAll();
  await recordClicks(
    Array.from({ length: 20 }, () => clickOf(id, "2026-05-12T10:00:00Z", { country: "CH" })),
  );
  const clicks = async () => {
    const report = await getInstantLinkReport(
      slug,
      query({ days: "7", country: "CH", compare: "previous" }),
      now,
    );
    return report && [report.clicks, report.previous?.clicks];
  };
  const limit = readLimit();
  const before = limit.clicks;
  limit.clicks = 10;
  try {
    expect(await clicks()).toBeNull();
  } finally {
    limit.clicks = before;
  }
  expect(await clicks()).toEqual([1, 20]);
  await aggregateAll();
  expect(await clicks()).toEqual([1, 20]);
});

describe("a flood of random tags", () => {
  it("respects the label cap and keeps totals exact", async () => {
    const { id, slug } = await newLink();
    const count = labelCap * 3;
    const flood = Array.from({ length: count }, (_, index) =>
      clickOf(id, "2026-05-20T10:00:00Z", { utmSource: `random-${index}`, utmMedium: "mail" }),
    );
    for (let from = 0; from < count; from += 500) {
      await recordClicks(flood.slice(from, from + 500));
      if (from % 1_000 === 0) await aggregateAll();
    }
    await aggregateAll();
    const { rows } =
      await database.query(`SELECT "dimension", count(*)::int AS "labels", sum("clicks")::int AS "clicks" FROM "LinkDayLabel"
      WHERE "linkId" = ${id} AND "dimension" IN (9, 10, 12) GROUP BY 1 ORDER BY 1`);
    expect(rows).toEqual([
      { dimension: 9, labels: labelCap + 1, clicks: count },
      { dimension: 10, labels: 1, clicks: count },
      { dimension: 12, labels: labelCap + 1, clicks: count },
    ]);
    const { breakdowns, clicks } = await getLinkReport(slug, query({}), {
      labelLimit: labelCap + 1,
    });
    expect(breakdowns.source[0]).toEqual({ label: "Other", detail: null, count: count - labelCap });
    expect([clicks, breakdowns.source.reduce((total, entry) => total + entry.count, 0)]).toEqual([
      count,
      count,
    ]);
  });
});

describe("closed months", () => {
  const day = (date: string, tags: number, from: number) => (id: number) =>
    Array.from({ length: tags }, (_, index) =>
      clickOf(id, `${date}T10:00:00Z`, { utmSource: `tag-${from + index}`, country: "CH" }),
    );
  const labelsOf = async (id: number) =>
    (
      await database.query(`SELECT "dimension", count(*)::int AS "labels", sum("clicks" + coalesce("moreClicks", 0))::float8 AS "clicks" FROM "LinkMonthLabel"
        WHERE "linkId" = ${id} AND "dimension" IN (2, 9) GROUP BY 1 ORDER BY 1`)
    ).rows;

  it("are aggregated once, respect the cap and do not change statistics", async () => {
    await database.query(
      `UPDATE "RollupState" SET "monthsUntil" = '2026-04-01', "monthsLinkId" = 0`,
    );
    const links = [await newLink(), await newLink()];
    for (const { id } of links)
      for (const make of [day("2026-04-05", 400, 0), day("2026-04-06", 700, 400)])
        await recordClicks(make(id));
    await aggregateAll();
    const reports = () =>
      Promise.all(
        links.map(({ slug }) =>
          getLinkReport(slug, query({ days: "90" }), {
            breakdowns: ["country", "referrer", "device"],
          }),
        ),
      );
    const before = await reports();
    await closeMonths(new Date("2026-04-30T23:59:59Z"), { pauseMs: 0 });
    expect(await labelsOf(links[0]?.id ?? 0)).toEqual([]);
    await Promise.all([closeMonths(now, { pauseMs: 0 }), closeMonths(now, { pauseMs: 0 })]);
    for (const { id } of links) {
      expect(await labelsOf(id)).toEqual([
        { dimension: 2, labels: 1, clicks: 1_100 },
        { dimension: 9, labels: labelCap + 1, clicks: 1_100 },
      ]);
    }
    expect(await reports()).toEqual(before);
  });

  it("hold more than 32 bits, by day, month and label", async () => {
    await database.query(`DELETE FROM "LinkMonthLabel"`);
    await database.query(
      `UPDATE "RollupState" SET "monthsUntil" = '2026-04-01', "monthsLinkId" = 0`,
    );
    const { id, slug } = await newLink();
    const most = 2_147_483_647;
    for (const day of ["2026-04-07", "2026-04-08"]) {
      await database.query(`INSERT INTO "LinkDay" VALUES (${id}, '${day}', ${most}, ${most})`);
      await database.query(
        `INSERT INTO "LinkHour" VALUES (${id}, '${day}T10:00:00Z', ${most}, ${most})`,
      );
      await database.query(
        `INSERT INTO "LinkDayLabel" VALUES (${id}, '${day}', 2, 'CH', '', ${most})`,
      );
    }
    const add = async () => {
      await recordClicks([
        clickOf(id, "2026-04-07T10:30:00Z", {
          country: "CH",
          visitor: uuidv7().replaceAll("-", ""),
        }),
      ]);
      await aggregateAll();
    };
    await add();
    await add();
    const read = async () => {
      const asked = query({ from: "2026-04-01", to: "2026-04-30" });
      const report = await getLinkReport(slug, asked, { breakdowns: ["country"] });
      const hours = await getWeekdayHours(id, asked.dateRange);
      return {
        clicks: report.clicks,
        visitors: report.uniqueVisitors,
        labels: report.breakdowns.country,
        hours: hours.flat().reduce((sum, clicks) => sum + clicks, 0),
        sparks: (await getSparklines([id], 14, new Date("2026-04-08T12:00:00Z")))
          .get(id)
          ?.slice(-2),
      };
    };
    const all = 2 * most + 2;
    const expected = {
      clicks: all,
      visitors: all,
      labels: [{ label: "CH", detail: null, count: all }],
      hours: all,
      sparks: [most + 2, most],
    };
    expect(await read()).toEqual(expected);
    await closeMonths(now, { pauseMs: 0 });
    expect(await labelsOf(id)).toEqual([{ dimension: 2, labels: 1, clicks: all }]);
    expect(await read()).toEqual(expected);
    // Triggers keep the totals of all links equal.
    const { rows } = await database.query(
      `SELECT sum("clicks")::float8 AS "clicks" FROM "DayLabelTotal" WHERE "day" IN ('2026-04-07', '2026-04-08') AND "label" = 'CH'`,
    );
    expect(rows).toEqual([{ clicks: all }]);
    await database.query(`DELETE FROM "LinkDayLabel" WHERE "linkId" = ${id}`);
  });

  it("accept late clicks", async () => {
    const { id, slug } = await newLink();
    await recordClicks([...day("2026-04-05", 3, 0)(id), ...day("2026-05-05", 2, 0)(id)]);
    await aggregateAll();
    expect(await labelsOf(id)).toEqual([
      { dimension: 2, labels: 1, clicks: 3 },
      { dimension: 9, labels: 3, clicks: 3 },
    ]);
    expect((await getLinkReport(slug, query({ days: "90" }))).breakdowns.country).toEqual([
      { label: "CH", detail: null, count: 5 },
    ]);
  });
});

describe("crawlers that make up names", () => {
  it("respect the cap per link and day, and all visits are counted", async () => {
    const { id } = await newLink();
    const come = (from: number, count: number, kind: "crawler" | "unfurler" = "crawler") =>
      recordUncounted(
        uuidv7(),
        Array.from({ length: count }, (_, index) => ({
          linkId: id,
          at: now,
          kind,
          name: `${kind}-${from + index}`,
        })),
      );
    await come(0, 90);
    await come(0, 140);
    await come(120, 30);
    await come(0, 5, "unfurler");
    const entries = await listUncounted(id, lastDays(1, now));
    const crawlers = entries.filter(({ kind }) => kind === "crawler");
    expect(crawlers.find(({ name }) => name === "Other")?.count).toBe(70);
    expect([crawlers.length, crawlers.reduce((total, { count }) => total + count, 0)]).toEqual([
      101, 260,
    ]);
    expect(entries.filter(({ kind }) => kind === "unfurler")).toHaveLength(5);
  });
});

describe("filters", () => {
  it.each<[Record<string, unknown>, (click: Click) => boolean]>([
    [{ country: "CH" }, ({ country }) => country === "CH"],
    [{ country: ["CH", "Unknown"] }, ({ country }) => country === "CH" || country === null],
    [{ country: "!CH" }, ({ country }) => country !== "CH"],
    [{ referrer: "Direct", os: "!iOS" }, ({ referrer, os }) => referrer === null && os !== "iOS"],
    [
      { utm_source: ["!None", "!x"], device: "Mobile" },
      ({ utmSource, device }) =>
        utmSource !== null && utmSource !== "None" && utmSource !== "x" && device === "Mobile",
    ],
    [{ utm_source_is: "!x" }, ({ utmSource }) => utmSource === "!x"],
    [{ utm_source_not: ["!x"] }, ({ utmSource }) => utmSource !== "!x"],
    [{ utm_source_is: "None" }, ({ utmSource }) => utmSource === "None"],
    [
      { utm_source_is: ["None", "!x"], utm_source: "x" },
      ({ utmSource }) => utmSource !== null && ["None", "!x", "x"].includes(utmSource),
    ],
    [
      { utm_source_is: "None", utm_source_not: "x", device_not: "Mobile" },
      ({ utmSource, device }) => utmSource === "None" && device !== "Mobile",
    ],
    [{ utm_source: "Other" }, ({ utmSource }) => utmSource === "Other"],
  ])("%j", async (filters, passes) => {
    const { id, slug } = await newLink();
    const pick = <T>(values: readonly T[], index: number) => values[index % values.length] as T;
    const clicks = Array.from({ length: 120 }, (_, index) =>
      clickOf(id, new Date(now.getTime() - index * 3_600_000).toISOString(), {
        country: pick(["CH", "DE", null], index),
        referrer: pick(["a.example", null], index >> 1),
        os: pick(["iOS", "Linux"], index >> 2),
        device: pick(["Mobile", "Desktop"] as const, index >> 3),
        utmSource: pick(["x", "news", null, "!x", "None", "Other"], index >> 1),
      }),
    );
    await recordClicks(clicks);
    const wanted = query({ ...filters, days: "4", interval: "hour" });
    const expected = countClicks(clicks, new Date(0), wanted.dateRange, passes);
    const report = await getLinkReport(slug, wanted);
    expect({
      clicks: report.clicks,
      days: report.days,
      hours: report.series,
      breakdowns: report.breakdowns,
    }).toEqual({
      clicks: expected.clicks,
      days: expected.days,
      hours: expected.hours,
      breakdowns: expected.breakdowns,
    });
    expect(expected.clicks).toBeGreaterThan(0);
    expect([report.link.clickCount, report.isFiltered]).toEqual([120, true]);
    expect(report.recentClicks).toHaveLength(Math.min(20, expected.clicks));
  });
});

describe("monthly partitions of clicks", () => {
  it("accept clicks of months without a partition and move them later", async () => {
    const { id } = await newLink();
    await recordClicks([
      clickOf(id, "2031-01-31T23:59:59.999Z"),
      clickOf(id, "2031-02-01T00:00:00Z"),
      clickOf(id, "1999-01-01T00:00:00Z"),
    ]);
    await aggregateAll();
    await addClickMonths(new Date("2031-01-31T23:59:59.999Z"));
    await addClickMonths(new Date("2031-02-01T00:00:00Z"));
    for (const [part, clicks] of Object.entries({
      Click_default: 1,
      Click_2031_01: 1,
      Click_2031_02: 1,
    })) {
      expect([
        part,
        (await database.query(`SELECT FROM "${part}" WHERE "linkId" = ${id}`)).rowCount,
      ]).toEqual([part, clicks]);
    }
  });

  it("get the index on times that an upgrade left to later once their month is over", async () => {
    await addClickMonths(now);
    const { rows: indexes } = await database.query(
      `SELECT pg_get_indexdef('"Click_createdAt_idx"'::regclass) AS "made"`,
    );
    await database.query(`DROP INDEX "Click_createdAt_idx"`);
    await database.query(indexes[0].made);
    const indexed = async () => {
      const { rows } = await database.query(`
        SELECT c.relname::text AS "name" FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid JOIN pg_class c ON c.oid = x.indrelid
        WHERE i.inhparent = '"Click_createdAt_idx"'::regclass ORDER BY 1`);
      return rows.map(({ name }) => name);
    };
    const all = (await database.query(clickPartitionsSql)).rows.map(({ name }) => name);
    expect([await indexed(), all]).toEqual([
      [],
      expect.arrayContaining(["Click_2026_04", "Click_2026_05", "Click_default"]),
    ]);
    await Promise.all([indexClickTimes(now), indexClickTimes(now)]);
    expect(await indexed()).toEqual(all.filter((name) => name !== "Click_2026_05"));
    await indexClickTimes(new Date("2026-06-01T00:00:00Z"));
    await addClickMonths(new Date("2027-03-01T00:00:00Z"));
    expect(await indexed()).toEqual(expect.arrayContaining([...all, "Click_2027_04"]));
  });

  it("drop old months once they are aggregated, without changing totals", async () => {
    const { id, slug } = await newLink();
    const dates = ["2026-02-28T23:59:59Z", "2026-03-01T00:00:00Z", "2026-05-01T00:00:00Z"];
    await addClickMonths(new Date("2026-03-15T00:00:00Z"));
    await recordClicks(dates.map((at) => clickOf(id, at, { country: "CH" })));
    const kept = async () =>
      (await database.query(`SELECT "createdAt" FROM "StoredClick" WHERE "linkId" = ${id}`)).rows
        .length;
    await dropOldClicks(60, now);
    expect(await kept()).toBe(3);
    await aggregateAll();
    const before = await getLinkReport(slug, query({ days: "365" }));
    await dropOldClicks(60, now);
    expect(await kept()).toBe(2);
    const after = await getLinkReport(slug, query({ days: "365" }));
    expect({ ...after, recentClicks: [], clicksSince: null }).toEqual({
      ...before,
      recentClicks: [],
      clicksSince: null,
    });
    expect([after.clicksSince, after.recentClicks.length]).toEqual(["2026-03-01T00:00:00.000Z", 2]);
  });

  it("drop clicks of months without a partition in rounds", async () => {
    const { id } = await newLink();
    await recordClicks(
      Array.from({ length: 25 }, (_, minute) =>
        clickOf(id, `1999-01-01T00:${String(minute).padStart(2, "0")}:00Z`),
      ),
    );
    await aggregateAll();
    await database.query(`CREATE TABLE "dropped" ("rows" int)`);
    await database.query(`CREATE FUNCTION "noteDropped"() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO "dropped" SELECT count(*) FROM gone; RETURN NULL; END $$`);
    await database.query(`CREATE TRIGGER "note_dropped" AFTER DELETE ON "Click_default" REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION "noteDropped"()`);
    try {
      await dropOldClicks(60, now, { portion: 10, pauseMs: 1 });
      const { rows } = await database.query<{ most: number; total: number }>(
        `SELECT max("rows") AS "most", sum("rows")::int AS "total" FROM "dropped"`,
      );
      expect(rows[0]?.most).toBe(10);
      expect(rows[0]?.total).toBeGreaterThanOrEqual(25);
      expect(
        (await database.query(`SELECT FROM "StoredClick" WHERE "createdAt" < '2026-03-01'`))
          .rowCount,
      ).toBe(0);
    } finally {
      await database.query(
        `DROP TRIGGER "note_dropped" ON "Click_default"; DROP FUNCTION "noteDropped"(); DROP TABLE "dropped"`,
      );
    }
  });
});

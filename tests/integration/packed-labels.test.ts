// Run: verify
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteLinks } from "@/lib/links/delete-links";
import { removeLeftHistory } from "@/lib/links/remove-history";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { backfillTotals } from "@/lib/stats/aggregate/backfill-totals";
import { closeMonths } from "@/lib/stats/aggregate/close-months";
import { moveSetAside } from "@/lib/stats/aggregate/move-set-aside";
import { dimensionNames } from "@/lib/stats/query/dimensions";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { setClicksAside, undoSetAside } from "@/lib/stats/report/change-set-aside";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { getScopeReport } from "@/lib/stats/report/scope-report";
import { getSetAside } from "@/lib/stats/report/set-aside";
import type { Click } from "@/lib/visits/describe/describe-click";
import { recordClicks } from "@/lib/visits/record-clicks";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");
/** May is closed by then. */
const later = new Date("2026-06-20T12:00:00Z");
const { signal } = new AbortController();
const tags = { utmSource: "news", utmMedium: "email", utmCampaign: "spring" };
const swiss: Partial<Click> = { country: "CH", region: "ZH", city: "Zurich", ...tags };
const german: Partial<Click> = { country: "DE", referrer: "a.example", locale: "de-DE" };

describe("labels of a day with few clicks", () => {
  let slug: string;
  let id: number;

  beforeEach(async () => {
    await own.query(
      `UPDATE "RollupState" SET "monthsUntil" = '2026-05-01', "monthsLinkId" = 0, "packedSince" = '2026-05-10', "visitorsSince" = '2026-05-12'`,
    );
    ({ slug, id } = await createLink(
      { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      new Date("2026-01-01T00:00:00Z"),
    ));
  });

  const come = async (count: number, rest: Partial<Click>, day = "2026-05-20") => {
    const at = (index: number) => new Date(Date.parse(`${day}T10:00:00Z`) + index * 1_000);
    await recordClicks(Array.from({ length: count }, (_, each) => makeClick(id, at(each), rest)));
    while (await aggregateClicks());
  };
  const report = (at: Date) => ({
    link: getLinkReport(slug, statisticsQuery(statsQuerySchema.parse({ days: "90" }), at)),
    all: getScopeReport({}, statisticsQuery(statsQuerySchema.parse({ days: "90" }), at), {
      breakdowns: dimensionNames,
    }),
  });
  /** As "label detail count", of the link; all links have the same. */
  const labels = async (at = now) => {
    const { link, all } = report(at);
    const lists = Object.entries((await link).breakdowns).map(([name, entries]) => [
      name,
      entries.map(({ label, detail, count }) => [label, detail, count].join(" ")).sort(),
    ]);
    for (const name of dimensionNames)
      expect((await all).breakdowns[name], name).toEqual((await link).breakdowns[name]);
    return Object.fromEntries(lists) as Record<string, string[]>;
  };
  const stored = async () => {
    const { rows } = await own.query<{ packed: number; dimensions: number[] }>(
      `SELECT (SELECT count("labels")::int FROM "LinkDayPack") AS "packed", ARRAY(SELECT DISTINCT "dimension" FROM "LinkDayLabel" ORDER BY 1) AS "dimensions"`,
    );
    return rows[0];
  };
  /** How many packs are summed up by month, and how many are not. */
  const inMonth = async () => {
    const { rows } = await own.query<{ inMonth: boolean; packs: number }>(
      `SELECT "inMonth", count(*)::int AS "packs" FROM "LinkDayPack" GROUP BY 1`,
    );
    return Object.fromEntries(rows.map((row) => [String(row.inMonth), row.packs]));
  };
  afterEach(async () => {
    await deleteLinks([slug]);
    await removeLeftHistory(signal);
    const { rows } = await own.query(
      `SELECT "label" FROM "DayLabelTotal" UNION ALL SELECT "label" FROM "MonthLabelTotal" UNION ALL SELECT "label" FROM "LinkDayLabel" UNION ALL SELECT "labels" FROM "LinkDayPack"`,
    );
    expect(rows).toEqual([]);
  });

  it("are two texts, but for what these cannot have, and count like all others", async () => {
    await come(2, swiss);
    await come(3, { ...german, city: "a\u001fb" });
    await come(1, german);
    expect(await stored()).toEqual({ packed: 1, dimensions: [4] });
    expect(await labels()).toMatchObject({
      country: ["CH  2", "DE  4"],
      region: ["Unknown  4", "ZH CH 2"],
      city: ["Unknown  1", "Zurich CH 2", "a\u001fb DE 3"],
      device: ["Desktop  6"],
      campaignSource: ["None None 4", "spring news 2"],
    });
    await come(9, swiss);
    expect((await stored())?.dimensions).toContain(2);
    expect(await labels()).toMatchObject({
      country: ["CH  11", "DE  4"],
      locale: ["Unknown  11", "de-DE  4"],
    });
  });

  it("have rows on days that the version before may still count", async () => {
    await come(2, swiss, "2026-05-09");
    expect(await stored()).toMatchObject({ packed: 0 });
    expect(await labels()).toMatchObject({ country: ["CH  2"] });
  });

  it("are those of closed months too, and of late clicks", async () => {
    await come(3, swiss);
    await come(2, german, "2026-05-19");
    await closeMonths(later, { pauseMs: 0 });
    await come(1, german);
    expect(await labels(later)).toMatchObject({
      country: ["CH  3", "DE  3"],
      city: ["Unknown  3", "Zurich CH 3"],
    });
    expect(await inMonth()).toEqual({ false: 2 });
  });

  it("of a month with many of them are summed up, and read by day as before", async () => {
    for (const day of ["2026-05-16", "2026-05-17", "2026-05-18", "2026-05-20"])
      await come(8, { ...swiss, visitor: "ab".repeat(16) }, day);
    await come(150, { ...swiss, visitor: "ab".repeat(16) });
    const before = await labels();
    await closeMonths(later, { pauseMs: 0 });
    expect(await inMonth()).toEqual({ true: 4 });
    expect(await labels(later)).toMatchObject(before);
    const undo = await setAside();
    expect(await labels(later)).toMatchObject({
      country: ["CH  24"],
      campaignSource: ["spring news 24"],
    });
    await undo();
    expect(await labels(later)).toMatchObject(before);
    // A part of the month.
    const from = new Date("2026-08-15T12:00:00Z");
    expect(await labels(from)).toMatchObject({ country: ["CH  166"] });
  });

  it("of a month that are summed up leave it with their visitor, and late clicks of the day stay", async () => {
    for (const day of ["2026-05-16", "2026-05-17", "2026-05-18", "2026-05-20"])
      await come(8, { ...swiss, visitor: "ab".repeat(16) }, day);
    await come(150, { ...swiss, visitor: "ab".repeat(16) });
    await closeMonths(later, { pauseMs: 0 });
    expect(await inMonth()).toEqual({ true: 4 });
    await come(3, german);
    const before = await labels(later);
    expect(before).toMatchObject({ country: ["CH  182", "DE  3"] });
    const undo = await setAside();
    expect(await inMonth()).toEqual({ true: 3 });
    expect(await labels(later)).toMatchObject({
      country: ["CH  24", "DE  3"],
      referrer: ["Direct  24", "a.example  3"],
    });
    await undo();
    expect(await labels(later)).toMatchObject(before);
  });

  it("are in totals that an upgrade adds up later", async () => {
    await own.query(
      `UPDATE "RollupState" SET "totalsLinkId" = 1, "totalsDay" = '0001-01-01', "totalsEndLinkId" = (SELECT "last_value" FROM "Link_id_seq")`,
    );
    await come(3, swiss);
    expect((await stored())?.packed).toBe(1);
    await backfillTotals({ pauseMs: 0 });
    expect(await labels()).toMatchObject({ country: ["CH  3"], campaignSource: ["spring news 3"] });
  });

  it("count as they are after any change", async () => {
    await come(2, swiss);
    await come(1, german);
    await own.query(
      `UPDATE "LinkDayPack" SET "labels" = replace("labels", 'CH', 'FR'), "pairs" = NULL`,
    );
    expect(await labels()).toMatchObject({ country: ["DE  1", "FR  2"] });
    const { rows } = await own.query(`SELECT FROM "DayLabelTotal" WHERE "label" = 'CH'`);
    expect(rows).toEqual([]);
  });

  it("go with their days, also if the version before removes these", async () => {
    await come(3, swiss);
    await own.query(
      `DELETE FROM "LinkDay"; DELETE FROM "LinkHour"; TRUNCATE "DayTotal", "HourTotal"`,
    );
    expect(await stored()).toMatchObject({ packed: 0 });
    const { rows } = await own.query(`SELECT FROM "DayLabelTotal"`);
    expect(rows).toEqual([]);
  });

  /** The only visitor who is found. Returns what undoes that. */
  const setAside = async () => {
    const visitor = (await getSetAside(slug, now)).found[0]?.visitor ?? "";
    const change = {
      now,
      by: "API_TOKEN" as const,
      role: "owner" as const,
      actor: { id: "API_TOKEN", name: "API_TOKEN", browser: null },
      wait: 0,
    };
    await setClicksAside(slug, visitor, change);
    await moveSetAside(signal);
    return async () => {
      await undoSetAside(slug, visitor, change);
      await moveSetAside(signal);
    };
  };

  it.each(["open", "closed"])(
    "go with a visitor who is set aside and was alone on the day, in a month that is %s",
    async (month) => {
      await come(12, german, "2026-05-19");
      const before = await labels();
      await come(6, { ...german, visitor: "ab".repeat(16) });
      await come(150, { ...german, visitor: "ab".repeat(16) });
      const all = await labels();
      if (month === "closed") await closeMonths(later, { pauseMs: 0 });
      const undo = await setAside();
      expect(await labels(later)).toMatchObject(before);
      await undo();
      expect(await labels(later)).toMatchObject(all);
    },
  );

  it.each(["open", "closed"])(
    "stay when others of the day are set aside in a month that is %s",
    async (month) => {
      await come(6, swiss);
      const before = await labels();
      await come(150, { ...german, visitor: "ab".repeat(16) });
      const all = await labels();
      expect(all.country).toEqual(["CH  6", "DE  150"]);
      expect(await stored()).toMatchObject({ packed: 1 });
      if (month === "closed") await closeMonths(later, { pauseMs: 0 });
      const undo = await setAside();
      expect(await stored()).toMatchObject({ packed: 0 });
      expect(await labels()).toEqual(before);
      await undo();
      expect(await labels()).toEqual(all);
    },
  );
});

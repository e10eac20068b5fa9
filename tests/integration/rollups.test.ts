import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { createLink } from "@/lib/links/create-link";
import { labelCap } from "@/lib/stats/fold-rollups";
import { getLinkReport } from "@/lib/stats/link-report";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query";
import { addClickMonths, dropOldClicks } from "@/lib/visits/click-months";
import type { Click } from "@/lib/visits/describe-click";
import { foldClicks } from "@/lib/visits/fold-clicks";
import { recordClicks } from "@/lib/visits/record-clicks";
import { countClicks } from "../support/count-clicks";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");

function newLink() {
  return createLink({ url: "https://example.com/", title: null, enabled: true, expiresAt: null }, new Date("2026-01-01T00:00:00Z"));
}

function clickOf(linkId: number, at: string, rest: Partial<Click> = {}): Click {
  const nothing = { referrer: null, country: null, region: null, city: null, locale: null, utmSource: null, utmMedium: null, utmCampaign: null };
  const browser = { device: "Desktop", browser: "Firefox", os: "Linux" } as const;
  return { ...nothing, ...browser, ...rest, id: uuidv7(), linkId, createdAt: new Date(at), visitor: randomBytes(16).toString("hex") };
}

const query = (parameters: Record<string, unknown>) => statisticsQuery(statsQuerySchema.parse(parameters), now);

async function foldAll(): Promise<void> {
  while (await foldClicks());
}

describe("a flood of random tags", () => {
  it("keeps to the cap, and its totals stay exact", async () => {
    const { id, slug } = await newLink();
    const count = labelCap * 3;
    const flood = Array.from({ length: count }, (_, index) =>
      clickOf(id, "2026-05-20T10:00:00Z", { utmSource: `random-${index}`, utmMedium: "mail" }),
    );
    for (let from = 0; from < count; from += 500) {
      await recordClicks(flood.slice(from, from + 500));
      if (from % 1_000 === 0) await foldAll();
    }
    await foldAll();
    const { rows } = await database.query(`SELECT "dimension", count(*)::int AS "labels", sum("clicks")::int AS "clicks" FROM "LinkDayLabel"
      WHERE "linkId" = ${id} AND "dimension" IN (9, 10, 12) GROUP BY 1 ORDER BY 1`);
    expect(rows).toEqual([
      { dimension: 9, labels: labelCap + 1, clicks: count },
      { dimension: 10, labels: 1, clicks: count },
      { dimension: 12, labels: labelCap + 1, clicks: count },
    ]);
    const { breakdowns, clicks } = await getLinkReport(slug, query({}), { labelLimit: labelCap + 1 });
    expect(breakdowns.source[0]).toEqual({ label: "Other", detail: null, count: count - labelCap });
    expect([clicks, breakdowns.source.reduce((total, entry) => total + entry.count, 0)]).toEqual([count, count]);
  });
});

describe("filters", () => {
  it.each<[Record<string, unknown>, (click: Click) => boolean]>([
    [{ country: "CH" }, ({ country }) => country === "CH"],
    [{ country: ["CH", "Unknown"] }, ({ country }) => country === "CH" || country === null],
    [{ country: "!CH" }, ({ country }) => country !== "CH"],
    [{ referrer: "Direct", os: "!iOS" }, ({ referrer, os }) => referrer === null && os !== "iOS"],
    [{ utm_source: ["!None", "!x"], device: "Mobile" }, ({ utmSource, device }) => utmSource !== null && utmSource !== "x" && device === "Mobile"],
  ])("%j", async (filters, passes) => {
    const { id, slug } = await newLink();
    const pick = <T>(values: readonly T[], index: number) => values[index % values.length] as T;
    const clicks = Array.from({ length: 120 }, (_, index) =>
      clickOf(id, new Date(now.getTime() - index * 3_600_000).toISOString(), {
        country: pick(["CH", "DE", null], index),
        referrer: pick(["a.example", null], index >> 1),
        os: pick(["iOS", "Linux"], index >> 2),
        device: pick(["Mobile", "Desktop"] as const, index >> 3),
        utmSource: pick(["x", "news", null, null], index >> 1),
      }),
    );
    await recordClicks(clicks);
    const wanted = query({ ...filters, days: "4", interval: "hour" });
    const expected = countClicks(clicks, new Date(0), wanted.window, passes);
    const report = await getLinkReport(slug, wanted);
    expect({ clicks: report.clicks, days: report.days, hours: report.series, breakdowns: report.breakdowns }).toEqual({
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

describe("months of clicks", () => {
  it("takes clicks of months that were not made, and moves them when they are", async () => {
    const { id } = await newLink();
    await recordClicks([clickOf(id, "2031-01-31T23:59:59.999Z"), clickOf(id, "2031-02-01T00:00:00Z"), clickOf(id, "1999-01-01T00:00:00Z")]);
    await addClickMonths(new Date("2031-01-31T23:59:59.999Z"));
    await addClickMonths(new Date("2031-02-01T00:00:00Z"));
    const { rows } = await database.query(`SELECT tableoid::regclass::text AS "part" FROM "Click" WHERE "linkId" = ${id} ORDER BY "createdAt"`);
    expect(rows.map(({ part }) => part)).toEqual(['"Click_default"', '"Click_2031_01"', '"Click_2031_02"']);
  });

  it("drops whole months that are old enough, once they are folded; every total stays", async () => {
    const { id, slug } = await newLink();
    const dates = ["2026-02-28T23:59:59Z", "2026-03-01T00:00:00Z", "2026-05-01T00:00:00Z"];
    await addClickMonths(new Date("2026-03-15T00:00:00Z"));
    await recordClicks(dates.map((at) => clickOf(id, at, { country: "CH" })));
    const kept = async () => (await database.query(`SELECT "createdAt" FROM "Click" WHERE "linkId" = ${id}`)).rows.length;
    await dropOldClicks(60, now);
    expect(await kept()).toBe(3);
    await foldAll();
    const before = await getLinkReport(slug, query({ days: "365" }));
    await dropOldClicks(60, now);
    expect(await kept()).toBe(2);
    const after = await getLinkReport(slug, query({ days: "365" }));
    expect({ ...after, recentClicks: [], clicksSince: null }).toEqual({ ...before, recentClicks: [], clicksSince: null });
    expect([after.clicksSince, after.recentClicks.length]).toEqual(["2026-03-01T00:00:00.000Z", 2]);
  });
});

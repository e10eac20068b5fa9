// Run: all
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lastDays } from "@/lib/core/date-range";
import { databaseUrl } from "@/lib/database/client";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getGlobalStatistics } from "@/lib/stats/report/global-statistics";
import { getLinkReport } from "@/lib/stats/report/link-report";
import { listUncounted } from "@/lib/stats/report/uncounted";
import type { Click } from "@/lib/visits/describe/describe-click";
import { seed } from "@/scripts/seed-traffic";
import { countClicks } from "../support/count-clicks";
import { openPool } from "../support/databases";
import { useOwnDatabase } from "../support/own-database";

/**
 * Made-up traffic is written with its roll-ups, past the aggregation: they must be what the
 * aggregation would have made of it.
 */
const database = useOwnDatabase();
const now = new Date();
const wanted = { links: 6, clicks: 6_000, days: 70 };
let made: { links: number; clicks: number };
let pool: pg.Pool;

beforeAll(async () => {
  pool = openPool(databaseUrl(), 3);
  made = await seed(pool, wanted, now);
});

afterAll(() => pool?.end());

describe("seed", () => {
  it("creates the requested number of links and about as many clicks, none in the future", async () => {
    expect(made.links).toBe(wanted.links);
    expect(Math.abs(made.clicks - wanted.clicks)).toBeLessThan(wanted.clicks * 0.05);
    const { rows } = await database.query(
      `SELECT count(*)::int AS "clicks", count(*) FILTER (WHERE c."createdAt" > $1 OR c."createdAt" < l."createdAt")::int AS "impossible"
       FROM "Click" c JOIN "Link" l ON l."id" = c."linkId"`,
      [now],
    );
    expect(rows).toEqual([{ clicks: made.clicks, impossible: 0 }]);
  });

  it.each([30, 365])(
    "has statistics of every link that equal its raw clicks, over %d days",
    async (days) => {
      const { rows: links } = await database.query<{ id: number; slug: string; createdAt: Date }>(
        `SELECT "id", "slug", "createdAt" FROM "Link"`,
      );
      const query = statisticsQuery(
        statsQuerySchema.parse({ days: String(days), ...(days <= 31 ? { interval: "hour" } : {}) }),
        now,
      );
      for (const { id, slug, createdAt } of links) {
        const { rows: clicks } = await database.query<Click>(
          `SELECT *, encode("visitor", 'hex') AS "visitor" FROM "Click" WHERE "linkId" = $1`,
          [id],
        );
        const expected = countClicks(clicks, createdAt, query.dateRange);
        const report = await getLinkReport(slug, query);
        expect(report.link).toMatchObject({
          clickCount: expected.total,
          lastClickedAt: expected.lastClickedAt,
        });
        expect(report).toMatchObject({
          firstDayClicks: expected.firstDayClicks,
          clicks: expected.clicks,
          uniqueVisitors: expected.uniqueVisitors,
          days: expected.days,
          ...(days <= 31 ? { series: expected.hours } : {}),
        });
        for (const [name, labels] of Object.entries(report.breakdowns)) {
          expect({ name, labels }).toEqual({
            name,
            labels: expected.breakdowns[name]?.slice(0, labels.length),
          });
        }
      }
    },
  );

  it("has correct totals over all links, bot hits included", async () => {
    const { rows } = await database.query<{ id: number; botHits: number }>(
      `SELECT "linkId" AS "id", "botHitCount"::int AS "botHits" FROM "LinkCounter"`,
    );
    const lists = await Promise.all(rows.map(({ id }) => listUncounted(id, lastDays(366, now))));
    const unfurls = lists.map((entries) =>
      entries.reduce((total, { kind, count }) => total + (kind === "unfurler" ? count : 0), 0),
    );
    expect(unfurls).toEqual(rows.map(({ botHits }) => botHits));
    const totalBotHits = unfurls.reduce((total, count) => total + count, 0);
    expect(totalBotHits).toBeGreaterThan(0);
    expect(await getGlobalStatistics(now)).toMatchObject({
      totalLinks: made.links,
      totalClicks: made.clicks,
      totalBotHits,
    });
  });
});

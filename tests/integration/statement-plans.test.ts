// Run: all
import { mkdirSync, writeFileSync } from "node:fs";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { destinationRules } from "@/lib/config/site-settings";
import { lastDays } from "@/lib/core/date-range";
import { dayMs, isoDate } from "@/lib/core/day";
import { database, databaseUrl } from "@/lib/database/client";
import { getLink } from "@/lib/links/get-link";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { browseLinks } from "@/lib/stats/list/browse-links";
import { listLinks } from "@/lib/stats/list/list-links";
import { searchLinks } from "@/lib/stats/list/search-links";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getCampaigns } from "@/lib/stats/report/campaigns";
import { getChannelBoard } from "@/lib/stats/report/channel-board";
import { listFeed } from "@/lib/stats/report/feed";
import { getGlobalStatistics } from "@/lib/stats/report/global-statistics";
import { listLatestClicks } from "@/lib/stats/report/latest-clicks";
import { findFirstDayRank, getLinkHistory } from "@/lib/stats/report/link-history";
import {
  getInstantLinkReport,
  getLinkReport,
  type LinkReport,
} from "@/lib/stats/report/link-report";
import { getInstantScopeReport, getScopeReport } from "@/lib/stats/report/scope-report";
import { getToday } from "@/lib/stats/report/today";
import { listTopLinks } from "@/lib/stats/report/top-links";
import { getWeekdayHours } from "@/lib/stats/report/weekday-hours";
import { findTargets, findTargetsWithoutCase } from "@/lib/visits/find-targets";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { seed } from "@/scripts/seed-traffic";
import { addBusyDay } from "../support/busy-day";
import { openPool } from "../support/databases";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";
import { type Statement, StatementPlans } from "../support/statement-plans";

/**
 * The cost of each hot statement depends on what it returns or writes, not on how many links the
 * database has, nor how many clicks these have. A filtered report counts raw clicks, so it is the control. Writes every
 * statement to `test-results/sql`, complete, to be tried in psql.
 */
const plans = new StatementPlans();
const now = new Date();
beforeAll(() => plans.observe());
afterAll(() => plans.stop());
const own = useOwnDatabase();

const folder = "test-results/sql";
/**
 * Tables that grow with the clicks or the links. Partitions of Click are named Click_2026_11 and so
 * on.
 */
const isLarge = (table: string) =>
  /^(Click(_.*)?|Link|LinkCounter|LinkHour|LinkDay|LinkDayPack|LinkDayLabel|LinkMonthLabel|DayVisitor|UncountedVisit)$/.test(
    table,
  );

const report = (parameters: Record<string, string>) =>
  statisticsQuery(statsQuerySchema.parse(parameters), now);
const clicksOn = (id: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeClick(id, now, { country: "CH", utmSource: `source-${index % 3}`, utmCampaign: "spring" }),
  );

const cursor = (by: string, value: string | number) =>
  Buffer.from(JSON.stringify({ by, value, id: 1 })).toString("base64url");
/** Making a hundred thousand links, and changing all of them, takes minutes. */
const patienceMs = 600_000;
const browse = (q: string) => browseLinks({ q, state: "all", sort: "newest", page: 1 }, now);
const filtered = "report with a filter";
const highlights = "highlights";
const readHighlights = () => listFeed({ ownerId: "nobody", failedChecks: [], most: 5, now });

/** The report as it would be if the link were two days old, with clicks on its first day. */
async function olderReport(slug: string): Promise<LinkReport> {
  const found = await getLinkReport(slug, report({ days: "30" }), { breakdowns: [], recent: 0 });
  return {
    ...found,
    firstDayClicks: 7,
    link: { ...found.link, createdAt: new Date(now.getTime() - 2 * dayMs).toISOString() },
  };
}

/** These look at more links while there are more, up to a limit: so many pages. */
const bounded: Record<string, number> = {
  "palette, two characters": 2_000,
  "links page, two characters": 4_000,
  "campaigns of all links": 20_000,
};

/** In this order: recorded clicks are pending for the reports, until they are aggregated. */
const hot: [title: string, run: (link: { id: number; slug: string }) => Promise<unknown>][] = [
  ["find a destination", ({ slug }) => findTargets([slug])],
  ["find no destination", () => findTargets(["nobody"])],
  [
    "find a destination without letter case",
    ({ slug }) => findTargetsWithoutCase([slug.toLowerCase(), "nobody"]),
  ],
  ["record clicks", ({ id }) => recordClicks(clicksOn(id, 20))],
  [
    "record uncounted visits",
    ({ id }) =>
      recordUncounted(uuidv7(), [{ linkId: id, at: now, kind: "unfurler", name: "Slack" }]),
  ],
  ["report of 30 days", ({ slug }) => getLinkReport(slug, report({ days: "30" }))],
  [
    "report of a year, by hour where possible",
    ({ slug }) => getLinkReport(slug, report({ days: "365", compare: "previous" })),
  ],
  [
    "report of all links, a year",
    () => getScopeReport({}, report({ days: "365", compare: "previous" })),
  ],
  [
    "report of chosen links",
    ({ slug }) =>
      getScopeReport({ slug: [slug, "chosen"] }, report({ days: "30", compare: "previous" })),
  ],
  [
    "instant report with a filter",
    ({ slug }) => getInstantLinkReport(slug, report({ days: "365", country: "CH" }), now),
  ],
  [
    "instant report of all links with a filter",
    () => getInstantScopeReport({}, report({ days: "365", referrer: "Direct" }), now),
  ],
  [filtered, ({ slug }) => getLinkReport(slug, report({ days: "30", country: "CH" }))],
  ["channel board", (link) => getChannelBoard(link, lastDays(30, now), now, "https://s.example")],
  [
    "history beside the clicks",
    async ({ slug }) => getLinkHistory(await getLink(slug), lastDays(30, now), now),
  ],
  ["rank among other links", async ({ slug }) => findFirstDayRank(await olderReport(slug), now)],
  ["weekdays and hours of a year", ({ id }) => getWeekdayHours(id, lastDays(365, now))],
  ["aggregate", () => aggregateClicks()],
  ["list of the API", () => listLinks({ limit: 50, offset: 0 }, now)],
  [
    "list of the API by slug, next page",
    () => listLinks({ limit: 50, offset: 0, cursor: cursor("slug", "m") }, now),
  ],
  [
    "list of the API by clicks, next page",
    () => listLinks({ limit: 50, offset: 0, cursor: cursor("clickCount", 3) }, now),
  ],
  [
    "list of the API by last click, next page",
    () =>
      listLinks({ limit: 50, offset: 0, cursor: cursor("lastClickedAt", now.toISOString()) }, now),
  ],
  [
    "list of the API by destination",
    () => listLinks({ limit: 50, offset: 0, url: "https://example.com/nowhere" }, now),
  ],
  ["list of the API, one letter", () => listLinks({ limit: 50, offset: 0, q: "e" }, now)],
  [
    "list of the API, two letters that all links have",
    () => listLinks({ limit: 50, offset: 0, q: "HO", enabled: true }, now),
  ],
  [
    "list of the API, two letters that no link has",
    () => listLinks({ limit: 50, offset: 0, q: "§§" }, now),
  ],
  [
    "list of the API, a word that no link has",
    () => listLinks({ limit: 50, offset: 0, q: "nowhere" }, now),
  ],
  ["list of the API, enabled", () => listLinks({ limit: 50, offset: 0, enabled: true }, now)],
  ["links page, two characters", () => browse("§§")],
  ["links page, a word that no link has", () => browse("nowhere")],
  [
    "links page by clicks",
    () => browseLinks({ q: "", state: "all", sort: "clicks", page: 1 }, now),
  ],
  [
    "links page by last click",
    () => browseLinks({ q: "", state: "all", sort: "last-click", page: 1 }, now),
  ],
  ["palette, two characters", () => searchLinks("se", 8)],
  ["latest clicks", () => listLatestClicks(10)],
  ["today", () => getToday(now)],
  [
    "campaigns of all links",
    () => getCampaigns({}, report({ days: "30", compare: "previous" }), now),
  ],
  [highlights, readHighlights],
  ["top links of a date range", () => listTopLinks(lastDays(30, now), 5)],
  ["global statistics", () => getGlobalStatistics(now)],
];

describe("hot statements", () => {
  const sizes = [
    { links: 1_000, clicks: 10_000, clicksADay: 10 },
    { links: 99_000, clicks: 60_000, clicksADay: 1_000 },
  ];
  let pool: pg.Pool;
  const statements: Map<string, Statement[]>[] = [];

  beforeAll(async () => {
    pool = openPool(databaseUrl(), 3);
    mkdirSync(folder, { recursive: true });
    await createLink(
      { slug: "chosen", url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      now,
    );
    for (const { clicksADay, ...size } of sizes) {
      await seed(pool, { ...size, days: 60 }, now);
      const link = await createLink(
        { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
        now,
      );
      for (let days = 1; days <= 20; days++) {
        await addBusyDay(
          own.query,
          link.id,
          isoDate(new Date(now.getTime() - days * dayMs)),
          clicksADay,
          clicksADay / 2,
        );
      }
      await recordClicks(clicksOn(link.id, 50));
      while (await aggregateClicks());
      await pool.query("VACUUM ANALYZE");
      const found = new Map<string, Statement[]>();
      for (const [title, run] of hot) found.set(title, await plans.of(() => run(link)));
      statements.push(found);
    }
  }, patienceMs);
  afterAll(() => pool?.end());

  it.each(hot.map(([title]) => title))("%s", (title) => {
    const [small = [], large = []] = statements.map((found) => found.get(title));
    writeFileSync(
      `${folder}/${title.replaceAll(/\W+/g, "-")}.sql`,
      large.map(({ sql }) => `${sql.trim()};\n`).join("\n"),
    );
    expect(large.length).toBeGreaterThan(0);
    const cost = (statements: Statement[]) =>
      statements.reduce((total, { buffers }) => total + buffers, 0);
    // A few links are read at once, many by an index: about 4 buffers for each of 50.
    const limit = bounded[title] ?? 2 * cost(small) + (/^list|^links page/.test(title) ? 250 : 100);
    if (title === filtered) return expect(cost(large)).toBeGreaterThan(limit);
    for (const { sql, scanned } of large) expect(scanned.filter(isLarge), sql).toEqual([]);
    // They look at more links while there are more, up to a limit: see below.
    if (title !== highlights) expect(cost(large)).toBeLessThan(limit);
  });

  it(
    "highlights look at a limited number of links, however many are busy, expire or fail",
    async () => {
      const { rows } = await pool.query<{ links: number }>(
        `SELECT count(*)::int AS "links" FROM "Link"`,
      );
      const links = rows[0]?.links ?? 0;
      // The counters of a trigger are for portions: a statement of 100,000 rows waits for its own.
      await pool.query(`ALTER TABLE "Link" DISABLE TRIGGER USER`);
      await pool.query(`UPDATE "Link" SET "expiresAt" = $1::timestamptz + interval '3 days'`, [
        now,
      ]);
      await pool.query(`ALTER TABLE "Link" ENABLE TRIGGER USER`);
      await pool.query(`UPDATE "LinkCounter" SET "lastClickedAt" = $1`, [now]);
      await pool.query(
        `INSERT INTO "LinkDay" SELECT "id", $1::date, 500, 500 FROM "Link" ON CONFLICT ("linkId", "day") DO UPDATE SET "clicks" = 500`,
        [isoDate(now)],
      );
      await pool.query(
        `INSERT INTO "LinkPreview" ("linkId", "failReason", "failingSince", "brokenSince", "checkedAt")
       SELECT "id", 'HTTP 404.', $1, $1, $1::timestamptz + interval '1 day' FROM "Link"`,
        [now],
      );
      await pool.query(
        `INSERT INTO "UncountedVisit" SELECT "id", $1::date, 'unfurler', 'Discord', 1, $2, $2 FROM "Link" ON CONFLICT DO NOTHING`,
        [isoDate(now), now],
      );
      await pool.query("VACUUM ANALYZE");
      const statements = await plans.of(readHighlights);
      writeFileSync(
        `${folder}/highlights-at-the-limit.sql`,
        statements.map(({ sql, buffers }) => `-- ${buffers}\n${sql.trim()};\n`).join("\n"),
      );
      for (const { sql, scanned } of statements) expect(scanned.filter(isLarge), sql).toEqual([]);
      // Four pages for each link would be more.
      expect(statements.reduce((total, { buffers }) => total + buffers, 0)).toBeLessThan(2 * links);
    },
    patienceMs,
  );

  it("a search for pasted text finds links by their indexes", async () => {
    await pool.query(
      `INSERT INTO "Link" ("slug", "url", "title", "createdAt", "updatedAt")
       SELECT 'p' || n, 'https://example.com/' || md5(n::text), CASE WHEN n % 6 = 0 THEN 'Füße ' || n ELSE md5((-n)::text) END,
              now() - n * interval '1 second', now() FROM generate_series(1, 60000) n`,
    );
    await pool.query("VACUUM ANALYZE");
    const { BASE_URL } = destinationRules();
    for (const q of [`${BASE_URL}/chosen`, "/chosen", "köln", "example.org/a", "chosen"]) {
      const statements = [
        ...(await plans.of(() => searchLinks(q, 8))),
        ...(await plans.of(() => listLinks({ limit: 50, offset: 0, search: q }, now))),
      ];
      for (const { sql, buffers } of statements) expect(buffers, sql).toBeLessThan(500);
    }
  });

  it("a search for a text beyond ASCII that many links have looks few up by id", async () => {
    const statements = await plans.of(() => searchLinks("füße", 8));
    // Every sixth link has it: to look all of them up reads the whole table.
    const lookUps = statements.filter(({ sql }) => sql.includes("FROM found LIMIT"));
    expect(lookUps).toHaveLength(1);
    for (const { sql, buffers } of lookUps) expect(buffers, sql).toBeLessThan(500);
  });

  it("control: a statement without an index is noticed", async () => {
    const [statement] = await plans.of(
      () => database().$queryRaw`SELECT count(*) FROM "LinkCounter" WHERE "botHitCount" = 7`,
    );
    expect(statement?.scanned).toEqual(["LinkCounter"]);
  });
});

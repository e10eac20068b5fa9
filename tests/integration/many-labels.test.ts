// Run: all
import { beforeAll, describe, expect, it } from "vitest";
import type { Link } from "../support/contract";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { useService } from "../support/service";
import { visit } from "../support/visitor";

/**
 * Strangers choose labels freely. However many different ones they send, statistics answer and
 * pages stay small.
 */
const service = useService({ env: ownerEnv });
/** A million by hand: it takes some minutes, in which everything must hold too. */
const clicks = Number(process.env.MANY_LABELS ?? 40_000);
const megabyte = 1_000_000;
const pages = [
  "/dashboard/links/flooded",
  "/dashboard/statistics",
  "/dashboard/statistics?more=campaigns",
  "/dashboard/overview",
];

let who: DashboardClient;
let link: Link;
let quiet: Link;

/**
 * Clicks as the server would have stored them, in batches of `size`, each with values of its own in
 * every field.
 */
async function flood(linkId: number, count: number, { size = 50, text = "" } = {}): Promise<void> {
  await service.sql(
    `WITH made AS (
       INSERT INTO "Click" ("linkId", "createdAt", "id", "batch", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
                            "utmSource", "utmMedium", "utmCampaign")
       SELECT $1, now() + i * interval '0.07 ms', gen_random_uuid(), $3::bigint + i / $4::int, decode(md5($3::bigint || '-' || i), 'hex'), 'r' || i || '.example',
              chr(65 + i % 26) || chr(65 + i / 26 % 26), 'Region ' || i, 'City ' || i, 'Desktop', 'Browser ' || i, 'System ' || i, 'x-' || i,
              left('s' || i || $5::text, 255), left('m' || i || $5::text, 255), left('c' || i || $5::text, 255)
       FROM generate_series(0, $2::int - 1) i RETURNING "batch", "createdAt"
     )
     INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
     SELECT "batch", sum("clicks"), array_agg($1::int), array_agg("clicks"), array_agg("clicks"), array_agg("first"), array_agg("last")
     FROM (
       SELECT "batch", count(*) AS "clicks", min("createdAt") AS "first", max("createdAt") AS "last" FROM made
       GROUP BY "batch", date_trunc('hour', "createdAt")
     ) hours GROUP BY "batch"`,
    [linkId, count, Math.floor(Math.random() * 1e12), size, text],
  );
}

const pending = async () =>
  (
    await service.sql<{ clicks: number }>(
      `SELECT coalesce(sum("size"), 0)::int AS "clicks" FROM "PendingBatch"`,
    )
  )[0]?.clicks ?? 0;

interface Shape {
  range: { clicks: number; uniqueVisitors: number };
  lifetime: { firstDayClicks: number };
  [list: string]: unknown;
}

const lists = [
  "topReferrers",
  "topCountries",
  "browsers",
  "operatingSystems",
  "locales",
  "utmSources",
  "utmMediums",
  "utmCampaigns",
] as const;

/**
 * The statistics of the flooded link; fails if they do not answer, miss a click or list too much.
 */
async function statistics(total: number) {
  const answer = () => service.api.call<Shape>("GET", `/api/links/${link.slug}/stats`);
  // A machine that is too busy for the first report reads less for the next.
  await expect
    .poll(async () => (await answer()).status, { timeout: 30_000, interval: 100 })
    .toBe(200);
  const { status, body, headers } = await answer();
  expect(status).toBe(200);
  expect([body.range.clicks, body.totalClicks]).toEqual([total, total]);
  for (const name of lists) expect((body[name] as unknown[]).length).toBeLessThanOrEqual(50);
  expect((await service.api.call("GET", "/api/stats")).status).toBe(200);
  expect((await service.api.call("GET", "/api/stats/report")).status).toBe(200);
  const other = await service.api.call<Shape>("GET", `/api/links/${quiet.slug}/stats`);
  expect(other.body.utmSources).toContainEqual({ source: "mail", count: 1 });
  return { body, notAggregated: Number(headers.get("slugline-not-aggregated") ?? 0) };
}

async function checkPages(): Promise<void> {
  for (const path of pages) {
    const { status, body, text } = await who.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(Buffer.byteLength(body), path).toBeLessThan(megabyte);
    expect(text, path).not.toContain("could not be loaded");
  }
}

beforeAll(async () => {
  who = new DashboardClient(service.server);
  expect((await who.submit("/dashboard/sign-in", owner)).status).toBe(303);
  link = await service.api.create({ slug: "flooded" });
  quiet = await service.api.create({ slug: "quiet", url: "https://example.com/quiet" });
  await visit(service.server, "/quiet?utm_source=mail");
});

describe("a flood of clicks with different labels", () => {
  it("leaves statistics exact in their numbers while it is pending, and complete afterwards", {
    timeout: 900_000,
  }, async () => {
    await flood(link.id, clicks);
    const early = await statistics(clicks);
    await checkPages();
    expect((await visit(service.server, "/quiet")).status).toBe(302);
    // What could not be read in time is said, and counted under Other.
    const other =
      (early.body.utmSources as { source: string; count: number }[]).find(
        ({ source }) => source === "Other",
      )?.count ?? 0;
    expect(other).toBeGreaterThanOrEqual(early.notAggregated);
    for (let left = await pending(); left > 0; left = await pending()) await statistics(clicks);
    const late = await statistics(clicks);
    expect([late.notAggregated, late.body.range.uniqueVisitors]).toEqual([0, clicks]);
    await checkPages();
  });

  it("says on pages how many more rows there are", async () => {
    const count = async (path: string, pattern: RegExp) =>
      Number(pattern.exec((await who.get(path)).body)?.[1]?.replaceAll(",", ""));
    expect(
      await count(
        "/dashboard/statistics?more=campaigns",
        /and ([\d,]+) more campaigns with fewer clicks/,
      ),
    ).toBeGreaterThan(900);
    expect(
      await count("/dashboard/links/flooded", /Show first [\d,]+ of ([\d,]+) channels/),
    ).toBeGreaterThan(900);
  });

  it("keeps pages small when labels are long and of any script", { timeout: 300_000 }, async () => {
    await flood(link.id, 3_000, { text: "語".repeat(255) });
    await expect.poll(pending, { timeout: 200_000, interval: 500 }).toBe(0);
    await checkPages();
  });

  it("in a single batch is aggregated in parts", { timeout: 900_000 }, async () => {
    const [{ clicks: before } = { clicks: 0 }] = await service.sql<{ clicks: number }>(
      `SELECT "clickCount"::int AS "clicks" FROM "LinkCounter" WHERE "linkId" = $1`,
      [link.id],
    );
    const size = 50_000;
    await flood(link.id, size, { size });
    expect((await statistics(before + size)).notAggregated).toBeGreaterThan(0);
    await expect.poll(pending, { timeout: 800_000, interval: 500 }).toBe(0);
    const { range, lifetime } = (await statistics(before + size)).body;
    expect([range.uniqueVisitors, lifetime.firstDayClicks]).toEqual([before + size, before + size]);
  });
});

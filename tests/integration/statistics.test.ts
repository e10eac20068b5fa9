// Run: verify
import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "@/lib/service/service";
import type { LinkStatistics as Extended } from "@/lib/stats/report/link-statistics";
import type { Click } from "@/lib/visits/describe/describe-click";
import { recordClicksAgain } from "@/lib/visits/record-clicks";
import type { Problem } from "../support/contract";
import { createOwnService } from "../support/own-service";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const service = useSharedService();
let own: Service;
beforeAll(() => {
  own = createOwnService(service.databaseUrl);
});
afterAll(() => own?.stop());
afterEach(() => service.server.setClock(null));

const go = (slug: string, options: { query?: string; headers?: Record<string, string> } = {}) =>
  visit(service.server, `/${slug}${options.query ?? ""}`, {
    headers: { "User-Agent": browsers.windows, ...options.headers },
  });

const sum = (list: { count: number }[]) => list.reduce((total, { count }) => total + count, 0);

const nothing = {
  country: null,
  region: null,
  city: null,
  locale: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
};
const desktop = { device: "Desktop", browser: "Chrome", os: "Windows" } as const;

/** Clicks of chosen instants and visitors, recorded by this process as by another instance. */
async function insertClicks(
  linkId: number,
  clicks: ({ at: string; visitor?: string } & Partial<Omit<Click, "visitor">>)[],
): Promise<void> {
  await recordClicksAgain(
    clicks.map(({ at, visitor, ...rest }) => ({
      ...nothing,
      ...desktop,
      referrer: null,
      ...rest,
      id: randomUUID(),
      linkId,
      createdAt: new Date(at),
      visitor: (visitor ? Buffer.from(visitor.padEnd(16)) : randomBytes(16)).toString("hex"),
    })),
  );
}

describe("GET /api/links/<slug>/stats", () => {
  it("is complete and all zero for a link without clicks", async () => {
    await service.server.setClock("2026-03-10T12:00:00Z");
    const { slug } = await service.api.create({});
    const stats = await service.api.stats(slug);
    expect(stats).toMatchObject({
      slug,
      totalClicks: 0,
      lastClickedAt: null,
      botHitCount: 0,
      ogFetchFailCount: 0,
      range: { days: 30, since: "2026-02-09T00:00:00.000Z", clicks: 0, uniqueVisitors: 0 },
      lifetime: { firstDayClicks: 0, totalClicks: 0 },
      topReferrers: [],
      recentClicks: [],
    });
    expect(stats.clicksByDay).toHaveLength(30);
    expect(stats.clicksByDay[0]).toEqual({ date: "2026-02-09", count: 0 });
    expect(stats.clicksByDay.at(-1)).toEqual({ date: "2026-03-10", count: 0 });
  });

  it("includes a click in all statistics as soon as its redirect is answered", async () => {
    const { slug } = await service.api.create({});
    for (let round = 1; round <= 5; round++) {
      await go(slug);
      const stats = await service.api.stats(slug);
      expect([
        stats.totalClicks,
        stats.range.clicks,
        sum(stats.clicksByDay),
        stats.lifetime.firstDayClicks,
        stats.recentClicks.length,
      ]).toEqual(Array(5).fill(round));
      expect((await service.api.get(slug)).clickCount).toBe(round);
      expect(stats.lastClickedAt).toBe(stats.recentClicks[0]?.createdAt);
    }
  });

  it("breaks the date range down by every attribute, with labels for missing values", async () => {
    const { slug } = await service.api.create({});
    const place = {
      "x-vercel-ip-country": "CH",
      "x-vercel-ip-country-region": "ZH",
      "x-vercel-ip-city": "Z%C3%BCrich",
    };
    await go(slug, {
      query: "?utm_source=news&utm_medium=mail&utm_campaign=spring",
      headers: {
        "User-Agent": browsers.iphone,
        Referer: "https://www.News.example/story",
        "Accept-Language": "de-ch,de;q=0.9",
        ...place,
      },
    });
    await go(slug);
    await go(slug, { headers: { "User-Agent": "curl/8.5.0" } });
    const stats = await service.api.stats(slug);
    expect(stats).toMatchObject({
      topReferrers: [
        { referrer: "Direct", count: 2 },
        { referrer: "news.example", count: 1 },
      ],
      topCountries: [
        { country: "Unknown", count: 2 },
        { country: "CH", count: 1 },
      ],
      devices: [
        { device: "Desktop", count: 1 },
        { device: "Mobile", count: 1 },
        { device: "Unknown", count: 1 },
      ],
      browsers: [
        { browser: "Chrome", count: 1 },
        { browser: "Mobile Safari", count: 1 },
        { browser: "Unknown", count: 1 },
      ],
      operatingSystems: [
        { os: "Unknown", count: 1 },
        { os: "Windows", count: 1 },
        { os: "iOS", count: 1 },
      ],
      locales: [
        { locale: "Unknown", count: 2 },
        { locale: "de-CH", count: 1 },
      ],
      utmSources: [
        { source: "None", count: 2 },
        { source: "news", count: 1 },
      ],
      utmMediums: [
        { medium: "None", count: 2 },
        { medium: "mail", count: 1 },
      ],
      utmCampaigns: [
        { campaign: "None", count: 2 },
        { campaign: "spring", count: 1 },
      ],
    });
    expect(stats.recentClicks[2]).toEqual({
      createdAt: expect.any(String),
      referrer: "news.example",
      country: "CH",
      region: "ZH",
      city: "Zürich",
      device: "Mobile",
      browser: "Mobile Safari",
      os: "iOS",
      locale: "de-CH",
      utmSource: "news",
      utmMedium: "mail",
      utmCampaign: "spring",
    });
    expect(stats.recentClicks[0]).toMatchObject({
      referrer: "Direct",
      country: null,
      region: null,
      city: null,
      locale: null,
      utmSource: null,
      device: "Unknown",
    });
  });

  it("covers whole UTC days; totals, lifetime and recent clicks are all-time", async () => {
    await service.server.setClock("2026-03-10T20:00:00Z");
    const { slug, id } = await service.api.create({});
    await service.server.setClock("2026-03-12T00:00:30Z");
    await insertClicks(id, [
      { at: "2026-03-10T23:59:59.999Z", visitor: "a" },
      { at: "2026-03-11T00:00:00.000Z", visitor: "b" },
      { at: "2026-03-11T18:14:59.999Z", visitor: "b" },
      { at: "2026-03-11T18:15:00.000Z", visitor: "c" },
      { at: "2026-03-11T23:59:59.999Z", visitor: "b" },
      { at: "2026-03-12T00:00:00.000Z", visitor: "d" },
    ]);
    const two = await service.api.stats(slug, "?days=2");
    expect(two.range).toEqual({
      days: 2,
      since: "2026-03-11T00:00:00.000Z",
      clicks: 5,
      uniqueVisitors: 3,
    });
    expect(two.clicksByDay).toEqual([
      { date: "2026-03-11", count: 4 },
      { date: "2026-03-12", count: 1 },
    ]);
    expect(two.recentClicks).toHaveLength(6);
    expect((await service.api.stats(slug, "?days=1")).range).toEqual({
      days: 1,
      since: "2026-03-12T00:00:00.000Z",
      clicks: 1,
      uniqueVisitors: 1,
    });
    expect((await service.api.stats(slug, "?days=3")).range).toMatchObject({
      clicks: 6,
      uniqueVisitors: 4,
    });
  });

  it("limits breakdowns to 50 labels, by count and then by label", async () => {
    const { slug, id } = await service.api.create({});
    const today = new Date().toISOString();
    const label = (index: number) => `site-${String(index).padStart(2, "0")}.example`;
    await insertClicks(id, [
      ...Array.from({ length: 55 }, (_, index) => ({ at: today, referrer: label(index) })),
      { at: today, referrer: label(54) },
    ]);
    const { topReferrers } = await service.api.stats(slug);
    expect(topReferrers).toEqual([
      { referrer: label(54), count: 2 },
      ...Array.from({ length: 49 }, (_, index) => ({ referrer: label(index), count: 1 })),
    ]);
  });

  it("returns the 20 latest clicks, latest first", async () => {
    const { slug, id } = await service.api.create({});
    const at = (index: number) =>
      new Date(Date.parse("2026-01-01T00:00:00Z") + index * 1000).toISOString();
    await insertClicks(
      id,
      Array.from({ length: 25 }, (_, index) => ({ at: at(index) })),
    );
    expect((await service.api.stats(slug)).recentClicks.map(({ createdAt }) => createdAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => at(24 - index)),
    );
  });
});

describe("GET /api/links/<slug>/stats beyond the contract", () => {
  const mobile = { device: "Mobile", browser: "Mobile Safari", os: "iOS" } as const;

  async function clickedLink() {
    await service.server.setClock("2026-03-12T12:00:00Z");
    const { slug, id } = await service.api.create({});
    await insertClicks(id, [
      { at: "2026-02-27T10:00:00Z", visitor: "a", country: "CH" },
      { at: "2026-03-09T10:15:00Z", visitor: "a", country: "CH", utmSource: "news" },
      { at: "2026-03-09T10:45:00Z", visitor: "a", country: "DE", ...mobile },
      { at: "2026-03-10T23:59:59.999Z", visitor: "b", country: null, referrer: "a.example" },
      { at: "2026-03-12T00:00:00Z", visitor: "c", country: "CH" },
    ]);
    return slug;
  }

  it.each<[query: string, clicks: number, visitors: number]>([
    ["?from=2026-03-09&to=2026-03-10", 3, 2],
    ["?to=2026-03-10&days=1", 1, 1],
    ["?country=CH", 3, 3],
    ["?country=CH&country=Unknown", 4, 4],
    ["?country=!CH", 2, 2],
    ["?country_not=CH", 2, 2],
    ["?utm_source_is=!news", 0, 0],
    ["?utm_source_is=", 4, 4],
    ["?utm_source_is=&utm_source_is=news", 5, 4],
    ["?country=!CH&country=!Unknown&device=Mobile&os=iOS&browser=Mobile%20Safari", 1, 1],
    ["?referrer=Direct&utm_source=!None", 1, 1],
    ["?referrer=a.example&days=1", 0, 0],
  ])("%s", async (query, clicks, visitors) => {
    const slug = await clickedLink();
    const stats = await service.api.stats(slug, query);
    expect([
      stats.range.clicks,
      stats.range.uniqueVisitors,
      sum(stats.clicksByDay),
      sum(stats.topCountries),
    ]).toEqual([clicks, visitors, clicks, clicks]);
    expect(stats.totalClicks).toBe(5);
  });

  it("says how many clicks have None or Other as their label", async () => {
    await service.server.setClock("2026-03-12T12:00:00Z");
    const { slug, id } = await service.api.create({});
    const at = "2026-03-12T00:00:00Z";
    await insertClicks(id, [
      { at, visitor: "a" },
      { at, visitor: "a", utmSource: "None", utmMedium: "None" },
      { at, visitor: "a", utmSource: "None", utmCampaign: "Other" },
    ]);
    const path = `/api/links/${slug}/stats`;
    // Alone it has the fields of the contract only.
    expect((await service.api.stats(slug)).utmSources).toEqual([{ source: "None", count: 3 }]);
    const sentIn = async (asked: string) =>
      (await service.api.call<{ sentLabels?: unknown }>("GET", asked)).body.sentLabels;
    const sent = {
      utmSources: { None: 2 },
      utmMediums: { None: 1 },
      utmCampaigns: { Other: 1 },
    };
    expect(await sentIn(`${path}?timezone=UTC`)).toEqual(sent);
    expect(await sentIn(`/api/stats/report?slug=${slug}`)).toEqual(sent);
    expect(await sentIn(`${path}?utm_source_is=`)).toBeUndefined();
  });

  it("adds a series by interval, and the preceding range", async () => {
    const slug = await clickedLink();
    const ask = async (query: string) =>
      (await service.api.call<Extended>("GET", `/api/links/${slug}/stats${query}`)).body;
    const { series } = await ask("?days=7&interval=hour");
    expect(series).toHaveLength(7 * 24);
    expect(series?.filter(({ clicks }) => clicks > 0)).toEqual([
      { start: "2026-03-09T10:00:00.000Z", clicks: 2, uniqueVisitors: 1 },
      { start: "2026-03-10T23:00:00.000Z", clicks: 1, uniqueVisitors: 1 },
      { start: "2026-03-12T00:00:00.000Z", clicks: 1, uniqueVisitors: 1 },
    ]);
    expect((await ask("?from=2026-02-01&to=2026-03-12&interval=month")).series).toEqual([
      { start: "2026-02-01T00:00:00.000Z", clicks: 1, uniqueVisitors: 1 },
      { start: "2026-03-01T00:00:00.000Z", clicks: 4, uniqueVisitors: 3 },
    ]);
    const compared = await ask("?days=7&compare=previous&country=CH");
    expect([compared.range.clicks, compared.previous?.range]).toEqual([
      2,
      { days: 7, since: "2026-02-27T00:00:00.000Z", clicks: 1, uniqueVisitors: 1 },
    ]);
  });

  it("counts days, hours and months of a time zone; visitors stay those of UTC days", async () => {
    const slug = await clickedLink();
    const ask = async (query: string) =>
      (await service.api.call<Extended>("GET", `/api/links/${slug}/stats${query}`)).body;
    const local = await ask("?days=3&timezone=Asia/Tokyo&interval=day");
    expect(local.range).toEqual({
      days: 3,
      since: "2026-03-09T15:00:00.000Z",
      clicks: 2,
      uniqueVisitors: 2,
    });
    expect(local.clicksByDay.map(({ date, count }) => [date, count])).toEqual([
      ["2026-03-10", 0],
      ["2026-03-11", 1],
      ["2026-03-12", 1],
    ]);
    expect(local.series?.at(-1)).toEqual({
      start: "2026-03-11T15:00:00.000Z",
      clicks: 1,
      uniqueVisitors: null,
    });
    expect(local.topReferrers.map(({ referrer, count }) => [referrer, count])).toEqual([
      ["Direct", 1],
      ["a.example", 1],
    ]);
    const { series } = await ask(
      "?from=2026-03-09&to=2026-03-09&timezone=asia/kathmandu&interval=hour&compare=previous",
    );
    expect(series).toHaveLength(24);
    expect(series?.filter(({ clicks }) => clicks > 0)).toEqual([
      { start: "2026-03-09T10:15:00.000Z", clicks: 2, uniqueVisitors: 1 },
    ]);
    // A day of 23 hours.
    expect(
      (await ask("?from=2026-03-08&to=2026-03-08&timezone=America/New_York&interval=hour")).series,
    ).toHaveLength(23);
    const report = await service.api.call<Extended>(
      "GET",
      `/api/stats/report?slug=${slug}&days=3&timezone=Asia/Tokyo`,
    );
    expect(report.body.range).toEqual(local.range);
  });

  it("answers timezone=UTC with the contract and clicksSince", async () => {
    const slug = await clickedLink();
    const answers = ["?days=7", "?days=7&timezone=UTC", "?days=7&timezone=Etc/UTC"].map((query) =>
      service.api.call("GET", `/api/links/${slug}/stats${query}`),
    );
    const [plain, ...named] = (await Promise.all(answers)).map(({ body }) => JSON.stringify(body));
    const expected = `${String(plain).slice(0, -1)},"clicksSince":null}`;
    expect(named).toEqual([expected, expected]);
  });

  it("times out filtered statistics with 503 statistics_timeout", async () => {
    const slug = await clickedLink();
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    try {
      // Single clicks cannot be read while this is held, as if there were too many of them.
      await holder.query(`BEGIN; LOCK TABLE "Click" IN ACCESS EXCLUSIVE MODE`);
      const { status, body } = await service.api.call<Problem>(
        "GET",
        `/api/links/${slug}/stats?country=CH`,
      );
      expect([status, body.code]).toEqual([503, "statistics_timeout"]);
    } finally {
      await holder.end();
    }
    expect((await service.api.stats(slug, "?country=CH")).range.clicks).toBe(3);
  });
});

describe("GET /api/stats/report", () => {
  const report = async (query: string) =>
    service.api.call<Extended & { topLinks: object[] }>("GET", `/api/stats/report${query}`);

  it("adds up the links with a tag or slug, or all, in the form of a link's statistics", async () => {
    await service.server.setClock("2031-07-01T12:00:00Z");
    const [a, b] = [
      await service.api.create({ tags: ["report-a", "report-both"] }),
      await service.api.create({ tags: ["Report-Both"] }),
    ];
    const other = await service.api.create({});
    for (const [{ slug }, times] of [[a, 2], [b, 3], [other, 1]] as const) // biome-ignore format: one line says it
      for (let click = 0; click < times; click++) await go(`${slug}?utm_source=news`);
    const { slug: _, recentClicks, ...ofA } = await service.api.stats(a.slug, "?days=7");
    const top = (
      link: { slug: string },
      clicks: number,
      of: number,
      previousClicks: number | null = null,
    ) => ({
      slug: link.slug,
      title: null,
      clicks,
      share: clicks / of,
      previousClicks,
    });
    expect((await report("?days=7&tag=report-A")).body).toEqual({
      ...ofA,
      recentClicks,
      topLinks: [top(a, 2, 2)],
    });
    expect((await report("?tag=report-a&tag=report-both&tagMode=all")).body.topLinks).toEqual([
      top(a, 2, 2),
    ]);
    for (const scope of ["tag=report-a&tag=report-both", `slug=${a.slug}&slug=${b.slug}`]) {
      const { status, body } = await report(`?${scope}&compare=previous&interval=hour&days=1`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        totalClicks: 5,
        range: { clicks: 5, uniqueVisitors: 2 },
        utmSources: [{ source: "news", count: 5 }],
        previous: { range: { clicks: 0 } },
        topLinks: [top(b, 3, 5, 0), top(a, 2, 5, 0)],
      });
      expect(body.series?.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(5);
      expect(body.recentClicks).toHaveLength(5);
    }
    const all = (await report("?days=1&utm_source=news")).body;
    expect([all.range.clicks, all.topLinks.length]).toEqual([6, 3]);
    expect((await report("?days=1")).body).toMatchObject({
      range: { clicks: 6 },
      topLinks: [top(b, 3, 6), top(a, 2, 6), top(other, 1, 6)],
    });
  });
});

describe("GET /api/stats", () => {
  it("returns totals and the five most clicked links", async () => {
    await service.server.setClock("2032-05-01T23:30:00Z");
    const before = await service.api.globalStats();
    // Other files of this worker leave links with clicks.
    const most = before.topLinks[0]?.clickCount ?? 0;
    const links = [];
    for (let index = 0; index < 6; index++) links.push(await service.api.create({}));
    let made = 0;
    for (const [index, { slug }] of links.entries()) {
      const clicks = most + 1 + Math.floor(index / 2);
      await Promise.all(Array.from({ length: clicks }, () => go(slug)));
      made += clicks;
    }
    await go(links[0]?.slug ?? "", { headers: { "User-Agent": browsers.slack } });
    const after = await service.api.globalStats();
    expect(after).toMatchObject({
      totalLinks: before.totalLinks + 6,
      totalClicks: before.totalClicks + made,
      totalBotHits: before.totalBotHits + 1,
      clicksToday: before.clicksToday + made,
    });
    const [a, , c, d, e, f] = links;
    expect(after.topLinks.map(({ id }) => id)).toEqual([e, f, c, d, a].map((link) => link?.id));
    expect(after.topLinks[0]).toEqual(await service.api.get(e?.slug ?? ""));
    await service.server.setClock("2032-05-02T00:00:00.500Z");
    expect((await service.api.globalStats()).clicksToday).toBe(0);
    await go(f?.slug ?? "");
    expect((await service.api.globalStats()).clicksToday).toBe(1);
  });
});

// Run: verify
import { describe, expect, it, vi } from "vitest";
import { isFullRun } from "../support/run";
import type { Way } from "../support/server";
import { type Service, useService } from "../support/service";
import { browsers, postForm, type VisitAnswer, visit } from "../support/visitor";

/**
 * The tables in docs/behaviour.md hold for both ways to a short link: `server.ts` in front, and
 * Next alone, which only writes a forwarded query in another spelling. The same requests go to
 * both, and must get the same answers and be counted alike. What is right is tested in other files,
 * for one of them.
 */
const env = {
  PREVIEW_PAGES: "true",
  DESTINATION_SCHEMES: "mailto",
  IGNORE_CASE: "true",
  NOT_FOUND_LIMIT: "40",
  TRUSTED_PROXIES: "127.0.0.1",
  PUBLIC_LANGUAGES: "true",
};
const services: Record<Way, Service> = {
  "direct server": useService({ env }),
  "Next route": useService({ way: "Next route", env }),
};

const past = "2020-01-01";
const future = "2999-01-01";
const url = "https://destination.example/ä?own=1#end";
const links = {
  plain: { url },
  titled: {
    url,
    title: `<b>"Tom" & 'Jerry'</b>`,
    description: "Own text",
    image: "https://example.com/own.png",
  },
  aliased: { url, aliases: ["Other-Name"] },
  named: { url: "https://bücher.example/" },
  mail: { url: "mailto:mara@example.com?subject=Hi", forwardQuery: true },
  disabled: { url, enabled: false },
  expired: { url, expiresAt: past },
  "expired-over": { url, expiresAt: past, expiredUrl: "https://over.example/ä" },
  started: { url, startsAt: past },
  "not-started": { url, startsAt: future, password: "pw" },
  limited: { url, maxClicks: 2 },
  "limited-over": { url, maxClicks: 1, expiredUrl: "https://over.example/" },
  protected: { url, password: "pw", title: "Secret" },
  forwarding: { url, forwardQuery: true, forwardUtm: true },
  ruled: {
    url,
    ios: "https://ios.example/",
    android: "https://android.example/",
    geo: { DE: "https://de.example/ä" },
    forwardQuery: true,
  },
  dashboard: { url },
};
/** Counted links; each is asked for by its slug. */
const slugs = Object.keys(links) as (keyof typeof links)[];

const browser = { "User-Agent": browsers.windows };
const bot = { "User-Agent": browsers.slack };
const curl = { "User-Agent": "curl/8.5.0" };
const clients: Record<string, Record<string, string>> = {
  "a browser": browser,
  "a phone in German": {
    "User-Agent": browsers.iphone,
    "Accept-Language": "de-CH,de;q=0.9",
    Referer: "https://www.news.example/today",
  },
  "a browser in Germany": { ...browser, "CF-IPCountry": "DE" },
  "a crawler in Germany": { "User-Agent": browsers.googlebot, "CF-IPCountry": "DE" },
  curl,
  "no user agent": {},
  "a preview bot": bot,
  "a crawler": { "User-Agent": browsers.googlebot },
  Office: { "User-Agent": "Mozilla/4.0 (compatible; ms-office; MSOffice 16)" },
  "a prefetch": { ...browser, "Sec-Purpose": "prefetch;prerender" },
  "a test by its owner": { ...browser, Cookie: "slugline.test=plain" },
  "a person at an address": { ...browser, "X-Forwarded-For": "198.51.100.7" },
};
const oddPaths = [
  "/plain/",
  "/%70lain",
  "/%70lain/?utm_source=x",
  "/PLAIN",
  "/other-name",
  "/plain+",
  "/protected+",
  "/limited+",
  "/titled+",
  "/unknown",
  "/unknown+",
  "/plain.",
  "/plain)",
  "/plain&utm_source=x",
  "/plain?utm_source=%20news%00%20&utm_source=second&utm_medium=&next=//evil",
  "/plain?UTM_SOURCE=Poster&amp;utm_medium=mail",
  "/forwarding?own=2&x=y&utm_source=a",
  "/mail?bcc=evil@example.org",
  "/ruled?x=y",
  "/ruled+",
  "/a.b",
  "/a%20b",
  "/%00",
  `/${"a".repeat(65)}`,
  "/%3Cscript%3E",
  "/wp-login.php",
  "/robots.txt",
  "/favicon.ico",
];
const otherMethods = ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** `server.ts` adds protective headers to every answer. These carry meaning. */
const compared = [
  "location",
  "cache-control",
  "content-type",
  "x-robots-tag",
  "refresh",
  "retry-after",
  "allow",
  "set-cookie",
];

function shape({ status, headers, body }: VisitAnswer, service: Service) {
  const masked = (text: string) =>
    text
      .replaceAll(new URL(service.server.url).port, "PORT")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID");
  const kept = Object.entries(headers).filter(([name]) => compared.includes(name));
  return {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, masked(String(value))])),
    body: masked(body),
  };
}

/** The answers of both, the one in front first. */
async function answers(send: (service: Service) => Promise<VisitAnswer>) {
  const shaped = [];
  for (const service of [services["direct server"], services["Next route"]])
    shaped.push(shape(await send(service), service));
  return shaped;
}

async function expectSame(
  send: (service: Service) => Promise<VisitAnswer>,
  what: string,
): Promise<number> {
  const [direct, next] = await answers(send);
  expect(next, what).toEqual(direct);
  return direct?.status ?? 0;
}

describe("both ways to a short link", () => {
  it("have the same links", async () => {
    for (const { api } of Object.values(services))
      for (const slug of slugs) await api.create({ slug, ...links[slug] });
  });

  it.each(slugs)("answer all kinds of clients and methods alike: %s", async (slug) => {
    const seen = new Set<number>();
    for (const [client, headers] of Object.entries(clients)) {
      seen.add(
        await expectSame(
          ({ server }) => visit(server, `/${slug}?utm_source=mail`, { headers }),
          client,
        ),
      );
    }
    for (const method of otherMethods)
      seen.add(
        await expectSame(
          ({ server }) => visit(server, `/${slug}`, { method, headers: curl }),
          method,
        ),
      );
    // At least what is asked by another method is answered in another way.
    expect(seen.size).toBeGreaterThan(1);
  });

  it.each(oddPaths)("answer %s alike", async (path) => {
    for (const headers of [browser, bot])
      await expectSame(({ server }) => visit(server, path, { headers }), headers["User-Agent"]);
    await expectSame(
      ({ server }) => visit(server, path, { method: "HEAD", headers: curl }),
      "HEAD",
    );
  });

  it("take passwords alike, and let in with the cookie", async () => {
    const enter = (password: string, more = {}) =>
      expectSame(
        ({ server }) => postForm(server, "/protected", { password }, { ...browser, ...more }),
        password,
      );
    expect(await enter("wrong")).toBe(403);
    expect(await enter("pw", { Origin: "https://evil.example" })).toBe(403);
    const visited = [];
    for (const { server } of Object.values(services)) {
      const right = await postForm(
        server,
        "/protected?utm_source=poster",
        { password: "pw", referrer: "news.example" },
        browser,
      );
      const [cookie = ""] = right.headers["set-cookie"] ?? [];
      expect(cookie).toMatch(
        /^slugline\.entry\.\d+=[\w.-]+; Max-Age=43200; Path=\/protected; HttpOnly; SameSite=Lax$/,
      );
      const [pair = ""] = cookie.split(";");
      const again = await visit(server, "/protected", { headers: { ...browser, Cookie: pair } });
      visited.push([right.status, right.headers.location, again.status, again.headers.location]);
    }
    const location = "https://destination.example/%C3%A4?own=1#end";
    expect(visited).toEqual([
      [303, location, 302, location],
      [303, location, 302, location],
    ]);
  });

  it.runIf(isFullRun)("refuse too many guesses at a password alike", async () => {
    const headers = { ...browser, "X-Forwarded-For": "203.0.113.5" };
    const guess = ({ server }: Service) =>
      postForm(server, "/protected", { password: "no" }, headers);
    const statuses: number[] = [];
    for (const service of Object.values(services))
      for (let number = 0; number < 21; number++) statuses.push((await guess(service)).status);
    expect(statuses).toEqual([...Array(20).fill(403), 429, ...Array(20).fill(403), 429]);
  });

  it("refuse too many unknown slugs alike, and no link", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.9" };
    const statuses: number[][] = [];
    for (const { server } of Object.values(services)) {
      const asked = [];
      for (let number = 0; number < 41; number++)
        asked.push((await visit(server, `/unknown-${number}`, { headers })).status);
      statuses.push([...new Set(asked), (await visit(server, "/plain", { headers })).status]);
    }
    expect(statuses).toEqual([
      [404, 429, 302],
      [404, 429, 302],
    ]);
  });

  it("let exactly as many of many at once pass as a link has clicks", async () => {
    for (const [way, { api, server }] of Object.entries(services)) {
      await api.create({ slug: "many", maxClicks: 25 });
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async () => (await visit(server, "/many")).status),
      );
      expect([way, (await api.get("many")).clickCount]).toEqual([way, 25]);
      expect(statuses.filter((status) => status === 302)).toHaveLength(25);
    }
  });

  it("have counted the same clicks, bot hits, uncounted visits and missed slugs", async () => {
    const counted = async ({ api, sql }: Service) => ({
      links: await Promise.all(
        slugs.map(async (slug) => ({
          slug,
          clicks: (await api.get(slug)).clickCount,
          bots: (await api.get(slug)).botHitCount,
        })),
      ),
      uncounted: await sql(
        `SELECT "slug", "kind", "name", "count" FROM "UncountedVisit" u JOIN "Link" l ON l."id" = u."linkId" ORDER BY 1, 2, 3`,
      ),
      clicks: await sql(
        `SELECT l."slug", "browser", "os", "device", "locale", "referrer", "utmSource", "utmMedium", "destination", count(*)
         FROM "Click" c JOIN "Link" l ON l."id" = c."linkId" GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
      ),
      missed: await sql(
        `SELECT "slug", sum("count")::int AS "visits" FROM "MissedSlug" GROUP BY 1 ORDER BY 1`,
      ),
    });
    // Uncounted visits and missed slugs are stored within a second.
    const direct = await vi.waitFor(
      async () => {
        const known = await counted(services["direct server"]);
        expect(await counted(services["Next route"])).toEqual(known);
        return known;
      },
      { timeout: 20_000, interval: 500 },
    );
    expect(direct.links.find(({ slug }) => slug === "plain")).toMatchObject({
      bots: expect.any(Number),
    });
    expect(direct.uncounted.length).toBeGreaterThan(10);
    expect(direct.clicks.length).toBeGreaterThan(10);
  });
});

// Run: verify
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { RawConnection } from "../support/raw-connection";
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
  DOMAINS: "go.brand.example",
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
  "limited-open": { url, maxClicks: 1_000, title: "Own title", description: "Own text" },
  "limited-over": { url, maxClicks: 1, expiredUrl: "https://over.example/" },
  protected: { url, password: "pw", title: "Secret" },
  spoken: { url, password: "Grüße" },
  forwarding: { url, forwardQuery: true, forwardUtm: true },
  ruled: {
    url,
    ios: "https://ios.example/",
    android: "https://android.example/",
    geo: { DE: "https://de.example/ä", FR: "mailto:mara@example.com" },
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
  "a browser in France": { ...browser, "CF-IPCountry": "FR" },
  "a phone with Android": {
    "User-Agent":
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36",
    Referer: "http://localhost:1/x",
  },
  "a browser at a further host": { ...browser, Host: "GO.Brand.Example.:80" },
  "a bot at a further host": { ...bot, "X-Forwarded-Host": "go.brand.example" },
  "a browser at a host of somebody else": { ...browser, Host: "evil.example" },
  "a crawler in Germany": { "User-Agent": browsers.googlebot, "CF-IPCountry": "DE" },
  curl,
  "no user agent": {},
  "a preview bot": bot,
  "a crawler": { "User-Agent": browsers.googlebot },
  Office: { "User-Agent": "Mozilla/4.0 (compatible; ms-office; MSOffice 16)" },
  "a prefetch": { ...browser, "Sec-Purpose": "prefetch;prerender" },
  "a test by its owner": { ...browser, Cookie: "slugline.test=SLUG" },
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
  "/disabled+",
  "/expired+",
  "/not-started+",
  "/a.b",
  "/a%20b",
  "/%00",
  `/${"a".repeat(65)}`,
  "/%3Cscript%3E",
  "/wp-login.php",
  "/robots.txt",
  "/sitemap.xml",
  "/favicon.ico",
  "/favicon.ico.png",
];
/** What a visitor adds to the destination stays behind it. */
const hostileQueries = [
  "@evil.example",
  "x=%0d%0aSet-Cookie:a",
  "/../..//evil.example",
  "a=b#x",
  "\\evil",
  `x=${"y".repeat(9_000)}`,
];
const brand = { ...browser, Host: "go.brand.example" };
/** Nothing but links is at a further host. */
const elsewhere = [
  ...["/dashboard/overview", "/dashboard/sign-in", "/dashboard/setup", "/api", "/api/links"],
  ...["/api/stats", "/api/docs", "/api/openapi.json", "/api/livez", "/api/readyz", "/api/metrics"],
  "/api/unknown",
];
/** Forms, as a program or a page sends them. */
const forms: [what: string, path: string, body: string, headers: Record<string, string>][] = [
  ["a wrong password", "/protected", "password=wrong", {}],
  ["a page of another site", "/protected", "password=pw", { Origin: "https://evil.example" }],
  ["UTF-8 as it is", "/spoken", "password=Grüße", {}],
  ["a form that is too large", "/protected", `password=${"x".repeat(20_000)}`, {}],
  ["a link without a password", "/plain", "password=pw", {}],
  ["no link", "/unknown", "password=pw", {}],
  ["a link that has not started", "/not-started", "password=pw", {}],
  ["a further host", "/protected", "password=pw", { ...brand, Origin: "http://go.brand.example" }],
  ["a further host, from elsewhere", "/protected", "password=pw", { ...brand, Origin: "http://x" }],
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
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
      .replace(/\d{10}\.[\w-]{43}/g, "PROOF");
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
  it("have the same links, of which one takes the place of the overview", async () => {
    const atDashboard = () =>
      expectSame(({ server }) => visit(server, "/dashboard", { headers: curl }), "/dashboard");
    expect(await atDashboard()).toBe(302);
    const create = Object.entries(links).map(([slug, link]) => ({ slug, ...link }));
    for (const { api } of Object.values(services)) {
      const { body } = await api.call<{ results: { status: number }[] }>(
        "POST",
        "/api/links/bulk",
        {
          create,
        },
      );
      expect(new Set(body.results.map(({ status }) => status))).toEqual(new Set([201]));
    }
    const statuses = [await atDashboard()];
    for (const enabled of [false, true]) {
      for (const { api } of Object.values(services)) await api.patch("dashboard", { enabled });
      statuses.push(await atDashboard());
    }
    expect(statuses).toEqual([302, 404, 302]);
  });

  it.each([...slugs, "unknown"])(
    "answer all kinds of clients and methods alike: %s",
    async (slug) => {
      const seen = new Set<number>();
      for (const [client, given] of Object.entries(clients)) {
        const headers = {
          ...given,
          ...(given.Cookie && { Cookie: given.Cookie.replace("SLUG", slug) }),
        };
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
    },
  );

  it.each(oddPaths)("answer %s alike", async (path) => {
    for (const headers of [browser, bot])
      await expectSame(({ server }) => visit(server, path, { headers }), headers["User-Agent"]);
    await expectSame(
      ({ server }) => visit(server, path, { method: "HEAD", headers: curl }),
      "HEAD",
    );
  });

  it("keep to the destination, whatever the query", async () => {
    for (const { server } of Object.values(services))
      for (const query of hostileQueries) {
        const { status, headers } = await visit(server, `/forwarding?${query}`, { headers: curl });
        const { origin } = new URL(String(headers.location));
        expect([status, origin], query).toEqual([302, "https://destination.example"]);
        expect(headers.location, query).toMatch(/^[\x21-\x7e]+$/);
      }
  });

  it.each(elsewhere)("have no %s at a further host", async (path) => {
    for (const { server } of Object.values(services)) {
      const headers = { ...brand, Authorization: `Bearer ${server.token}` };
      const [get, post] = [
        await visit(server, path, { headers }),
        await visit(server, path, { method: "POST", headers }),
      ];
      expect([get.status, get.headers["set-cookie"]]).toEqual([404, undefined]);
      expect([404, 405]).toContain(post.status);
    }
  });

  it("answer a path of several segments with a 404", async () => {
    for (const { server } of Object.values(services))
      expect((await visit(server, "/a/b", { headers: browser })).status).toBe(404);
  });

  it("answer a request without a host", async () => {
    for (const { server } of Object.values(services)) {
      const connection = new RawConnection(server);
      await connection.send("GET /named HTTP/1.0\r\n\r\n");
      expect((await connection.next())?.headers.location).toBe("https://xn--bcher-kva.example/");
    }
  });

  it("prove at a further host that they are this service", async () => {
    for (const { server } of Object.values(services)) {
      const headers = { ...brand, "X-Slugline-Check": "1" };
      expect((await visit(server, `/${"n".repeat(40)}`, { headers })).body).toMatch(/^[\w-]{43}$/);
      expect((await visit(server, "/short", { headers })).status).toBe(404);
    }
  });

  it("answer HEAD with the status and headers of GET", async () => {
    const dropped = ["date", "connection", "keep-alive", "transfer-encoding"];
    const stable = ({ status, headers }: VisitAnswer) => [
      status,
      Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name))),
    ];
    for (const { server } of Object.values(services))
      for (const slug of ["plain", "disabled", "expired", "unknown"])
        for (const userAgent of [
          browsers.windows,
          browsers.slack,
          "Microsoft Office Existence Discovery",
        ]) {
          const [get, head] = [
            await visit(server, `/${slug}`, { headers: { "User-Agent": userAgent } }),
            await visit(server, `/${slug}`, {
              method: "HEAD",
              headers: { "User-Agent": userAgent },
            }),
          ];
          expect([stable(head), head.body], `${slug} ${userAgent}`).toEqual([stable(get), ""]);
        }
  });

  it("follow each change of a link at once", async () => {
    const name = { slug: "changing", alias: "changing-alias" };
    const statuses = async (): Promise<number[]> => [
      await expectSame(
        ({ server }) => visit(server, `/${name.slug}`, { headers: browser }),
        "slug",
      ),
      await expectSame(({ server }) => visit(server, `/${name.alias}`, { headers: curl }), "alias"),
    ];
    const change = async (body: Record<string, unknown>) => {
      for (const { api } of Object.values(services)) await api.patch(name.slug, body);
      return statuses();
    };
    expect(await statuses()).toEqual([404, 404]);
    for (const { api } of Object.values(services)) await api.create({ slug: name.slug, url });
    expect(await statuses()).toEqual([302, 404]);
    expect(await change({ aliases: [name.alias] })).toEqual([302, 302]);
    expect(await change({ url: "https://destination.example/two" })).toEqual([302, 302]);
    expect(await change({ ios: "https://ios.example/", geo: { DE: url } })).toEqual([302, 302]);
    expect(await change({ enabled: false, ios: null, geo: null })).toEqual([404, 404]);
    expect(await change({ enabled: true, expiresAt: past })).toEqual([404, 404]);
    expect(await change({ expiresAt: null, startsAt: future })).toEqual([404, 404]);
    expect(await change({ startsAt: null, password: "pw" })).toEqual([200, 200]);
    expect(await change({ password: null, forwardQuery: true })).toEqual([302, 302]);
    expect(await change({ maxClicks: 1 })).toEqual([404, 404]);
    expect(await change({ maxClicks: null, aliases: [] })).toEqual([302, 404]);
    for (const { api } of Object.values(services)) await api.remove(name.slug);
    expect(await statuses()).toEqual([404, 404]);
  });

  it.each(forms)("read a form alike: %s", async (_, path, body, headers) => {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    await expectSame(
      ({ server }) =>
        visit(server, path, { method: "POST", headers: { ...browser, ...type, ...headers }, body }),
      path,
    );
  });

  it("follow a change that is made while the form arrives", async () => {
    for (const { api, server } of Object.values(services)) {
      const { slug } = await api.create({ slug: "arriving", url, password: "pw" });
      const headers = {
        ...browser,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": "11",
      };
      const { hostname, port } = new URL(server.url);
      const form = request({ hostname, port, path: `/${slug}`, method: "POST", headers });
      const answered = once(form, "response") as Promise<[IncomingMessage]>;
      form.write("password=p");
      await sleep(500);
      await api.patch(slug, { enabled: false });
      form.end("w");
      const [{ statusCode, headers: answer }] = await answered;
      const { clickCount } = await api.get(slug);
      expect([statusCode, answer.location, clickCount]).toEqual([405, undefined, 0]);
    }
  });

  it("give a destination with a password and a maximum to counted visitors alone", async () => {
    for (const { api, server } of Object.values(services)) {
      const { slug } = await api.create({ slug: "few-clicks", url, maxClicks: 2, password: "pw" });
      const enter = (headers: Record<string, string>) =>
        postForm(server, `/${slug}`, { password: "pw" }, headers);
      for (const headers of [
        { ...browser, Cookie: `slugline.test=${slug}` },
        { "User-Agent": browsers.googlebot },
      ]) {
        const answer = await enter(headers);
        expect([answer.status, /destination\.example/.test(JSON.stringify(answer))]).toEqual([
          200,
          false,
        ]);
      }
      const [cookie = ""] = (await enter(browser)).headers["set-cookie"] ?? [];
      const headers = { ...browser, Cookie: cookie.split(";")[0] ?? "" };
      const head = await visit(server, `/${slug}`, { method: "HEAD", headers });
      expect([head.status, head.headers.location]).toEqual([200, undefined]);
      expect((await visit(server, `/${slug}`, { headers })).status).toBe(302);
      expect((await visit(server, `/${slug}`, { headers })).status).toBe(404);
      expect((await enter(browser)).status).toBe(404);
      expect((await api.get(slug)).clickCount).toBe(2);
    }
  });

  it("let in with the cookie that a right password gets", async () => {
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

  it("let exactly as many of many at once pass as a link has clicks, and count all of a plain one", async () => {
    for (const [way, { api, server }] of Object.entries(services)) {
      await api.create({ slug: "many", maxClicks: 25 });
      await api.create({ slug: "all-of-many" });
      const passedOf = async (slug: string) => {
        const answers = await Promise.all(
          Array.from({ length: 60 }, () => visit(server, `/${slug}`)),
        );
        return answers.filter(({ status }) => status === 302).length;
      };
      expect([way, await passedOf("many"), await passedOf("all-of-many")]).toEqual([way, 25, 60]);
      expect((await api.get("many")).clickCount).toBe(25);
      // On a busy machine some go through the journal and are counted a little later.
      await expect.poll(async () => (await api.get("all-of-many")).clickCount).toBe(60);
    }
  });

  it("have counted the same clicks, bot hits, uncounted visits and missed slugs", async () => {
    const counted = async ({ api, sql }: Service) => ({
      links: (await api.list("?sort=slug&limit=200")).links.map(
        ({ slug, clickCount, botHitCount }) => ({ slug, clickCount, botHitCount }),
      ),
      aliases: await sql(
        `SELECT "slug", sum("clicks")::int AS "clicks" FROM "AliasCount" GROUP BY 1 ORDER BY 1`,
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
    expect(direct.links.find(({ slug }) => slug === "plain")?.botHitCount).toBeGreaterThan(1);
    expect(direct.aliases).toHaveLength(1);
    expect(direct.uncounted.length).toBeGreaterThan(10);
    expect(direct.clicks.length).toBeGreaterThan(10);
  });

  it("have stored no address and no salt, and changed no link", async () => {
    for (const { sql, server } of Object.values(services)) {
      const rows = await sql<{ visitor: Buffer }>(`SELECT * FROM "Click"`);
      expect(new Set(rows.map(({ visitor }) => visitor.length))).toEqual(new Set([16]));
      expect(JSON.stringify(rows)).not.toContain("198.51.100.7");
      expect(server.output()).not.toContain("198.51.100.7");
      expect(await sql(`SELECT FROM "DailySalt"`)).toEqual([]);
      expect(
        await sql(
          `SELECT to_char("day", 'YYYY-MM-DD') AS day, length("fingerprint") AS bytes FROM "DailySaltFingerprint"`,
        ),
      ).toContainEqual({ day: new Date().toISOString().slice(0, 10), bytes: 32 });
      expect(
        await sql(
          `SELECT "slug" FROM "Link" WHERE "updatedAt" <> "createdAt" AND "slug" IN ('plain', 'limited', 'aliased')`,
        ),
      ).toEqual([]);
    }
  });

  it("show public pages by the settings of the service alike", async () => {
    for (const { sql } of Object.values(services))
      await sql(`INSERT INTO "SiteSetting" ("name", "value") VALUES
        ('NOT_FOUND_URL', 'https://example.com/find?q={slug}'), ('EXPIRED_URL', 'https://example.com/news'), ('SITE_NAME', 'Acme')`);
    const german = { ...browser, "Accept-Language": "de-CH,de;q=0.9" };
    await expect
      .poll(async () =>
        Promise.all(
          Object.values(services).map(
            async ({ server }) =>
              (await visit(server, "/no-such-link", { headers: german })).status,
          ),
        ),
      )
      .toEqual([302, 302]);
    for (const path of [
      ...slugs.map((slug) => `/${slug}`),
      "/no-such-link",
      "/protected+",
      "/plain+",
    ])
      await expectSame(({ server }) => visit(server, path, { headers: german }), path);
  });
});

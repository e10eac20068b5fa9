// Run: verify
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { RawConnection } from "../support/raw-connection";
import type { Way } from "../support/server";
import { type Service, useService } from "../support/service";
import { browsers, postForm, type VisitAnswer, visit } from "../support/visitor";

/**
 * The tables in docs/behaviour.md, for both ways to a short link: `server.ts` in front, and Next
 * alone. The same requests go to both, and must get the same answers and be counted alike: as the
 * tables here say.
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
const location = "https://destination.example/%C3%A4?own=1#end";
const ruled = {
  ios: "https://ios.example/",
  android: "https://android.example/",
  DE: "https://de.example/ä",
  FR: "mailto:mara@example.com",
};

type Kind = "person" | "crawler" | "unfurler" | "office" | "prefetch" | "owner" | "head";
/**
 * The answer to each kind of visitor: a status, and where it leads or what it shows. A card or page
 * is `blank` without the destination. `to` stands for the destination.
 */
type Answers = Record<Kind, string>;
const all = (answer: string): Answers => ({
  person: answer,
  crawler: answer,
  unfurler: answer,
  office: answer,
  prefetch: answer,
  owner: answer,
  head: answer,
});
const open: Answers = { ...all("302 to"), unfurler: "200 card", office: "200 blank card" };
/** Who uses up no click does not learn the destination. */
const limited: Answers = {
  ...all("200 blank card"),
  person: "302 to",
  prefetch: "503 blank page",
  owner: "200 blank page",
};
const asked = all("200 form");
const gone = all("404 blank page");
const over = all("404 /");
const elsewhereInstead = all("302 https://over.example/%C3%A4");

interface Row {
  link: Record<string, unknown>;
  answers: Answers;
  /** Of the kinds of visits, those that are counted; all by default. */
  counts?: "none" | "uncounted";
  /** Where it leads, if not to `location`: everybody, or a client. */
  to?: string | Record<string, string>;
  /** What cards and pages say. */
  says?: RegExp;
}

const links: Record<string, Row> = {
  // Is not made.
  unknown: { link: {}, answers: gone, counts: "none" },
  plain: { link: { url }, answers: open },
  titled: {
    link: {
      url,
      title: `<b>"Tom" & 'Jerry'</b>`,
      description: "Own text",
      image: "https://example.com/own.png",
    },
    answers: open,
    says: /og:title" content="&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;\/b&gt;"/,
  },
  aliased: {
    link: { url, aliases: ["Other-Name"] },
    answers: open,
    says: /og:title" content="aliased"/,
  },
  named: {
    link: { url: "https://bücher.example/" },
    answers: open,
    to: "https://xn--bcher-kva.example/",
  },
  exact: {
    link: { url: "http://EXAMPLE.com/%7e/../b" },
    answers: open,
    to: "http://EXAMPLE.com/%7e/../b",
  },
  quoted: {
    link: { url: "https://example.com/'\"<>{}|^`" },
    answers: open,
    to: "https://example.com/'\"<>{}|^`",
  },
  mail: {
    link: { url: "mailto:mara@example.com?subject=Hi", forwardQuery: true },
    answers: open,
    to: "mailto:mara@example.com?subject=Hi",
  },
  started: { link: { url, startsAt: past }, answers: open },
  dashboard: { link: { url }, answers: open },
  forwarding: {
    link: { url, forwardQuery: true, forwardUtm: true },
    answers: open,
    to: "https://destination.example/%C3%A4?own=1&utm_source=mail#end",
  },
  ruled: {
    link: {
      url,
      ios: ruled.ios,
      android: ruled.android,
      geo: { DE: ruled.DE, FR: ruled.FR },
      forwardQuery: true,
    },
    answers: open,
    to: {
      "a phone in Germany": ruled.ios,
      "a phone with Android in Germany": ruled.android,
      "a browser in Germany": "https://de.example/%C3%A4",
      "a browser in France": ruled.FR,
      "a prefetch by a phone": ruled.ios,
      "HEAD by a phone": ruled.ios,
    },
  },
  "by-language": {
    link: { url, languages: { de: ruled.DE, en: ruled.FR } },
    answers: open,
    to: { "a phone in Germany": "https://de.example/%C3%A4" },
  },
  winter: {
    link: {
      url,
      schedule: [
        { from: future, url: ruled.FR },
        { from: past, url: ruled.DE },
      ],
    },
    answers: open,
    to: "https://de.example/%C3%A4",
  },
  disabled: {
    link: {
      url,
      enabled: false,
      title: "Secret",
      expiresAt: past,
      expiredUrl: "https://over.example/",
    },
    answers: gone,
    counts: "none",
  },
  "not-started": {
    link: { url, startsAt: future, password: "pw", maxClicks: 5, title: "Secret" },
    answers: gone,
    counts: "none",
  },
  expired: { link: { url, expiresAt: past, title: "Secret" }, answers: over, counts: "none" },
  "expired-over": {
    link: { url, expiresAt: past, expiredUrl: "https://over.example/ä" },
    answers: elsewhereInstead,
    counts: "none",
  },
  // Both are used up before the table is asked.
  limited: { link: { url, maxClicks: 2, title: "Secret" }, answers: over, counts: "none" },
  "limited-over": {
    link: { url, maxClicks: 1, expiredUrl: "https://over.example/ä" },
    answers: elsewhereInstead,
    counts: "none",
  },
  "limited-open": {
    link: { url, maxClicks: 1_000, title: "Own title", description: "Own text" },
    answers: limited,
    says: /og:title" content="Own title".*Own text|This link has a click limit/s,
  },
  protected: {
    link: {
      url,
      password: "pw",
      title: "Secret",
      description: "Secret",
      image: "https://secret.example/i.png",
    },
    answers: asked,
    counts: "uncounted",
  },
  spoken: { link: { url, password: "Grüße" }, answers: asked, counts: "uncounted" },
};
const slugs = Object.keys(links);

const browser = { "User-Agent": browsers.windows };
const phone = { "User-Agent": browsers.iphone };
const android =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36";
const bot = { "User-Agent": browsers.slack };
const curl = { "User-Agent": "curl/8.5.0" };
const germany = { "CF-IPCountry": "DE" };
const clients: Record<string, [kind: Kind, headers: Record<string, string>]> = {
  "a browser": ["person", browser],
  "a phone in Germany": [
    "person",
    {
      ...phone,
      ...germany,
      "Accept-Language": "de-CH,de;q=0.9",
      Referer: "https://WWW.News.example:8443/today?q",
    },
  ],
  "a phone with Android in Germany": [
    "person",
    { "User-Agent": android, ...germany, Referer: "http://localhost:1/x" },
  ],
  "a browser in Germany": ["person", { ...browser, ...germany, Referer: "not a url" }],
  "a browser in France": ["person", { ...browser, "CF-IPCountry": "FR" }],
  "a browser at a further host": ["person", { ...browser, Host: "GO.Brand.Example.:80" }],
  "a browser at a host of somebody else": ["person", { ...browser, Host: "evil.example" }],
  "a person at an address": ["person", { ...browser, "X-Forwarded-For": "198.51.100.7" }],
  curl: ["person", curl],
  "no user agent": ["person", {}],
  "a preview bot": ["unfurler", { ...bot, ...germany }],
  "a preview bot at a further host": [
    "unfurler",
    { ...bot, "X-Forwarded-Host": "go.brand.example" },
  ],
  "a crawler": ["crawler", { "User-Agent": browsers.googlebot }],
  "a crawler on a phone in Germany": [
    "crawler",
    { "User-Agent": `${android} (compatible; Googlebot/2.1)`, ...germany },
  ],
  Office: ["office", { "User-Agent": "Mozilla/4.0 (compatible; ms-office; MSOffice 16)" }],
  "Office, asking whether it is there": [
    "office",
    { "User-Agent": "Microsoft Office Existence Discovery" },
  ],
  "a prefetch by a phone": ["prefetch", { ...phone, "Sec-Purpose": "prefetch;prerender" }],
  "a test by its owner": ["owner", { ...browser, Cookie: "slugline.test=SLUG" }],
  "HEAD by a phone": ["head", phone],
  "HEAD by curl": ["head", curl],
};
/** What a browser gets at other spellings and paths. */
const oddPaths: [path: string, answer: string][] = [
  ["/plain/", `302 ${location}`],
  ["/%70lain", `302 ${location}`],
  ["/%70lain/?utm_source=x", `302 ${location}`],
  ["/PLAIN", `302 ${location}`],
  ["/other-name", `302 ${location}`],
  ["/plain+", "200 page"],
  ["/titled+", "200 page"],
  ["/ruled+", "200 page"],
  ...[
    "/protected+",
    "/limited+",
    "/limited-open+",
    "/unknown",
    "/unknown+",
    "/disabled+",
    "/expired+",
    "/not-started+",
  ].map((path): [string, string] => [path, "404 blank page"]),
  ["/plain.", `302 ${location}`],
  ["/plain)", `302 ${location}`],
  ["/plain&utm_source=x", `302 ${location}`],
  [
    `/plain?utm_source=%20news%00%20&utm_source=second&utm_medium=&utm_campaign=${"x".repeat(300)}&next=//evil`,
    `302 ${location}`,
  ],
  ["/plain?UTM_SOURCE=Poster&amp;utm_medium=mail", `302 ${location}`],
  [
    "/forwarding?own=2&x=y&utm_source=a",
    "302 https://destination.example/%C3%A4?own=1&x=y&utm_source=a#end",
  ],
  ["/mail?bcc=evil@example.org&body=x", "302 mailto:mara@example.com?subject=Hi"],
  ["/ruled?own=2&x=y&utm_source=a", "302 https://destination.example/%C3%A4?own=1&x=y#end"],
  ...[
    "/a.b",
    "/a%20b",
    "/%00",
    `/${"a".repeat(65)}`,
    "/%3Cscript%3E",
    "/wp-login.php",
    "/favicon.ico.png",
  ].map((path): [string, string] => [path, "404 blank page"]),
  ["/robots.txt", "200 blank page"],
  ["/sitemap.xml", "200 blank page"],
  ["/favicon.ico", "200 blank page"],
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
const forms: [
  what: string,
  status: number,
  path: string,
  body: string,
  headers: Record<string, string>,
][] = [
  ["a wrong password", 403, "/protected", "password=wrong", {}],
  ["a page of another site", 403, "/protected", "password=pw", { Origin: "https://evil.example" }],
  ["UTF-8 as it is", 303, "/spoken", "password=Grüße", {}],
  ["a form that is too large", 403, "/protected", `password=${"x".repeat(20_000)}`, {}],
  ["a link without a password", 405, "/plain", "password=pw", {}],
  ["no link", 405, "/unknown", "password=pw", {}],
  ["a link that has not started", 405, "/not-started", "password=pw", {}],
  [
    "a further host",
    303,
    "/protected",
    "password=pw",
    { ...brand, Origin: "http://go.brand.example" },
  ],
  [
    "a further host, from elsewhere",
    403,
    "/protected",
    "password=pw",
    { ...brand, Origin: "http://x" },
  ],
];

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

/** Sends the same to both, and returns what both answer: that of the one in front. */
async function expectSame(
  send: (service: Service) => Promise<VisitAnswer>,
  what: string,
): Promise<VisitAnswer> {
  const { "direct server": direct, "Next route": next } = services;
  const answer = await send(direct);
  expect(shape(await send(next), next), what).toEqual(shape(answer, direct));
  return answer;
}

const ofDestination =
  /(?:destination|ios|android|de|bücher|xn--bcher-kva)\.example|EXAMPLE\.com|example\.com\/&#39;|mara@/;

/** An answer as the tables write it. Also checks what they promise of each kind of answer. */
function describeAnswer({ status, headers, body }: VisitAnswer, method = "GET"): string {
  const { location } = headers;
  expect(headers).not.toHaveProperty("set-cookie");
  if (status === 302) {
    expect([body, headers["cache-control"], headers["x-robots-tag"]]).toEqual([
      "",
      "private, no-store",
      "noindex",
    ]);
    expect(headers).not.toHaveProperty("referrer-policy");
    return `302 ${location}`;
  }
  expect(JSON.stringify([headers, body])).not.toMatch(/secret/i);
  expect("retry-after" in headers).toBe(status === 503);
  expect(headers.refresh).toBe(location && `0; url=${location}`);
  if (location) return `${status} ${location}`;
  if (method === "HEAD") return String(status);
  if (body.includes('type="password"')) return `${status} form`;
  const shown = body.includes("og:title") ? "card" : "page";
  return `${status} ${ofDestination.test(body) ? "" : "blank "}${shown}`;
}

const rowOf = (slug: string) => links[slug] as Row;

function expectedOf(slug: string, client: string, kind: Kind): string {
  const { answers, to = location } = rowOf(slug);
  const answer = answers[kind].replace(
    /to$/,
    typeof to === "string" ? to : (to[client] ?? location),
  );
  // HEAD has the headers of the page.
  return kind === "head" ? answer.replace(/ (blank )?(card|form|page)$/, "") : answer;
}

/** By slug and kind. */
function expectedCounts(): Record<string, number> {
  const sums: Record<string, number> = {};
  const add = (slug: string, kind: string, count = 1) => {
    sums[`${slug} ${kind}`] = (sums[`${slug} ${kind}`] ?? 0) + count;
  };
  for (const slug of slugs)
    for (const [kind] of Object.values(clients)) {
      const { counts } = rowOf(slug);
      if (counts === "none" || (counts === "uncounted" && kind === "person")) continue;
      add(slug, kind === "office" ? "crawler" : kind);
      if (kind === "unfurler") add(slug, "bot");
    }
  // Before the table was asked.
  add("limited", "person", 2);
  add("limited-over", "person");
  add("dashboard", "person", 2);
  return sums;
}

describe("both ways to a short link", () => {
  it("have the same links, of which one takes the place of the overview", async () => {
    const atDashboard = async () =>
      (await expectSame(({ server }) => visit(server, "/dashboard", { headers: curl }), "")).headers
        .location;
    const before = await atDashboard();
    const create = slugs
      .filter((slug) => slug !== "unknown")
      .map((slug) => ({ slug, ...links[slug]?.link }));
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
    const after = [await atDashboard()];
    for (const enabled of [false, true]) {
      for (const { api } of Object.values(services)) await api.patch("dashboard", { enabled });
      after.push(await atDashboard());
    }
    expect([before, ...after]).toEqual(["/dashboard/overview", location, undefined, location]);
    for (const slug of ["limited", "limited", "limited-over"])
      for (const { server } of Object.values(services))
        expect((await visit(server, `/${slug}`)).headers.location).toBe(location);
  });

  const unknown = new Map<string, string>();

  it.each(slugs)("answer all kinds of visitors as the table says: %s", async (slug) => {
    const { answers, says } = rowOf(slug);
    for (const [client, [kind, given]] of Object.entries(clients)) {
      const method = kind === "head" ? "HEAD" : "GET";
      const headers = JSON.parse(JSON.stringify(given).replace("SLUG", slug));
      const answer = await expectSame(
        ({ server }) => visit(server, `/${slug}?utm_source=mail`, { method, headers }),
        client,
      );
      const expected = expectedOf(slug, client, kind);
      expect(describeAnswer(answer, method), client).toBe(expected);
      if (says && /card|page/.test(expected)) expect(answer.body, client).toMatch(says);
      if (slug === "unknown") unknown.set(client, answer.body);
      // Byte for byte as the one that does not exist.
      else if (answers === gone)
        expect(answer.body.replaceAll(slug, "unknown"), client).toBe(unknown.get(client));
    }
  });

  it.each(["unknown", "plain", "disabled", "protected"])(
    "answer other methods alike: %s",
    async (slug) => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const { status, headers } = await expectSame(
          ({ server }) => visit(server, `/${slug}`, { method, headers: curl }),
          method,
        );
        expect([status, headers.allow], method).toEqual([405, "GET, HEAD"]);
      }
    },
  );

  it("have counted them as the table says", async () => {
    for (const { api, sql } of Object.values(services)) {
      const counted = async () => {
        const { links: stored } = await api.list("?limit=200");
        const uncounted = await sql<{ of: string; count: number }>(
          `SELECT "slug" || ' ' || "kind" AS "of", sum("count")::int AS "count" FROM "UncountedVisit" u JOIN "Link" l ON l."id" = u."linkId" GROUP BY 1`,
        );
        const bots = stored.map(({ slug, botHitCount: count }) => ({ of: `${slug} bot`, count }));
        const people = stored.map(({ slug, clickCount: count }) => ({
          of: `${slug} person`,
          count,
        }));
        const all = [...uncounted, ...bots, ...people].filter(({ count }) => count > 0);
        return Object.fromEntries(all.map(({ of, count }) => [of, count]));
      };
      // Uncounted visits are stored within a second.
      await expect.poll(counted).toEqual(expectedCounts());
    }
  });

  it.each(oddPaths)("answer %s alike", async (path, expected) => {
    const answer = await expectSame(({ server }) => visit(server, path, { headers: browser }), "");
    expect(describeAnswer(answer)).toBe(expected);
    await expectSame(({ server }) => visit(server, path, { headers: bot }), "bot");
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

  it("answer a path of several segments with a 404, and an absolute-form target like its path", async () => {
    for (const { server } of Object.values(services))
      expect((await visit(server, "/a/b", { headers: browser })).status).toBe(404);
    // Next alone answers these with a 5xx or a permanent redirect.
    for (const path of ["/%E0%A4%A", "/%", "/hello//", "//hello", "/a\\b", "/a//b"])
      expect(
        describeAnswer(await visit(services["direct server"].server, path)).slice(0, 3),
        path,
      ).toBe("404");
    const { headers } = await expectSame(
      ({ server }) =>
        visit(
          server,
          server === services["Next route"].server ? "/plain" : "http://x.example/plain",
        ),
      "an absolute-form target",
    );
    expect(headers.location).toBe(location);
  });

  it("have the reserved files", async () => {
    for (const { server } of Object.values(services)) {
      const ask = (path: string) => visit(server, path);
      expect((await ask("/robots.txt")).body.match(/^Disallow: .*/gm)).toEqual([
        "Disallow: /api/",
        "Disallow: /dashboard/",
      ]);
      const [, listed] = (await ask("/sitemap.xml")).body.match(/<loc>(.*)<\/loc>/) ?? [];
      expect(listed).toBe(`${server.url.replace("127.0.0.1", "localhost")}/`);
      expect(Number((await ask("/favicon.ico")).headers["content-length"])).toBe(
        readFileSync("public/favicon.ico").length,
      );
    }
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
    const statuses = async (): Promise<number[]> => {
      const ask = async (path: string, headers: Record<string, string>) =>
        (await expectSame(({ server }) => visit(server, path, { headers }), path)).status;
      return [await ask(`/${name.slug}`, phone), await ask(`/${name.alias}`, curl)];
    };
    const leadsTo = async () =>
      (
        await expectSame(
          ({ server }) => visit(server, `/${name.slug}?x=1`, { headers: { ...phone, ...germany } }),
          "query",
        )
      ).headers.location;
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
    expect(await leadsTo()).toBe("https://ios.example/");
    expect(await change({ ios: null, geo: { DE: ruled.DE } })).toEqual([302, 302]);
    expect(await leadsTo()).toBe("https://de.example/%C3%A4");
    expect(await change({ enabled: false, geo: null })).toEqual([404, 404]);
    expect(await change({ enabled: true, expiresAt: past })).toEqual([404, 404]);
    expect(await change({ expiresAt: null, startsAt: future })).toEqual([404, 404]);
    expect(await change({ startsAt: null, password: "pw" })).toEqual([200, 200]);
    expect(await change({ password: null, forwardQuery: true })).toEqual([302, 302]);
    expect(await leadsTo()).toBe("https://destination.example/two?x=1");
    expect(await change({ maxClicks: 1 })).toEqual([404, 404]);
    expect(await change({ maxClicks: null, aliases: [] })).toEqual([302, 404]);
    for (const { api } of Object.values(services)) await api.remove(name.slug);
    expect(await statuses()).toEqual([404, 404]);
  });

  it.each(forms)("read a form alike: %s", async (what, status, path, body, headers) => {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await expectSame(
      ({ server }) =>
        visit(server, path, { method: "POST", headers: { ...browser, ...type, ...headers }, body }),
      path,
    );
    expect(answer.status).toBe(status);
    if (/site|large|elsewhere/.test(what))
      expect(answer.body).toContain("Could not read the form.");
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
      aliases: await sql(`SELECT "slug", "clicks"::int AS "clicks" FROM "AliasTotals" ORDER BY 1`),
      uncounted: await sql(
        `SELECT "slug", "kind", "name", "count" FROM "UncountedVisit" u JOIN "Link" l ON l."id" = u."linkId" ORDER BY 1, 2, 3`,
      ),
      clicks: await sql(
        `SELECT l."slug", "browser", "os", "device", "locale", "referrer", "utmSource", "utmMedium", "utmCampaign", "destination", count(*)
         FROM "StoredClick" c JOIN "Link" l ON l."id" = c."linkId" GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`,
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
    expect(direct.aliases).toHaveLength(1);
    for (const click of [
      { utmSource: "news", utmMedium: null, utmCampaign: "x".repeat(255), referrer: null },
      { utmSource: "mail", browser: "Mobile Safari", locale: "de-CH", referrer: "news.example" },
      { utmSource: "mail", os: "Android", device: "Mobile", referrer: null },
    ])
      expect(direct.clicks).toContainEqual(expect.objectContaining({ slug: "plain", ...click }));
  });

  it("have stored no address and no salt, and changed no link", async () => {
    for (const { sql, server } of Object.values(services)) {
      const rows = await sql<{ visitor: Buffer }>(`SELECT * FROM "StoredClick"`);
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

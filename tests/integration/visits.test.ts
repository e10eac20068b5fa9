// Run: verify
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

/** The table in docs/behaviour.md, Requests to a short URL. Next alone answers alike: `both-ways`. */
describe("the short link", () => {
  const service = useSharedService();
  const counts = async (slug: string) => {
    const { clickCount, botHitCount } = await service.api.get(slug);
    return { clicks: clickCount, bots: botHitCount };
  };
  const ledger = (id: number) =>
    service.sql<{ kind: string; name: string; count: string }>(
      `SELECT "kind", "name", "count" FROM "UncountedVisit" WHERE "linkId" = $1`,
      [id],
    );

  it("redirects an ordinary visitor and counts a click", async () => {
    const url = "https://example.com/a?x=1&y=%20#frag";
    const { slug } = await service.api.create({ url });
    const answer = await visit(service.server, `/${slug}`, {
      headers: { "User-Agent": browsers.windows },
    });
    expect(answer).toMatchObject({
      status: 302,
      body: "",
      headers: { location: url, "cache-control": "private, no-store", "x-robots-tag": "noindex" },
    });
    expect(answer.headers).not.toHaveProperty("referrer-policy");
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(await counts(slug)).toEqual({ clicks: 1, bots: 0 });
  });

  it.each([
    "curl/8.5.0",
    "Wget/1.21",
    "python-requests/2.32.0",
    "Go-http-client/1.1",
    "node",
    "axios/1.7",
    "my-script/1.0",
    undefined,
  ])("counts the plain client %s as a visitor", async (userAgent) => {
    const { slug } = await service.api.create({});
    expect(
      (
        await visit(service.server, `/${slug}`, {
          headers: userAgent ? { "User-Agent": userAgent } : {},
        })
      ).status,
    ).toBe(302);
    expect(await counts(slug)).toEqual({ clicks: 1, bots: 0 });
  });

  it.each([
    ["https://example.com/ä?q=€ x", "https://example.com/%C3%A4?q=%E2%82%AC%20x"],
    ["http://EXAMPLE.com/%7e/../b", "http://EXAMPLE.com/%7e/../b"],
    ["https://example.com/'\"<>{}|^`", "https://example.com/'\"<>{}|^`"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ])("sends %s as Location %s", async (url, location) => {
    const { slug } = await service.api.create({ url });
    expect((await visit(service.server, `/${slug}`)).headers.location).toBe(location);
  });

  it("does not forward the query, and reads campaign tags from it", async () => {
    const { slug } = await service.api.create({
      url: "https://example.com/?utm_source=destination",
    });
    const answer = await visit(
      service.server,
      `/${slug}?utm_source=%20news%00%20&utm_source=second&utm_medium=&utm_campaign=${"x".repeat(300)}&next=//evil`,
    );
    expect(answer.headers.location).toBe("https://example.com/?utm_source=destination");
    const [click] = (await service.api.stats(slug)).recentClicks;
    expect(click).toMatchObject({
      utmSource: "news",
      utmMedium: null,
      utmCampaign: "x".repeat(255),
    });
  });

  it("answers /slug/ and percent-encoded spellings without a redirect", async () => {
    const { slug } = await service.api.create({ slug: "aB-spelled" });
    const encoded = [...slug]
      .map((character) => `%${character.charCodeAt(0).toString(16)}`)
      .join("");
    for (const path of [`/${slug}/`, `/${encoded}`, `/${encoded}/?utm_source=x`])
      expect((await visit(service.server, path)).status, path).toBe(302);
    expect(await counts(slug)).toEqual({ clicks: 3, bots: 0 });
    expect((await visit(service.server, `/${slug.toUpperCase()}`)).status).toBe(404);
  });

  it("shows a preview bot the link's card and counts a bot hit", async () => {
    const { slug, id, shortUrl } = await service.api.create({
      title: `<b>"Tom" & 'Jerry'</b>`,
      url: "https://example.com/?a=1&b=2",
    });
    const answer = await visit(service.server, `/${slug}`, {
      headers: { "User-Agent": browsers.slack },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.body).toContain(
      `<meta property="og:title" content="&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;">`,
    );
    expect(answer.body).toContain(`<meta property="og:url" content="${shortUrl}">`);
    expect(answer.body).toContain(`href="https://example.com/?a=1&amp;b=2"`);
    expect(await counts(slug)).toEqual({ clicks: 0, bots: 1 });
    expect(await ledger(id)).toEqual([{ kind: "unfurler", name: "Slack", count: "1" }]);
  });

  it("uses the slug as the card's title if there is none", async () => {
    const { slug } = await service.api.create({});
    expect(
      (await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.slack } })).body,
    ).toContain(`content="${slug}"`);
  });

  it.each([
    [
      "another crawler",
      "GET",
      { "User-Agent": browsers.googlebot },
      { kind: "crawler", name: "Googlebot" },
    ],
    [
      "a prefetch",
      "GET",
      { "User-Agent": browsers.windows, "Sec-Purpose": "prefetch;prerender" },
      { kind: "prefetch", name: "" },
    ],
    ["HEAD", "HEAD", { "User-Agent": browsers.windows }, { kind: "head", name: "" }],
  ] as const)(
    "redirects %s and counts neither click nor bot hit",
    async (_what, method, headers, entry) => {
      const { slug, id, url } = await service.api.create({});
      for (let round = 0; round < 2; round++) {
        const answer = await visit(service.server, `/${slug}`, { method, headers });
        expect([answer.status, answer.headers.location, answer.body]).toEqual([302, url, ""]);
      }
      expect(await counts(slug)).toEqual({ clicks: 0, bots: 0 });
      await expect.poll(() => ledger(id), { timeout: 5_000 }).toEqual([{ ...entry, count: "2" }]);
    },
  );

  it("lets Office see a page instead of a redirect, so that the browser comes and is the one click", async () => {
    const { slug, id, url } = await service.api.create({});
    for (const userAgent of [
      "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
      "Microsoft Office Existence Discovery",
    ]) {
      const answer = await visit(service.server, `/${slug}`, {
        headers: { "User-Agent": userAgent },
      });
      expect([answer.status, answer.headers.location, answer.headers["cache-control"]]).toEqual([
        200,
        undefined,
        "private, no-store",
      ]);
    }
    expect(
      (await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.windows } }))
        .headers.location,
    ).toBe(url);
    expect(await counts(slug)).toEqual({ clicks: 1, bots: 0 });
    await expect
      .poll(() => ledger(id), { timeout: 5_000 })
      .toEqual([{ kind: "crawler", name: "Microsoft Office", count: "2" }]);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("answers %s with 405", async (method) => {
    const { slug } = await service.api.create({});
    for (const path of [`/${slug}`, "/unknown"]) {
      const { status, headers } = await visit(service.server, path, { method });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    }
    expect(await counts(slug)).toEqual({ clicks: 0, bots: 0 });
  });

  it("gives unknown and disabled links the same 404 without the destination", async () => {
    const { slug } = await service.api.create({
      slug: "disabled1",
      url: "https://secret.example/",
      title: "Secret",
      enabled: false,
      expiresAt: "2020-01-01",
    });
    for (const userAgent of [browsers.windows, browsers.slack, browsers.googlebot]) {
      const [disabled, unknown] = [
        await visit(service.server, `/${slug}`, { headers: { "User-Agent": userAgent } }),
        await visit(service.server, "/unknown12", { headers: { "User-Agent": userAgent } }),
      ];
      expect(disabled.status).toBe(404);
      expect(disabled.body.replaceAll(slug, "unknown12")).toBe(unknown.body);
      expect(disabled.headers).not.toHaveProperty("location");
      expect(disabled.body).not.toMatch(/secret/i);
    }
    expect(await counts(slug)).toEqual({ clicks: 0, bots: 0 });
  });

  it("answers an expired link with 404 and sends the visitor to /", async () => {
    const { slug } = await service.api.create({ url: "https://secret.example/" });
    await service.api.patch(slug, { expiresAt: new Date().toISOString() });
    for (const userAgent of [browsers.windows, browsers.slack]) {
      const { status, headers, body } = await visit(service.server, `/${slug}`, {
        headers: { "User-Agent": userAgent },
      });
      expect([status, headers.location, headers.refresh]).toEqual([404, "/", "0; url=/"]);
      expect(body).toContain(`<meta http-equiv="refresh" content="0; url=/">`);
      expect(body).toContain(`<a href="/">`);
      expect(body).not.toContain("secret");
    }
    expect(await counts(slug)).toEqual({ clicks: 0, bots: 0 });
    await service.api.patch(slug, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect((await visit(service.server, `/${slug}`)).status).toBe(302);
    await service.api.patch(slug, { expiresAt: null });
    expect((await visit(service.server, `/${slug}`)).status).toBe(302);
  });

  it("does not change updatedAt on a visit", async () => {
    const link = await service.api.create({});
    await visit(service.server, `/${link.slug}`);
    await visit(service.server, `/${link.slug}`, { headers: { "User-Agent": browsers.slack } });
    expect((await service.api.get(link.slug)).updatedAt).toBe(link.updatedAt);
  });

  // No other file that shares this server makes a link `dashboard`.
  it("redirects /dashboard to the overview only while no link has that slug", async () => {
    expect(await visit(service.server, "/dashboard")).toMatchObject({
      status: 302,
      headers: { location: "/dashboard/overview" },
    });
    await service.api.create({ slug: "dashboard", url: "https://example.com/mine" });
    expect((await visit(service.server, "/dashboard")).headers.location).toBe(
      "https://example.com/mine",
    );
    await service.api.patch("dashboard", { enabled: false });
    expect((await visit(service.server, "/dashboard")).status).toBe(404);
    await service.api.remove("dashboard");
  });

  it("counts its own host as Direct and strips www from other hosts", async () => {
    const { slug } = await service.api.create({});
    for (const referer of [
      `http://localhost:1/x`,
      "https://WWW.Example.ORG:8443/path?q",
      "not a url",
    ]) {
      await visit(service.server, `/${slug}`, { headers: { Referer: referer } });
    }
    expect((await service.api.stats(slug)).recentClicks.map(({ referrer }) => referrer)).toEqual([
      "Direct",
      "example.org",
      "Direct",
    ]);
  });

  it("counts every one of many concurrent clicks", async () => {
    const { slug } = await service.api.create({});
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => visit(service.server, `/${slug}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    // On a busy machine some go through the journal and are counted a little later.
    await expect.poll(() => counts(slug)).toEqual({ clicks: 100, bots: 0 });
    expect((await service.api.stats(slug)).range.clicks).toBe(100);
  });

  it.each([
    "/a.b",
    "/a%20b",
    "/%00",
    `/${"a".repeat(65)}`,
    "/favicon.ico.png",
    "/a/b",
    "/%3Cscript%3E",
  ])("answers %s with a 404 page", async (path) => {
    const { status, body } = await visit(service.server, path);
    expect(status).toBe(404);
    expect(body).toContain("<!");
    expect(body).not.toContain("<script>alert");
  });

  it("serves the reserved files", async () => {
    const robots = await visit(service.server, "/robots.txt");
    expect(robots.status).toBe(200);
    expect(robots.body.match(/^Disallow: .*/gm)).toEqual([
      "Disallow: /api/",
      "Disallow: /dashboard/",
    ]);
    const sitemap = await visit(service.server, "/sitemap.xml");
    expect([sitemap.status, sitemap.body.match(/<loc>(.*)<\/loc>/)?.[1]]).toEqual([
      200,
      `${service.server.url.replace("127.0.0.1", "localhost")}/`,
    ]);
    const icon = await visit(service.server, "/favicon.ico");
    expect([icon.status, Number(icon.headers["content-length"])]).toEqual([
      200,
      readFileSync("public/favicon.ico").length,
    ]);
  });
});

describe("paths that Next alone would answer with a 5xx or a permanent redirect", () => {
  const service = useSharedService();

  it.each(["/%E0%A4%A", "/%", "/hello//", "//hello", "/a\\b", "/a//b"])(
    "%s is a plain 404",
    async (path) => {
      const { status, headers } = await visit(service.server, path);
      expect(status).toBe(404);
      expect(headers).not.toHaveProperty("location");
    },
  );

  it("an absolute-form target is answered like its path", async () => {
    const { slug } = await service.api.create({});
    expect((await visit(service.server, `http://other.example/${slug}`)).status).toBe(302);
  });
});

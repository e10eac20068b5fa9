// Run: all
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeApiToken } from "../support/make-api-token";
import { ways } from "../support/run";
import { type Service, useService, useSharedService } from "../support/service";
import { visit } from "../support/visitor";

const path = "/yourls-api.php";
let counter = 0;
const fresh = () => `https://example.com/yourls/${Date.now().toString(36)}/${counter++}?a=1&b=<2>`;

/**
 * As PHP's cURL with an array, and .NET's MultipartFormDataContent: text fields in a multipart
 * form.
 */
function multipart(service: Service, fields: Record<string, string>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return fetch(service.server.url + path, { method: "POST", body: form });
}

/** As Python's requests with `data`. */
function urlencoded(service: Service, fields: Record<string, string>): Promise<Response> {
  return fetch(service.server.url + path, { method: "POST", body: new URLSearchParams(fields) });
}

function query(
  service: Service,
  fields: Record<string, string>,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${service.server.url}${path}?${new URLSearchParams(fields)}`, init);
}

describe.each(ways)("while YOURLS_API is off, %s", (way) => {
  const service = useSharedService(way);

  it.each(["GET", "POST", "HEAD", "PUT"])(
    "%s gets what any path without a link gets",
    async (method) => {
      const headers = { Origin: service.server.url.replace("127.0.0.1", "localhost") };
      const ask = async (target: string) => {
        const {
          status,
          headers: answered,
          body,
        } = await visit(service.server, target, { method, headers });
        const { date: _, ...others } = answered;
        return {
          status,
          headers: others,
          body: body.replaceAll(target.slice(1).split("?")[0] ?? "", "PATH"),
        };
      };
      for (const tail of ["", "?action=version&signature=x", "/"]) {
        const answer = await ask(`/yourls-api.php${tail}`);
        expect(answer).toEqual(
          await ask(`/another-one.php${tail}`.replace("another-one", "yourls-apj")),
        );
        expect(answer.status).toBe(404);
      }
    },
  );
});

describe("with YOURLS_API=on", () => {
  const service = useService({ env: { YOURLS_API: "on" } });
  const token = () => service.server.token;
  const call = async (fields: Record<string, string>) => {
    const response = await urlencoded(service, { signature: token(), format: "json", ...fields });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it("ShareX, YourlsURLShortener.cs: a multipart form, the format simple, the body is the short URL", async () => {
    const url = fresh();
    const response = await multipart(service, {
      signature: token(),
      action: "shorturl",
      url,
      format: "simple",
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/plain; charset=utf-8",
    ]);
    const shortUrl = await response.text();
    const [link] = (await service.api.list(`?q=${encodeURIComponent(url)}`)).links;
    expect(shortUrl).toBe(link?.shortUrl);
    expect((await visit(service.server, new URL(shortUrl).pathname)).headers.location).toBe(url);
  });

  it("PrivateBin, YourlsProxy.php: a multipart form; reads statusCode and shorturl, also the second time", async () => {
    const url = fresh();
    const send = async () =>
      (await (
        await multipart(service, { signature: token(), format: "json", action: "shorturl", url })
      ).json()) as object;
    const first = await send();
    expect(first).toEqual({
      url: {
        keyword: expect.stringMatching(/^\w{7}$/),
        url,
        title: url,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        ip: "",
      },
      status: "success",
      message: `${url} added to database`,
      title: url,
      shorturl: expect.stringMatching(/\/\w{7}$/),
      statusCode: 200,
    });
    const second = await send();
    expect(second).toEqual({
      ...first,
      status: "fail",
      code: "error:url",
      message: `${url} already exists in database`,
    });
    expect((await service.api.list(`?q=${encodeURIComponent(url)}`)).total).toBe(1);
  });

  it("pyourls3, client.py: a urlencoded form; shorten, expand and url-stats", async () => {
    const url = fresh();
    const made = await call({
      action: "shorturl",
      url,
      keyword: "from-python",
      title: "Tom & <Jerry>",
    });
    expect(made.body).toMatchObject({
      status: "success",
      title: "Tom & <Jerry>",
      url: { keyword: "from-python" },
    });
    const shorturl = String(made.body.shorturl);
    await visit(service.server, "/from-python");
    for (const asked of [
      shorturl,
      "from-python",
      shorturl.replace("http:", "https:"),
      `${shorturl}/`,
    ]) {
      const { body } = await call({ action: "expand", shorturl: asked });
      expect(body, asked).toEqual({
        keyword: "from-python",
        shorturl,
        longurl: url,
        title: "Tom & <Jerry>",
        message: "success",
        statusCode: 200,
      });
    }
    const { body } = await call({ action: "url-stats", shorturl });
    expect(body).toEqual({
      statusCode: 200,
      message: "success",
      link: {
        shorturl,
        url,
        title: "Tom & <Jerry>",
        timestamp: expect.stringMatching(/^\d{4}-/),
        ip: "",
        clicks: "1",
      },
    });
  });

  it("expands an alias like the slug of its link, and makes no link with it", async () => {
    const { slug, url, shortUrl } = await service.api.create({
      url: fresh(),
      aliases: ["from-before"],
    });
    for (const shorturl of ["from-before", shortUrl.replace(slug, "from-before")]) {
      expect((await call({ action: "expand", shorturl })).body).toMatchObject({
        keyword: slug,
        shorturl: shortUrl,
        longurl: url,
      });
    }
    expect(
      (await call({ action: "shorturl", url: fresh(), keyword: "from-before" })).body,
    ).toMatchObject({ status: "fail", code: "error:keyword" });
  });

  it("counts all links, and names a version", async () => {
    const { totalLinks, totalClicks } = await service.api.globalStats();
    const { body } = await call({ action: "db-stats" });
    expect(body).toMatchObject({
      statusCode: 200,
      "db-stats": { total_links: String(totalLinks), total_clicks: String(totalClicks) },
    });
    expect((await call({ action: "version" })).body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
    });
  });

  it("answers XML, also without a format", async () => {
    const { slug } = await service.api.create({
      url: "https://example.com/?a=1&b=2",
      title: "A \u0001 <b>",
    });
    for (const format of [{}, { format: "xml" }]) {
      const response = await urlencoded(service, {
        signature: token(),
        action: "expand",
        shorturl: slug,
        ...format,
      });
      expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
      const text = await response.text();
      expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<root>/);
      expect(text).toContain("<longurl>https://example.com/?a=1&amp;b=2</longurl>");
      expect(text).toContain("<title>A  &lt;b&gt;</title>");
    }
  });

  it("adds a scheme, and makes a new link when the only one is disabled or a keyword is given", async () => {
    expect((await call({ action: "shorturl", url: "example.com/no-scheme" })).body).toMatchObject({
      url: { url: "https://example.com/no-scheme" },
    });
    const url = fresh();
    const first = await service.api.create({ url, enabled: false });
    const second = await call({ action: "shorturl", url });
    expect(second.body).toMatchObject({ status: "success" });
    expect(second.body.shorturl).not.toBe(first.shortUrl);
    expect((await call({ action: "shorturl", url, keyword: "third-of-them" })).body).toMatchObject({
      status: "success",
    });
  });

  it("says what is wrong", async () => {
    await service.api.create({ slug: "taken-one" });
    const cases: [Record<string, string>, number, object][] = [
      [{ action: "shorturl" }, 400, { status: "fail", code: "error:nourl" }],
      [{ action: "shorturl", url: "ftp://x" }, 400, { code: "error:nourl" }],
      [{ action: "shorturl", url: fresh(), keyword: "taken-one" }, 409, { code: "error:keyword" }],
      [{ action: "shorturl", url: fresh(), keyword: "a b" }, 400, { code: "error:keyword" }],
      [
        { action: "expand", shorturl: "nothing-here" },
        404,
        { errorCode: 404, message: "Error: short URL not found" },
      ],
      [{ action: "expand", shorturl: "https://elsewhere.example/taken-one" }, 404, {}],
      [{ action: "url-stats" }, 404, { statusCode: 404, message: "Error: short URL not found" }],
      [
        { action: "statistics" },
        400,
        { message: 'Unknown or missing "action" parameter', statusCode: 400 },
      ],
      [{ action: "constructor" }, 400, {}],
      [{}, 400, {}],
    ];
    for (const [fields, status, members] of cases) {
      const answer = await call(fields);
      expect([answer.status, answer.body], JSON.stringify(fields)).toEqual([
        status,
        expect.objectContaining({ errorCode: status, ...members }),
      ]);
    }
    // A tool that sends another encoding than UTF-8.
    for (const field of ["title", "url"]) {
      const body = `signature=${token()}&action=shorturl&format=json&url=https://example.com/damaged&${field}=https://example.com/Gr%F6%DFe`;
      const form = body.replace(field === "url" ? "&url=https://example.com/damaged" : "", "");
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const answer = await fetch(service.server.url + path, {
        method: "POST",
        body: form,
        headers,
      });
      expect([answer.status, await answer.text()], field).toEqual([
        400,
        expect.stringContaining("U+FFFD"),
      ]);
    }
    const jsonp = await urlencoded(service, {
      signature: token(),
      action: "version",
      format: "jsonp",
      callback: "alert",
    });
    expect([jsonp.status, await jsonp.text()]).toEqual([400, expect.not.stringContaining("alert")]);
  });

  it("takes a token that may only read for reading", async () => {
    const { token: signature } = await makeApiToken(service, { canWrite: false });
    expect((await call({ signature, action: "db-stats" })).status).toBe(200);
    const url = fresh();
    expect(await call({ signature, action: "shorturl", url })).toMatchObject({
      status: 403,
      body: { errorCode: 403 },
    });
    expect((await service.api.list(`?q=${encodeURIComponent(url)}`)).total).toBe(0);
  });

  it("refuses a missing or wrong signature, and GET", async () => {
    for (const signature of ["", "wrong", `${token()}x`, "a b"]) {
      expect(await call({ signature, action: "db-stats" })).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(/^Please log in/) },
      });
    }
    const read = await query(service, { signature: token(), action: "version", format: "json" });
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
    // The query of a POST is no place for a token either.
    expect(
      (
        await query(
          service,
          { signature: token(), action: "version" },
          { method: "POST", body: new URLSearchParams() },
        )
      ).status,
    ).toBe(403);
  });

  it("refuses bodies that are no form or too large", async () => {
    const send = (body: string, type: string) =>
      fetch(service.server.url + path, { method: "POST", body, headers: { "Content-Type": type } });
    expect((await send("{}", "application/json")).status).toBe(415);
    expect((await send("--x\r\nbroken", "multipart/form-data; boundary=x")).status).toBe(400);
    expect(
      (await send(`url=${"a".repeat(70_000)}`, "application/x-www-form-urlencoded")).status,
    ).toBe(413);
  });

  it("may be called by a browser extension", async () => {
    const headers = { Origin: "chrome-extension://abcdefgh" };
    const body = new URLSearchParams({ signature: token(), action: "version", format: "json" });
    expect((await fetch(service.server.url + path, { method: "POST", body, headers })).status).toBe(
      200,
    );
  });
});

describe("with YOURLS_API=get", () => {
  const service = useService({ env: { YOURLS_API: "get" } });

  it("n8n, GenericFunctions.ts: everything in the query; fails on status fail", async () => {
    const ask = async (fields: Record<string, string>) =>
      (await (
        await query(service, { ...fields, signature: service.server.token, format: "json" })
      ).json()) as Record<string, unknown>;
    const url = fresh();
    const made = await ask({ url, action: "shorturl", keyword: "from-n8n", title: "n8n" });
    expect(made.status).toBe("success");
    expect(await ask({ shorturl: String(made.shorturl), action: "expand" })).toMatchObject({
      longurl: url,
    });
    // The node shows an error then: docs/clients.md says what to do.
    expect(await ask({ url, action: "shorturl" })).toMatchObject({
      status: "fail",
      code: "error:url",
      shorturl: made.shorturl,
    });
    expect(await ask({ shorturl: "from-n8n", action: "url-stats" })).toMatchObject({
      link: { url, title: "n8n", clicks: "0" },
    });
  });

  it("takes POST with the token in either place, and no other method", async () => {
    const fields = { action: "version", format: "json", signature: service.server.token };
    expect((await urlencoded(service, fields)).status).toBe(200);
    expect(
      (await query(service, fields, { method: "POST", body: new URLSearchParams() })).status,
    ).toBe(200);
    expect((await query(service, fields, { method: "HEAD" })).status).toBe(200);
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"])
      expect((await query(service, fields, { method })).status, method).toBe(405);
  });

  it("counts wrong signatures like wrong tokens under /api", async () => {
    const guess = async () =>
      (
        await query(service, {
          action: "version",
          signature: `slg_${randomBytes(20).toString("hex")}`,
        })
      ).status;
    const guesses = () => Promise.all(Array.from({ length: 310 }, guess));
    // The limit refills while it is used up: a slow machine needs more than one round.
    let statuses = await guesses();
    for (let round = 2; round <= 10 && !statuses.includes(429); round++) statuses = await guesses();
    expect(statuses).toContain(429);
    expect(
      (await query(service, { action: "version", signature: service.server.token })).status,
    ).toBe(200);
  });
});

describe("switched on in the dashboard", () => {
  const service = useSharedService();
  const given = useService({ env: { YOURLS_API: "off" } });
  const ask = async ({ server }: Service, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({
      signature: server.token,
      action: "version",
      format: "json",
    });
    return (await fetch(server.url + path, { method: "POST", body, headers })).status;
  };
  const fromExtension = { Origin: "chrome-extension://abcdefgh" };

  it("answers within a second, browser extensions too, until it is switched off", async () => {
    expect([await ask(service), await ask(service, fromExtension)]).toEqual([403, 403]);
    await service.sql(`INSERT INTO "SiteSetting" ("name", "value") VALUES ('YOURLS_API', 'on')`);
    await expect.poll(() => ask(service)).toBe(200);
    expect(await ask(service, fromExtension)).toBe(200);
    expect(
      (await query(service, { action: "version", signature: service.server.token })).status,
    ).toBe(405);
    await service.sql(`DELETE FROM "SiteSetting"`);
    await expect.poll(() => ask(service)).toBe(403);
  });

  it("stays off while the variable says so", async () => {
    await given.sql(
      `INSERT INTO "SiteSetting" ("name", "value") VALUES ('YOURLS_API', 'on'), ('SITE_NAME', 'Seen')`,
    );
    await expect.poll(async () => (await visit(given.server, "/")).body).toContain("Seen");
    expect(await ask(given)).toBe(403);
  });
});

describe("action=stats", () => {
  const service = useService({ env: { YOURLS_API: "on" } });
  const token = () => service.server.token;
  const call = async (fields: Record<string, string>) => ({
    body: (await (
      await urlencoded(service, { signature: token(), format: "json", ...fields })
    ).json()) as Record<string, unknown>,
  });

  it("pyourls3, stats: the links of a filter in order, from start, and the totals", async () => {
    const clicks: Record<string, number> = { "stats-a": 2, "stats-b": 0, "stats-c": 1 };
    for (const slug of Object.keys(clicks))
      await service.api.create({ slug, url: `https://example.com/${slug}`, title: slug });
    for (const [slug, count] of Object.entries(clicks))
      for (let n = 0; n < count; n++) await visit(service.server, `/${slug}`);
    const ask = async (fields: Record<string, string>) =>
      (await call({ action: "stats", ...fields })).body as {
        links?: Record<string, { title: string }>;
      };
    const found = async (fields: Record<string, string>) =>
      Object.entries((await ask(fields)).links ?? {}).map(
        ([name, { title }]) => `${name} ${title.at(-1)}`,
      );
    expect(await ask({ filter: "top", limit: "1" })).toEqual({
      links: {
        link_1: {
          shorturl: expect.stringMatching(/\/stats-a$/),
          url: "https://example.com/stats-a",
          title: "stats-a",
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          ip: "",
          clicks: "2",
        },
      },
      stats: { total_links: "3", total_clicks: "3" },
      statusCode: 200,
      message: "success",
    });
    expect(await found({ filter: "top", limit: "10" })).toEqual([
      "link_1 a",
      "link_2 c",
      "link_3 b",
    ]);
    expect(await found({ filter: "bottom", limit: "2" })).toEqual(["link_1 b", "link_2 c"]);
    expect(await found({ filter: "last", limit: "2", start: "1" })).toEqual([
      "link_1 b",
      "link_2 a",
    ]);
    expect(await found({ filter: "constructor", limit: "1" })).toEqual(["link_1 a"]);
    expect((await found({ filter: "rand", limit: "99" })).map((one) => one.at(-1)).sort()).toEqual([
      "a",
      "b",
      "c",
    ]);
    for (const none of [
      {},
      { limit: "0" },
      { limit: "-1" },
      { limit: "x" },
      { limit: "5", start: "99999999999" },
    ]) {
      expect(await ask(none)).toEqual({
        stats: { total_links: "3", total_clicks: "3" },
        statusCode: 200,
        message: "success",
      });
    }
    await service.sql(
      `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT 'many-' || i, 'https://example.com/' || i, now(), now() FROM generate_series(1, 9998) i`,
    );
    await service.sql(
      `INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM "Link" WHERE "slug" LIKE 'many-%' ON CONFLICT DO NOTHING`,
    );
    expect(await found({ filter: "last", limit: "10000", start: "1" })).toHaveLength(10_000);
    for (const limit of ["10001", "99999999999"]) {
      expect(await call({ action: "stats", limit })).toMatchObject({
        body: {
          message: "limit must be at most 10,000: ask for the links behind them with start.",
        },
      });
    }
    await service.sql(`DELETE FROM "Link" WHERE "slug" LIKE 'many-%'`);
    const xml = await urlencoded(service, { signature: token(), action: "stats", limit: "1" });
    expect(await xml.text()).toMatch(
      /^<\?xml[^>]+>\n<root><links><link_1><shorturl>.*<\/link_1><\/links><stats><total_links>3<\/total_links>/,
    );
    const simple = await urlencoded(service, {
      signature: token(),
      action: "stats",
      limit: "1",
      format: "simple",
    });
    expect(await simple.text()).toBe("Need either XML or JSON format for stats");
    expect((await call({ action: "version", db: "1" })).body).toMatchObject({
      db_version: expect.stringMatching(/^\d+$/),
    });
  });
});

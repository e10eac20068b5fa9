// Run: verify
import pg from "pg";
import { describe, expect, it } from "vitest";
import type { Link, LinkList, Problem } from "../support/contract";
import { useSharedService } from "../support/service";
import { visit } from "../support/visitor";

const service = useSharedService();
let counter = 0;
/** A slug no other test uses. */
const fresh = () => `t${Date.now().toString(36)}${counter++}`;
const post = (body: unknown) => service.api.call<Link & Problem>("POST", "/api/links", body);

describe("POST /api/links", () => {
  it("creates a link with all defaults", async () => {
    const before = Date.now();
    const { status, body, headers } = await post({ url: "https://example.com/a?b=c#d" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      url: "https://example.com/a?b=c#d",
      title: null,
      enabled: true,
      clickCount: 0,
      lastClickedAt: null,
      botHitCount: 0,
      ogFetchFailCount: 0,
      expiresAt: null,
    });
    expect(body.slug).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{7}$/);
    expect(body.shortUrl).toBe(
      `${service.server.url.replace("127.0.0.1", "localhost")}/${body.slug}`,
    );
    expect(body.updatedAt).toBe(body.createdAt);
    expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(before - 1);
    expect(headers.get("location")).toBe(`/api/links/${body.slug}`);
  });

  it("accepts every field", async () => {
    const slug = fresh();
    const { body } = await post({
      url: "  https://example.com/x  ",
      slug,
      title: "  Spring \r\n sale ",
      enabled: false,
      expiresAt: "2030-01-31",
    });
    expect(body).toMatchObject({
      slug,
      url: "https://example.com/x",
      title: "Spring sale",
      enabled: false,
      expiresAt: "2030-01-31T00:00:00.000Z",
    });
    expect(await service.api.get(slug)).toEqual(body);
  });

  it("stores and returns the destination exactly as given", async () => {
    const url = "HTTPS://Example.com:443/%7Ea/../b?q=ü&x=%C3%BC#€";
    expect((await post({ url })).body.url).toBe(url);
  });

  it("distinguishes slugs by case", async () => {
    const slug = `Case${fresh()}`;
    await service.api.create({ slug });
    await service.api.create({ slug: slug.toLowerCase() });
    expect((await service.api.get(slug)).id).not.toBe(
      (await service.api.get(slug.toLowerCase())).id,
    );
  });

  it("lets exactly one of many concurrent requests get a slug", async () => {
    const slug = fresh();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post({ url: "https://example.com", slug })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it("refuses a URL of this service as destination", async () => {
    const { shortUrl } = await service.api.create({});
    expect((await post({ url: shortUrl })).status).toBe(400);
  });

  it("accepts the longest allowed url and title", async () => {
    const url = `https://example.com/${"a".repeat(8_172)}`;
    expect(await service.api.create({ url, title: "é".repeat(500) })).toMatchObject({
      url,
      title: "é".repeat(500),
    });
  });

  it("answers malformed JSON, other content types, large bodies and bytes that are not UTF-8", async () => {
    const raw = async (rawBody: string | Buffer, headers: Record<string, string> = {}) => {
      const body = rawBody as string;
      const options = { rawBody: body, headers };
      const answer = await service.api.call<Problem>("POST", "/api/links", undefined, options);
      return [answer.status, answer.body.code];
    };
    expect(await raw("{")).toEqual([400, "malformed_json"]);
    expect(await raw("[]")).toEqual([400, "validation_failed"]);
    expect(await raw("{}", { "Content-Type": "text/plain" })).toEqual([
      415,
      "unsupported_media_type",
    ]);
    expect(await raw(JSON.stringify({ url: "a".repeat(70_000) }))).toEqual([
      413,
      "payload_too_large",
    ]);
    // Decoders would put U+FFFD in place of them.
    const latin = Buffer.from('{"url":"https://example.com/","title":"Gr\u00f6\u00dfe"}', "latin1");
    expect(await raw(latin)).toEqual([400, "malformed_json"]);
    expect(await raw('{"url":"https://example.com/\\ufffd","title":"\\ud800"}')).toEqual([
      400,
      "validation_failed",
    ]);
  });
});

describe("GET, PATCH and DELETE /api/links/<slug>", () => {
  it("changes any subset and moves updatedAt", async () => {
    const link = await service.api.create({ slug: fresh(), title: "One", expiresAt: "2030-01-01" });
    const { status, body } = await service.api.patch(link.slug, { enabled: false });
    expect(status).toBe(200);
    expect(body).toEqual({ ...link, enabled: false, updatedAt: body.updatedAt });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(link.updatedAt));
    expect(
      (
        await service.api.patch(link.slug, {
          title: null,
          expiresAt: null,
          url: "https://example.org/",
        })
      ).body,
    ).toMatchObject({
      title: null,
      expiresAt: null,
      url: "https://example.org/",
      enabled: false,
    });
    expect((await service.api.patch(link.slug, { enabled: true })).body.enabled).toBe(true);
  });

  it("changes nothing for an empty object", async () => {
    const link = await service.api.create({ slug: fresh() });
    const { status, body } = await service.api.patch(link.slug, {});
    expect(status).toBe(200);
    expect(body).toEqual(link);
    expect((await service.api.patch(link.slug, { unknown: 1 })).body).toEqual(link);
  });

  it("renames a link: the old slug stops, the new one works, and its own slug is allowed", async () => {
    const link = await service.api.create({ slug: fresh() });
    const renamed = fresh();
    expect((await service.api.patch(link.slug, { slug: renamed })).body).toMatchObject({
      id: link.id,
      slug: renamed,
    });
    expect((await visit(service.server, `/${link.slug}`)).status).toBe(404);
    expect((await visit(service.server, `/${renamed}`)).status).toBe(302);
    expect((await service.api.patch(renamed, { slug: renamed })).status).toBe(200);
  });

  it.each(["nothing-here", "api", "%00", "a%2Fb", "%E0%A4%A", "a%20b"])(
    "answers 404 for %s",
    async (slug) => {
      for (const [method, body] of [
        ["GET"],
        ["PATCH", { enabled: true }],
        ["PATCH", {}],
        ["DELETE"],
      ] as const) {
        const { status, body: problem } = await service.api.call<Problem>(
          method,
          `/api/links/${slug}`,
          body,
        );
        expect([status, problem.code], method).toEqual([404, "not_found"]);
      }
      expect((await service.api.call("GET", `/api/links/${slug}/stats`)).status).toBe(404);
    },
  );

  it.each(["bulk", "import", "replace"])("answer for a link called %s as for any", async (slug) => {
    await service.api.create({ slug });
    expect((await service.api.get(slug)).slug).toBe(slug);
    expect((await service.api.patch(slug, { title: "T" })).body.title).toBe("T");
    expect((await service.api.stats(slug)).slug).toBe(slug);
    expect((await service.api.remove(slug)).status).toBe(204);
    expect((await service.api.call("GET", `/api/links/${slug}`)).status).toBe(404);
  });

  it("deletes a link with its whole history", async () => {
    const { slug, id } = await service.api.create({ slug: fresh() });
    await visit(service.server, `/${slug}`);
    await visit(service.server, `/${slug}`, { method: "HEAD" });
    const { totalClicks } = await service.api.globalStats();
    expect((await service.api.remove(slug)).status).toBe(204);
    expect((await service.api.remove(slug)).status).toBe(404);
    expect((await service.api.globalStats()).totalClicks).toBe(totalClicks - 1);
    expect((await visit(service.server, `/${slug}`)).status).toBe(404);
    await service.api.create({ slug });
    expect(await service.api.stats(slug)).toMatchObject({
      totalClicks: 0,
      lastClickedAt: null,
      recentClicks: [],
    });
    for (const table of ["Click", "LinkCounter", "UncountedVisit", "DeletedLink"]) {
      await expect
        .poll(() =>
          service.sql(`SELECT '${table}' AS "in" FROM "${table}" WHERE "linkId" = $1`, [id]),
        )
        .toEqual([]);
    }
  });

  it("answers many deletions and other requests while the aggregation takes long", async () => {
    const links = await Promise.all(
      Array.from({ length: 40 }, () => service.api.create({ slug: fresh() })),
    );
    for (const { slug } of links) await visit(service.server, `/${slug}`);
    const { totalClicks } = await service.api.globalStats();
    const aggregation = new pg.Client({ connectionString: service.databaseUrl });
    await aggregation.connect();
    try {
      await aggregation.query(`BEGIN; SELECT pg_advisory_xact_lock(${0x66_6f_6c_64})`);
      const deletions = Promise.all(links.map(({ slug }) => service.api.remove(slug)));
      const lists = await Promise.all(
        links.map(() => service.api.call("GET", "/api/links?limit=1")),
      );
      expect(new Set((await deletions).map(({ status }) => status))).toEqual(new Set([204]));
      expect(new Set(lists.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await service.api.globalStats()).totalClicks).toBe(totalClicks - links.length);
    } finally {
      await aggregation.end();
    }
    const left = (table: string) =>
      service.sql(`SELECT '${table}' AS "in" FROM "${table}" WHERE "linkId" = ANY ($1)`, [
        links.map(({ id }) => id),
      ]);
    for (const table of ["Click", "LinkDay", "DeletedLink"])
      await expect.poll(() => left(table)).toEqual([]);
  });
});

describe("GET /api/links", () => {
  it("lists newest first, with total and pagination", async () => {
    const tag = fresh();
    const made = [];
    for (let index = 0; index < 5; index++)
      made.push(await service.api.create({ slug: `${tag}-${index}` }));
    const expected = made.map(({ slug }) => slug).reverse();
    expect(await service.api.list(`?q=${tag}`)).toMatchObject({ total: 5, limit: 50, offset: 0 });
    expect((await service.api.list(`?q=${tag}`)).links.map(({ slug }) => slug)).toEqual(expected);
    const page = await service.api.list(`?q=${tag}&limit=2&offset=3`);
    expect(page).toMatchObject({ total: 5, limit: 2, offset: 3 });
    expect(page.links.map(({ slug }) => slug)).toEqual(expected.slice(3));
    expect(await service.api.list(`?q=${tag}&offset=9`)).toMatchObject({ total: 5, links: [] });
  });

  it("orders links with the same creation time by id, newest first", async () => {
    const tag = fresh();
    const ids = [];
    for (let index = 0; index < 3; index++)
      ids.push((await service.api.create({ slug: `${tag}-${index}` })).id);
    await service.sql(`UPDATE "Link" SET "createdAt" = '2020-01-01' WHERE "id" = ANY($1)`, [ids]);
    expect((await service.api.list(`?q=${tag}`)).links.map(({ id }) => id)).toEqual(
      [...ids].reverse(),
    );
  });

  it("caps limit at 200, defaults to 50 and takes the first of a repeated parameter", async () => {
    const tag = fresh();
    await service.sql(
      `WITH l AS (INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT $1 || n, 'https://example.com', now(), now() FROM generate_series(1, 205) n RETURNING "id")
       INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM l`,
      [tag],
    );
    const capped = await service.api.list(`?q=${tag}&limit=1000`);
    expect([capped.limit, capped.links.length, capped.total]).toEqual([200, 200, 205]);
    expect((await service.api.list(`?q=${tag}`)).links).toHaveLength(50);
    expect((await service.api.list(`?q=${tag}&limit=3&limit=9&unknown=1`)).limit).toBe(3);
  });

  it("links pages with a Link header", async () => {
    const { headers, body } = await service.api.call<LinkList>(
      "GET",
      "/api/links?limit=2&offset=2",
    );
    const last = Math.ceil(body.total / 2) * 2 - 2;
    expect(headers.get("link")).toBe(
      `</api/links?limit=2&offset=0>; rel="first", </api/links?limit=2&offset=0>; rel="prev", </api/links?limit=2&offset=4>; rel="next", </api/links?limit=2&offset=${last}>; rel="last"`,
    );
  });

  it("accepts a huge offset", async () => {
    expect(await service.api.list(`?offset=${"9".repeat(30)}`)).toMatchObject({ links: [] });
  });
});

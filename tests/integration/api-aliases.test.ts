// Run: verify
import { describe, expect, it } from "vitest";
import type { Link, Problem } from "../support/contract";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

interface AliasAnswer {
  slug: string;
  shortUrl: string;
  clickCount: number;
  lastClickedAt: string | null;
  createdAt: string;
}

const unique = () => `a${Math.random().toString(36).slice(2, 9)}`;

describe("aliases", () => {
  const service = useSharedService();
  const sql = (text: string, values?: unknown[]) => service.sql(text, values);
  const go = (slug: string, headers: Record<string, string> = {}) =>
    visit(service.server, `/${slug}`, { headers });
  const aliasesOf = async (slug: string) =>
    (await service.api.call<{ aliases: AliasAnswer[] }>("GET", `/api/links/${slug}/aliases`)).body
      .aliases;
  const refusalOf = async (method: string, path: string, body: unknown) => {
    const answer = await service.api.call<Problem>(method, path, body);
    return [answer.status, answer.body.code, answer.body.errors?.[0]?.path];
  };

  it("are answered on create, update and read; a link without them is that of the contract", async () => {
    const [slug, a, b] = [unique(), `${unique()}-a`, `${unique()}-b`];
    expect((await service.api.create({ slug, aliases: [b, a, b] })).aliases).toEqual([a, b].sort());
    expect((await service.api.get(slug)).aliases).toEqual([a, b].sort());
    expect((await service.api.list(`?q=${slug}`)).links[0]?.aliases).toEqual([a, b].sort());
    expect((await service.api.patch(slug, { title: "x" })).body.aliases).toEqual([a, b].sort());
    expect((await service.api.patch(slug, { aliases: [a] })).body.aliases).toEqual([a]);
    expect((await service.api.patch(slug, { aliases: [] })).body.aliases).toEqual([]);
    expect(Object.keys(await service.api.get(slug))).toHaveLength(13);
    expect(Object.keys(await service.api.create({}))).toHaveLength(13);
  });

  it("count their own clicks, which are among those of the link; bots and HEAD count nothing", async () => {
    const [slug, one, two] = [unique(), unique(), unique()];
    const link = await service.api.create({ slug, aliases: [one, two] });
    for (const name of [slug, one, one, two, one]) expect((await go(name)).status).toBe(302);
    await go(one, { "User-Agent": browsers.slack });
    await visit(service.server, `/${one}`, { method: "HEAD" });
    const counts = new Map(
      (await aliasesOf(slug)).map(({ slug: name, clickCount }) => [name, clickCount]),
    );
    expect(counts).toEqual(
      new Map([
        [one, 3],
        [two, 1],
      ]),
    );
    expect(await service.api.get(slug)).toMatchObject({
      id: link.id,
      clickCount: 5,
      botHitCount: 1,
    });
    const [found] = await aliasesOf(slug);
    expect(found).toMatchObject({
      shortUrl: `${link.shortUrl.slice(0, -slug.length)}${found?.slug}`,
      lastClickedAt: expect.any(String),
    });
  });

  it("keep an old slug working when a link is renamed, and swap with it", async () => {
    const [first, second] = [unique(), unique()];
    const { id } = await service.api.create({ slug: first });
    expect(
      (await service.api.patch(first, { slug: second, keepOldSlug: true })).body,
    ).toMatchObject({ id, slug: second, aliases: [first] });
    expect([(await go(first)).status, (await go(second)).status]).toEqual([302, 302]);
    // Reads take an alias, writes the link's own slug alone.
    for (const part of ["", "/stats", "/history", "/aliases", "/health"]) {
      expect((await service.api.call("GET", `/api/links/${first}${part}`)).status, part).toBe(200);
    }
    expect((await service.api.get(first)).slug).toBe(second);
    expect((await service.api.stats(first)).slug).toBe(second);
    expect(await refusalOf("PATCH", `/api/links/${first}`, { title: "x" })).toEqual([
      404,
      "not_found",
      undefined,
    ]);
    expect(await refusalOf("DELETE", `/api/links/${first}`, undefined)).toEqual([
      404,
      "not_found",
      undefined,
    ]);
    expect(
      (await service.api.patch(second, { slug: first, keepOldSlug: true })).body,
    ).toMatchObject({ id, slug: first, aliases: [second] });
    expect([(await go(first)).status, (await go(second)).status]).toEqual([302, 302]);
    // Renamed to its alias without keeping: the alias becomes the slug.
    expect((await service.api.patch(first, { slug: second })).body).toMatchObject({ slug: second });
    expect((await go(first)).status).toBe(404);
    expect(Object.keys(await service.api.get(second))).toHaveLength(13);
    // Nothing to keep without a new slug.
    expect((await service.api.patch(second, { keepOldSlug: true })).body.aliases).toEqual([]);
    const history = (
      await service.api.call<{ changes: { field: string; from: unknown; to: unknown }[] }>(
        "GET",
        `/api/links/${second}/history`,
      )
    ).body;
    expect(
      history.changes.filter(({ field }) => field === "aliases").map(({ from, to }) => [from, to]),
    ).toEqual([
      [[second], []],
      [[first], [second]],
      [[], [first]],
    ]);
  });

  it("are unique among all slugs: a taken one is refused, and nothing is stored", async () => {
    const [slug, alias, other] = [unique(), unique(), unique()];
    await service.api.create({ slug, aliases: [alias] });
    await service.api.create({ slug: other });
    const url = "https://example.com/";
    for (const body of [
      { url, slug: alias },
      { url, aliases: [alias] },
      { url, aliases: [slug] },
      { url, slug: unique(), aliases: [unique(), other] },
    ]) {
      expect(await refusalOf("POST", "/api/links", body)).toEqual([409, "slug_taken", undefined]);
    }
    const before = await sql('SELECT count(*)::int AS "n" FROM "Link"');
    for (const body of [
      { slug: alias },
      { aliases: [alias] },
      { aliases: [slug] },
      { slug: unique(), aliases: [alias], keepOldSlug: true },
    ]) {
      expect(await refusalOf("PATCH", `/api/links/${other}`, body)).toEqual([
        409,
        "slug_taken",
        undefined,
      ]);
    }
    expect(await refusalOf("PATCH", `/api/links/${other}`, { aliases: [other] })).toEqual([
      400,
      "validation_failed",
      "aliases",
    ]);
    const repeated = unique();
    expect(
      await refusalOf("POST", "/api/links", { url, slug: repeated, aliases: [repeated] }),
    ).toEqual([400, "validation_failed", "aliases"]);
    expect(await service.api.get(other)).toMatchObject({ slug: other });
    expect(await sql('SELECT count(*)::int AS "n" FROM "Link"')).toEqual(before);
    // The database refuses it, too, for a version that knows nothing of aliases.
    const insert = `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") VALUES ($1, 'https://example.com/', now(), now())`;
    await expect(sql(insert, [alias])).rejects.toMatchObject({ code: "23505" });
    await expect(
      sql('UPDATE "Link" SET "slug" = $1 WHERE "slug" = $2', [alias, other]),
    ).rejects.toMatchObject({ code: "23505" });
    await expect(
      sql(
        'INSERT INTO "Alias" ("slug", "linkId", "createdAt") SELECT $1, "id", now() FROM "Link" WHERE "slug" = $2',
        [slug, other],
      ),
    ).rejects.toMatchObject({ code: "23505" });
  });

  it("go to one of many requests at the same time, whether for a link or an alias", async () => {
    for (let round = 0; round < 5; round++) {
      const wanted = unique();
      const owner = (await service.api.create({})).slug;
      const url = "https://example.com/";
      const answers = await Promise.all([
        service.api.call("POST", "/api/links", { url, slug: wanted }),
        service.api.call("PATCH", `/api/links/${owner}`, { aliases: [wanted] }),
        service.api.call("POST", "/api/links", { url, aliases: [wanted] }),
        service.api.call<{ results: { status: number }[] }>("POST", "/api/links/bulk", {
          create: [{ url, slug: wanted }],
        }),
      ]);
      const bulk = answers[3]?.body as { results: { status: number }[] };
      const statuses = [
        ...answers.slice(0, 3).map(({ status }) => status),
        bulk.results[0]?.status,
      ];
      expect(statuses.filter((status) => status === 200 || status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(3);
      const names = await sql(
        'SELECT "slug" FROM "Link" WHERE "slug" = $1 UNION ALL SELECT "slug" FROM "Alias" WHERE "slug" = $1',
        [wanted],
      );
      expect(names).toHaveLength(1);
    }
  });

  it("come with rows of a bulk request; a row with a taken one is refused alone", async () => {
    const [a, b, c, taken] = [unique(), unique(), unique(), unique()];
    await service.api.create({ slug: a });
    await service.api.create({ slug: b, aliases: [taken] });
    const url = "https://example.com/";
    const { status, body } = await service.api.call<{ results: { status: number; link?: Link }[] }>(
      "POST",
      "/api/links/bulk",
      {
        create: [{ url, aliases: [c] }, { url, slug: c }, { url, aliases: [taken] }, { url }],
        update: [
          { slug: a, aliases: [`${a}-x`], title: "T" },
          { slug: b, aliases: [c], title: "refused" },
        ],
      },
    );
    expect([status, body.results.map((row) => row.status)]).toEqual([
      207,
      [201, 409, 409, 201, 200, 409],
    ]);
    expect(body.results[0]?.link?.aliases).toEqual([c]);
    expect(Object.keys(body.results[3]?.link ?? {})).toHaveLength(13);
    expect(body.results[4]?.link).toMatchObject({ title: "T", aliases: [`${a}-x`] });
    expect(await service.api.get(b)).toMatchObject({ title: null, aliases: [taken] });
  });

  it("of several rows of a bulk request for one link the last aliases count, and each row's answer has them", async () => {
    const [slug, old, one, two] = [unique(), unique(), unique(), unique()];
    await service.api.create({ slug, aliases: [old] });
    const update = [
      { slug, aliases: [one] },
      { slug, title: "T" },
      { slug, aliases: [two] },
    ];
    const { body } = await service.api.call<{ results: { status: number; link?: Link }[] }>(
      "POST",
      "/api/links/bulk",
      { update },
    );
    expect(body.results.map(({ status, link }) => [status, link?.title, link?.aliases])).toEqual(
      Array.from({ length: 3 }, () => [200, "T", [two]]),
    );
    expect(
      await Promise.all([slug, old, one, two].map(async (name) => (await go(name)).status)),
    ).toEqual([302, 404, 404, 302]);
  });

  it("change the ETag, and are found by `ifExists`", async () => {
    const [slug, alias] = [unique(), unique()];
    const url = `https://example.com/${slug}`;
    await service.api.create({ slug, url });
    const etagOf = async () =>
      (await service.api.call("GET", `/api/links/${slug}`)).headers.get("etag");
    const before = await etagOf();
    await service.api.patch(slug, { aliases: [alias] });
    expect(await etagOf()).not.toBe(before);
    const found = await service.api.call<Link>("POST", "/api/links?ifExists=return", {
      url,
      slug: alias,
    });
    expect([found.status, found.body.slug]).toEqual([200, slug]);
  });

  it("hostile paths around an alias are answered like those around a slug", async () => {
    const [slug, alias] = [unique(), unique()];
    await service.api.create({ slug, aliases: [alias] });
    for (const around of [
      "/%s/",
      "/%s?utm_source=x",
      "/%s//",
      "/%s%00",
      "/%s%2f",
      "/%s..",
      "/../%s",
      "/%s;a=b",
      "/%s.",
      "//%s",
      "/%s%20",
    ]) {
      const [own, other] = await Promise.all(
        [slug, alias].map((name) => visit(service.server, around.replace("%s", name))),
      );
      expect([around, other?.status, String(other?.headers.location)]).toEqual([
        around,
        own?.status,
        String(own?.headers.location).replace(slug, alias),
      ]);
    }
  });

  it("are remembered when they are deleted, like slugs, by name and date alone", async () => {
    const [slug, renamed, alias] = [unique(), unique(), unique()];
    await service.api.create({ slug, aliases: [alias], url: "https://example.com/secret" });
    await service.api.patch(slug, { slug: renamed });
    await service.api.remove(renamed);
    const rows = await sql('SELECT * FROM "DeletedSlug" WHERE "slug" = ANY($1) ORDER BY "slug"', [
      [slug, renamed, alias],
    ]);
    expect(rows.map((row) => Object.keys(row))).toEqual(
      Array.from({ length: 3 }, () => ["slug", "deletedAt"]),
    );
    // The API warns of nothing.
    expect((await service.api.create({ slug })).slug).toBe(slug);
  });
});

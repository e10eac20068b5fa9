// Run: verify
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { linkSchema } from "@/lib/commands/response-schemas";
import type { Link, Problem } from "../support/contract";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const service = useSharedService();
const url = "https://example.com/";
const fresh = () => randomUUID().slice(0, 13);

interface Row {
  status: number;
  link?: Link | null;
  error?: Omit<Problem, "requestId">;
}

async function bulk(body: unknown, { query = "", headers = {} as Record<string, string> } = {}) {
  const response = await fetch(`${service.server.url}/api/links/bulk${query}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${service.server.token}`,
      "Content-Type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const { results, code } = (await response.json()) as { results: Row[] } & Problem;
  for (const { link } of results ?? []) if (link) linkSchema.parse(link);
  return { status: response.status, headers: response.headers, results, code };
}
const statuses = (rows: Row[]) => rows.map(({ status }) => status);
const countLinks = async () =>
  (await service.sql<{ n: number }>(`SELECT count(*)::int AS "n" FROM "Link"`))[0]?.n;

describe("POST /api/links/bulk", () => {
  it("creates, updates and deletes, with a result per row in order", async () => {
    const [created, old, gone] = [fresh(), fresh(), fresh()];
    const before = await service.api.create({ slug: old, title: "Old", expiresAt: "2030-01-01" });
    await service.api.create({ slug: gone });
    const { status, results } = await bulk({
      create: [{ url, slug: created, title: " New  title " }, { url }],
      update: [
        { slug: old, title: null, url: "https://example.com/other" },
        { slug: created, enabled: false },
      ],
      delete: [gone],
    });
    expect([status, statuses(results)]).toEqual([200, [201, 201, 200, 200, 204]]);
    expect(results[0]?.link).toMatchObject({
      slug: created,
      title: "New title",
      enabled: false,
      clickCount: 0,
    });
    expect(results[1]?.link?.slug).toMatch(/^\w{7}$/);
    const { updatedAt, ...rest } = await service.api.get(old);
    expect(rest).toEqual({
      ...rest,
      title: null,
      url: "https://example.com/other",
      expiresAt: before.expiresAt,
      createdAt: before.createdAt,
    });
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(results[2]?.link).toEqual({ updatedAt, ...rest });
    expect(results[4]).toEqual({ status: 204, link: null });
    expect((await service.api.call("GET", `/api/links/${gone}`)).status).toBe(404);
    const answer = await visit(service.server, `/${results[1]?.link?.slug}`, {
      headers: { "User-Agent": browsers.windows },
    });
    expect([answer.status, answer.headers.location]).toEqual([302, url]);
  });

  it("refuses single rows as the single request would, and does the others", async () => {
    const [taken, twice] = [fresh(), fresh()];
    await service.api.create({ slug: taken });
    const { status, results } = await bulk({
      create: [
        { url: "nonsense" },
        { url, slug: taken },
        { url, slug: twice },
        { url, slug: twice },
        null,
        { url, slug: "api" },
      ],
      update: [
        { slug: "not-there", title: "x" },
        { title: "x" },
        { slug: taken, enabled: "yes" },
        { slug: taken, title: "Kept" },
      ],
      delete: ["not-there", twice, twice, 7, "a b"],
    });
    expect(status).toBe(207);
    expect(statuses(results)).toEqual([
      400, 409, 201, 409, 400, 400, 404, 400, 400, 200, 404, 204, 404, 400, 400,
    ]);
    for (const row of results) expect("link" in row).toBe(row.status < 300);
    const single = await service.api.call<Problem>("POST", "/api/links", { url: "nonsense" });
    const { requestId: _, ...expected } = single.body;
    expect(results[0]?.error).toEqual(expected);
    expect(results.slice(13).map(({ error }) => (error as Problem).detail)).toEqual([
      "The row must be a string.",
      "The row must be 1 to 64 characters: letters, digits, hyphens and underscores.",
    ]);
    expect((await service.api.get(taken)).title).toBe("Kept");
  });

  it("does all or nothing on request, and names every row in the way", async () => {
    const [old, slug] = [fresh(), fresh()];
    await service.api.create({ slug: old, title: "Old" });
    const count = await countLinks();
    const body = {
      create: [{ url, slug }, { url: "nonsense" }],
      update: [{ slug: old, title: "New" }],
      delete: ["not-there", old],
    };
    const refused = await bulk(body, { query: "?atomic=true" });
    expect([refused.status, statuses(refused.results)]).toEqual([207, [424, 400, 424, 404, 424]]);
    expect(refused.results[0]?.error?.code).toBe("not_attempted");
    expect([await countLinks(), (await service.api.get(old)).title]).toEqual([count, "Old"]);
    const done = await bulk(
      { create: [{ url, slug }], update: [{ slug: old, title: "New" }], delete: [] },
      { query: "?atomic=true" },
    );
    expect([done.status, statuses(done.results)]).toEqual([200, [201, 200]]);
    expect(await countLinks()).toBe((count ?? 0) + 1);
  });

  it("adds up two updates of one link, and changes nothing without changes", async () => {
    const slug = fresh();
    const link = await service.api.create({ slug });
    const nothing = await bulk({ update: [{ slug }] });
    expect(nothing.results[0]?.link).toEqual(link);
    const { results } = await bulk({
      update: [
        { slug, title: "T" },
        { slug, expiresAt: "2031-02-03" },
        { slug, enabled: false },
      ],
    });
    for (const row of results)
      expect(row.link).toMatchObject({
        title: "T",
        expiresAt: "2031-02-03T00:00:00.000Z",
        enabled: false,
      });
    expect((await bulk({ update: [{ slug, expiresAt: null }] })).results[0]?.link).toMatchObject({
      title: "T",
      expiresAt: null,
    });
  });

  it("takes 1,000 rows with long destinations, and not one more", async () => {
    const create = Array.from({ length: 1_000 }, (_, n) => ({
      url: `https://example.com/${n}/${"a".repeat(2_000)}`,
    }));
    const { status, results } = await bulk({ create });
    expect([status, results.length, new Set(results.map(({ link }) => link?.slug)).size]).toEqual([
      200, 1_000, 1_000,
    ]);
    expect(results.map(({ link }) => link?.url)).toEqual(create.map((row) => row.url));
    const slugs = results.map(({ link }) => link?.slug ?? "");
    const updated = await bulk({ update: slugs.map((slug, n) => ({ slug, title: `Link ${n}` })) });
    expect(updated.results.map(({ link }) => link?.title)).toEqual(
      slugs.map((_, n) => `Link ${n}`),
    );
    const tooMany = await bulk({ create, delete: ["one-more"] });
    expect([tooMany.status, tooMany.code]).toEqual([400, "validation_failed"]);
    expect(new Set(statuses((await bulk({ delete: slugs })).results))).toEqual(new Set([204]));
  });

  it("keeps the number of links exact", async () => {
    const total = async () => (await service.api.globalStats()).totalLinks;
    const before = await total();
    const { results } = await bulk({ create: [{ url }, { url }, { url }] });
    await bulk({ delete: results.slice(1).map(({ link }) => link?.slug) });
    expect(await total()).toBe(before + 1);
  });

  it("removes the clicks of deleted links", async () => {
    const link = await service.api.create({});
    await visit(service.server, `/${link.slug}`, { headers: { "User-Agent": browsers.windows } });
    await bulk({ delete: [link.slug, "not-there"] });
    expect((await visit(service.server, `/${link.slug}`)).status).toBe(404);
    await expect
      .poll(
        async () =>
          (await service.sql(`SELECT 1 FROM "StoredClick" WHERE "linkId" = $1`, [link.id])).length,
      )
      .toBe(0);
  });

  it("is done once per Idempotency-Key", async () => {
    const before = (await countLinks()) ?? 0;
    const headers = { "Idempotency-Key": randomUUID() };
    const first = await bulk({ create: [{ url }, { url: "nonsense" }] }, { headers });
    const again = await bulk({ create: [{ url }, { url: "nonsense" }] }, { headers });
    expect([first.status, again.status, again.headers.get("idempotency-replayed")]).toEqual([
      207,
      207,
      "true",
    ]);
    expect(again.results).toEqual(first.results);
    expect(await countLinks()).toBe(before + 1);
  });

  it("survives requests for the same links at the same time, in any order", async () => {
    const slugs = Array.from({ length: 50 }, fresh);
    await bulk({ create: slugs.map((slug) => ({ url, slug })) });
    const forwards = slugs.map((slug) => ({ slug, title: "a" }));
    const fresher = Array.from({ length: 50 }, fresh);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, n) =>
        bulk({ update: n % 2 ? forwards : forwards.toReversed() }),
      ),
      bulk({ create: fresher.map((slug) => ({ url, slug })) }),
      bulk({ create: fresher.toReversed().map((slug) => ({ url, slug })) }),
      ...slugs.slice(0, 20).map((slug) => service.api.patch(slug, { title: "b" })),
    ]);
    expect(
      answers.map(({ status }) => status).filter((status) => ![200, 207].includes(status)),
    ).toEqual([]);
  });

  it.each([
    ["a list", []],
    ["no list", { create: {} }],
    ["null", null],
  ])("refuses %s with 400", async (_, body) => {
    expect((await bulk(body)).status).toBe(400);
  });

  it("does nothing with nothing, and refuses another value of atomic", async () => {
    expect(await bulk({})).toMatchObject({ status: 200, results: [] });
    expect((await bulk({}, { query: "?atomic=maybe" })).status).toBe(400);
  });
});

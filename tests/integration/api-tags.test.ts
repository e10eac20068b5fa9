// Run: verify
import { describe, expect, it } from "vitest";
import type { Link, Problem } from "../support/contract";
import { makeApiToken } from "../support/make-api-token";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

interface TagAnswer {
  name: string;
  color: string;
  linkCount: number;
}

interface History {
  changes: { at: string; by: string | null; field: string; from: unknown; to: unknown }[];
}

const service = useSharedService();
const unique = () => `t${Math.random().toString(36).slice(2, 9)}`;
const slugsOf = (links: Link[]) => links.map(({ slug }) => slug);
const tagCalled = async (name: string) =>
  (await service.api.call<{ tags: TagAnswer[] }>("GET", "/api/tags")).body.tags.find(
    (tag) => tag.name === name,
  );
const historyOf = async (slug: string) =>
  (await service.api.call<History>("GET", `/api/links/${slug}/history`)).body.changes;

describe("tags and note of a link", () => {
  it("are answered on create, update and read; a link without them is that of the contract", async () => {
    const [a, b] = [unique(), unique()];
    const { slug } = await service.api.create({
      tags: [`${b} Sale`, a.toUpperCase(), a],
      note: "Line one\r\nline two",
    });
    expect(await service.api.get(slug)).toMatchObject({
      tags: [a.toUpperCase(), `${b} Sale`].sort((x, y) =>
        x.toLowerCase() < y.toLowerCase() ? -1 : 1,
      ),
      note: "Line one\nline two",
    });
    expect((await service.api.patch(slug, { tags: [a] })).body).toMatchObject({
      tags: [a.toUpperCase()],
      note: "Line one\nline two",
    });
    expect((await service.api.patch(slug, { note: null })).body).toMatchObject({
      tags: [a.toUpperCase()],
      note: null,
    });
    // The first is asked for, the second is not: the schemas of these tests refuse any other keys.
    expect((await service.api.patch(slug, { tags: [] })).body).toMatchObject({
      tags: [],
      note: null,
    });
    expect(Object.keys(await service.api.get(slug))).toHaveLength(13);
    expect(Object.keys(await service.api.create({}))).toHaveLength(13);
    expect(Object.keys((await service.api.list("?limit=1")).links[0] ?? {})).toHaveLength(13);
  });

  it("change `updatedAt` and the ETag, and are shown to no visitor", async () => {
    const { slug, updatedAt } = await service.api.create({ title: "Public" });
    const before = (await service.api.call("GET", `/api/links/${slug}`)).headers.get("etag") ?? "";
    const secret = unique();
    const answer = await service.api.patch(slug, { note: secret, tags: [secret] });
    expect(answer.body.updatedAt > updatedAt).toBe(true);
    expect(answer.headers.get("etag")).not.toBe(before);
    const late = await service.api.call<Problem>(
      "PATCH",
      `/api/links/${slug}`,
      { title: "x" },
      { headers: { "If-Match": before } },
    );
    expect(late.body.code).toBe("precondition_failed");
    const card = await visit(service.server, `/${slug}`, {
      headers: { "User-Agent": browsers.slack },
    });
    expect(card.body).toContain("Public");
    expect(card.body + JSON.stringify(card.headers)).not.toContain(secret);
  });

  it("of a link whose slug is taken create no tag", async () => {
    const [slug, tag] = [unique(), unique()];
    await service.api.create({ slug });
    expect(
      (
        await service.api.call<Problem>("POST", "/api/links", {
          url: "https://example.com/",
          slug,
          tags: [tag],
        })
      ).body.code,
    ).toBe("slug_taken");
    expect(await tagCalled(tag)).toBeUndefined();
  });

  it("come with rows of a bulk request, as their only change, too", async () => {
    const [slug, tag] = [unique(), unique()];
    const { updatedAt } = await service.api.create({ slug, title: "Kept" });
    const { body } = await service.api.call<{ results: { link: Link }[] }>(
      "POST",
      "/api/links/bulk",
      {
        create: [
          { url: "https://example.com/", tags: [tag], note: "n" },
          { url: "https://example.com/" },
        ],
        update: [{ slug, tags: [tag.toUpperCase()] }],
      },
    );
    const [first, second, third] = body.results.map(({ link }) => link);
    expect(first).toMatchObject({ tags: [tag], note: "n" });
    expect(Object.keys(second ?? {})).toHaveLength(13);
    expect(third).toMatchObject({ tags: [tag], note: null, title: "Kept" });
    expect((third?.updatedAt ?? "") > updatedAt).toBe(true);
    expect(await tagCalled(tag)).toMatchObject({ linkCount: 2 });
    const cleared = await service.api.call<{ results: { link: Link }[] }>(
      "POST",
      "/api/links/bulk",
      { update: [{ slug, tags: [] }] },
    );
    expect(cleared.body.results[0]?.link).toMatchObject({ tags: [], note: null });
    expect((await historyOf(slug)).map(({ field, from, to }) => ({ field, from, to }))).toEqual([
      { field: "tags", from: [tag], to: [] },
      { field: "tags", from: [], to: [tag] },
    ]);
  });

  it("given to many links at once create each tag once", async () => {
    const names = Array.from({ length: 8 }, unique);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        service.api.create({
          tags: index % 2 === 0 ? names : names.toReversed().map((name) => name.toUpperCase()),
        }),
      ),
    );
    for (const { tags } of answers)
      expect(new Set(tags?.map((name) => name.toLowerCase()))).toEqual(new Set(names));
    const { tags } = (await service.api.call<{ tags: TagAnswer[] }>("GET", "/api/tags")).body;
    const made = tags.filter(({ name }) => names.includes(name.toLowerCase()));
    expect(made.map(({ linkCount }) => linkCount)).toEqual(names.map(() => 12));
  });
});

describe("GET /api/links?tag=", () => {
  it("finds links with any of the tags, or with all, in any case, with all other parameters", async () => {
    const [a, b] = [unique(), unique()];
    const one = (await service.api.create({ tags: [a], title: "first" })).slug;
    const two = (await service.api.create({ tags: [a, b], enabled: false })).slug;
    const three = (await service.api.create({ tags: [b], title: "first" })).slug;
    const find = async (query: string) => slugsOf((await service.api.list(`?${query}`)).links);
    expect(await find(`tag=${a.toUpperCase()}`)).toEqual([two, one]);
    expect(await find(`tag=${a}&tag=${b}`)).toEqual([three, two, one]);
    expect(await find(`tag=${a}&tag=${b}&tagMode=all`)).toEqual([two]);
    expect(await find(`tag=${a}&tag=${unique()}`)).toEqual([two, one]);
    expect(await find(`tag=${a}&tag=${unique()}&tagMode=all`)).toEqual([]);
    expect(await find(`tag=${unique()}`)).toEqual([]);
    expect(await find(`tag=${a}&tag=${b}&notTag=${b.toUpperCase()}`)).toEqual([one]);
    expect(await find(`tag=${a}&notTag=${a}`)).toEqual([]);
    expect(await find(`tag=${a}&notTag=${unique()}`)).toEqual([two, one]);
    expect(await find(`q=first&notTag[]=${a}&sort=slug`)).toContain(three);
    expect(await find(`q=first&notTag=${a}&notTag=${b}`)).not.toContain(three);
    expect(await find(`tag=${a}&tag=${b}&q=first`)).toEqual([three, one]);
    expect(await find(`tag=${a}&enabled=false`)).toEqual([two]);
    expect(await find(`tag=${a}&tag=${b}&sort=slug`)).toEqual([one, two, three].sort());
    expect((await find(`tag=${a}&tag=${b}&sort=clickCount`)).sort()).toEqual(
      [one, two, three].sort(),
    );
    expect(await service.api.list(`?tag=${a}&tag=${b}&limit=1&offset=1`)).toMatchObject({
      total: 3,
      links: [{ slug: two }],
    });
  });

  it("walks through the links of tags by cursor", async () => {
    const [a, b] = [unique(), unique()];
    const slugs: string[] = [];
    for (let index = 0; index < 7; index++)
      slugs.unshift((await service.api.create({ tags: index % 2 === 0 ? [a] : [a, b] })).slug);
    for (const filter of [`tag=${a}`, `tag=${a}&tag=${b}`]) {
      const walked: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await service.api.list(`?${filter}&limit=2&cursor=${cursor}`);
        expect(page.total).toBe(7);
        walked.push(...slugsOf(page.links));
        cursor = page.nextCursor ?? null;
      }
      expect(walked).toEqual(slugs);
    }
  });

  it("`q` does not find notes", async () => {
    const word = unique();
    await service.api.create({ note: `A ${word}` });
    expect((await service.api.list(`?q=${word}`)).total).toBe(0);
  });
});

describe("/api/tags", () => {
  const path = (name: string) => `/api/tags/${encodeURIComponent(name)}`;

  it("makes, renames and recolors a tag, and deletes it without its links", async () => {
    const name = `${unique()} & more/less`;
    const made = await service.api.call<TagAnswer>("POST", "/api/tags", { name, color: "pink" });
    expect([made.status, made.body, made.headers.get("location")]).toEqual([
      201,
      { name, color: "pink", linkCount: 0 },
      path(name),
    ]);
    expect(
      (await service.api.call<Problem>("POST", "/api/tags", { name: name.toUpperCase() })).body
        .code,
    ).toBe("tag_taken");
    const { slug, updatedAt } = await service.api.create({ tags: [name] });
    expect(
      (await service.api.call<TagAnswer>("PATCH", path(name.toUpperCase()), { color: "blue" }))
        .body,
    ).toEqual({
      name,
      color: "blue",
      linkCount: 1,
    });
    const renamed = unique();
    expect(
      (await service.api.call<TagAnswer>("PATCH", path(name), { name: renamed })).body,
    ).toEqual({ name: renamed, color: "blue", linkCount: 1 });
    // Only the case of its own name.
    expect(
      (await service.api.call<TagAnswer>("PATCH", path(renamed), { name: renamed.toUpperCase() }))
        .body.name,
    ).toBe(renamed.toUpperCase());
    expect(await service.api.get(slug)).toMatchObject({ tags: [renamed.toUpperCase()], updatedAt });
    expect((await service.api.call("DELETE", path(renamed))).status).toBe(204);
    expect(Object.keys(await service.api.get(slug))).toHaveLength(13);
  });

  it("merges a tag into another one", async () => {
    const [from, to] = [unique(), unique()];
    const links = [
      await service.api.create({ tags: [from] }),
      await service.api.create({ tags: [from, to] }),
      await service.api.create({ tags: [to] }),
    ];
    const merged = await service.api.call<TagAnswer>("PATCH", path(from), {
      name: to.toUpperCase(),
    });
    expect(merged.body).toMatchObject({ name: to, linkCount: 3 });
    for (const { slug } of links) expect((await service.api.get(slug)).tags).toEqual([to]);
    expect(await tagCalled(from)).toBeUndefined();
    expect(slugsOf((await service.api.list(`?tag=${to}`)).links)).toEqual(
      slugsOf(links).toReversed(),
    );
  });
});

describe("GET /api/links/<slug>/history", () => {
  it("says who changed which field and when, and gives what undoes it", async () => {
    const { slug, id } = await service.api.create({ title: "Old", tags: ["Kept"] });
    expect(await historyOf(slug)).toEqual([]);
    const { token, id: tokenId } = await makeApiToken(service);
    const edits = [
      { url: "https://example.com/new?private=1", title: null },
      { enabled: false, expiresAt: "2030-01-31T12:00:00Z" },
      { note: "Why", tags: ["added"] },
    ];
    for (const body of edits)
      await service.api.call("PATCH", `/api/links/${slug}`, body, { token });
    await service.api.patch(slug, { slug: `${slug}-new` });
    const changes = await historyOf(`${slug}-new`);
    expect(changes.map(({ by }) => by)).toEqual([
      "API_TOKEN",
      "test",
      "test",
      "test",
      "test",
      "test",
      "test",
    ]);
    expect(changes.map(({ field, from, to }) => ({ field, from, to }))).toEqual([
      { field: "slug", from: slug, to: `${slug}-new` },
      { field: "note", from: null, to: "Why" },
      { field: "tags", from: ["Kept"], to: ["added"] },
      { field: "enabled", from: true, to: false },
      { field: "expiresAt", from: null, to: "2030-01-31T12:00:00.000Z" },
      { field: "url", from: "https://example.com/", to: "https://example.com/new?private=1" },
      { field: "title", from: "Old", to: null },
    ]);
    expect(changes.map(({ at }) => at)).toEqual(
      changes
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const undo = async (field: string, from: unknown) => {
      const [link] = await service.sql(`SELECT "slug" FROM "Link" WHERE "id" = ${id}`);
      expect((await service.api.patch(link?.slug, { [field]: from })).status).toBe(200);
    };
    for (const { field, from } of changes) await undo(field, from);
    expect(await service.api.get(slug)).toMatchObject({
      url: "https://example.com/",
      title: "Old",
      enabled: true,
      expiresAt: null,
      tags: ["Kept"],
      note: null,
    });
    // Who edits is handed to the trigger, and stored only with the change. A revoked token may be
    // forgotten.
    expect(await service.sql(`SELECT "id" FROM "Link" WHERE "editedBy" IS NOT NULL`)).toEqual([]);
    await service.sql(`DELETE FROM "ApiToken" WHERE "id" = $1`, [tokenId]);
    expect((await historyOf(slug)).at(-1)?.by).toBeNull();
  });

  it("shows what earlier versions stored", async () => {
    const { slug, id } = await service.api.create({});
    await service.sql(`
      INSERT INTO "LinkChange" ("linkId", "at", "kind", "before") VALUES
        (${id}, '2026-01-01T00:00:00Z', 'destination', 'old.example'), (${id}, '2026-01-02T00:00:00Z', 'renamed', 'before'),
        (${id}, '2026-01-03T00:00:00Z', 'disabled', NULL)`);
    expect(await historyOf(slug)).toEqual([
      { at: "2026-01-03T00:00:00.000Z", by: null, field: "enabled", from: true, to: false },
      { at: "2026-01-02T00:00:00.000Z", by: null, field: "slug", from: "before", to: null },
      { at: "2026-01-01T00:00:00.000Z", by: null, field: "url", from: "old.example", to: null },
    ]);
  });
});

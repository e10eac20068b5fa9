// Run: all
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/database/client";
import { getLink } from "@/lib/links/get-link";
import type { Link } from "@/lib/links/link";
import { listEdits } from "@/lib/links/list-edits";
import { changeTag, createTag, deleteTag, listTags } from "@/lib/links/tags";
import { browseLinks, browseQuerySchema, listMatching } from "@/lib/stats/list/browse-links";
import { listLinks } from "@/lib/stats/list/list-links";
import { searchLinks } from "@/lib/stats/list/search-links";
import { parsePageQuery, toStatisticsQuery } from "@/lib/stats/query/page-query";
import { findScope } from "@/lib/stats/query/report-scope";
import { getLinkHistory } from "@/lib/stats/report/link-history";
import { exportLinks } from "@/lib/transfer/export-links";
import { importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { countsOf } from "../support/counts-of";
import { createLink, deleteLink, editTags, updateLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";
import { StatementPlans } from "../support/statement-plans";

const plans = new StatementPlans();
beforeAll(() => plans.observe());
afterAll(() => plans.stop());
const own = useOwnDatabase();
const now = new Date("2026-06-20T12:00:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const newLink = (given: Partial<Parameters<typeof createLink>[0]> = {}) =>
  createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null, ...given },
    now,
  );
const browse = (parameters: Record<string, string>) =>
  browseLinks(browseQuerySchema.parse(parameters), later(1));
/** Resolves once a statement waits for a lock. */
const othersWait = () =>
  expect
    .poll(
      async () =>
        (
          await own.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
const slugsOf = (links: readonly Pick<Link, "slug">[]) => links.map(({ slug }) => slug);

describe("the list of the dashboard", () => {
  it("filters by tags together with search, state and sort, and counts what it filters", async () => {
    const one = await newLink({ tags: ["List A"], note: "Ask Ada first" });
    const two = await newLink({ tags: ["list a", "list b"], enabled: false });
    const three = await newLink({ tags: ["list b"], expiresAt: now });
    await newLink();
    const found = await browse({ tag: "LIST A,list b" });
    expect(slugsOf(found.links)).toEqual([three.slug, two.slug, one.slug]);
    expect(found.counts).toEqual(countsOf({ all: 3, active: 1, disabled: 1, expired: 1 }));
    expect((await browse({ tag: "list a,list b", tagMode: "all" })).counts.all).toBe(1);
    expect(slugsOf((await browse({ tag: "list a,list b", state: "expired" })).links)).toEqual([
      three.slug,
    ]);
    expect(slugsOf((await browse({ tag: "list b", sort: "clicks" })).links)).toEqual([
      two.slug,
      three.slug,
    ]);
    expect((await browse({ tag: "list a,unknown", tagMode: "all" })).counts.all).toBe(0);
    expect(slugsOf((await browse({ tag: "list a", notTag: "LIST B" })).links)).toEqual([one.slug]);
    const without = await browse({ notTag: "list a,list b,unknown", sort: "clicks" });
    expect(without.counts.all).toBe((await browse({})).counts.all - 3);
    expect(without.counts.disabled).toBe((await browse({})).counts.disabled - 1);
    expect((await browse({ q: "ada first", notTag: "list a" })).counts.all).toBe(0);
    expect((await browse({ notTag: "unknown" })).counts).toEqual((await browse({})).counts);
    const noted = await browse({ q: "ada FIRST" });
    expect([slugsOf(noted.links), noted.counts.all]).toEqual([[one.slug], 1]);
    expect((await browse({ q: "ada first", tag: "list b" })).counts.all).toBe(0);
    expect(
      slugsOf(await listMatching(browseQuerySchema.parse({ tag: "list a" }), now)).sort(),
    ).toEqual([one.slug, two.slug].sort());
    expect(
      slugsOf(
        await listMatching(browseQuerySchema.parse({ tag: "list a", notTag: "list b" }), now),
      ),
    ).toEqual([one.slug]);
  });

  it("finds tags by text as the search does, in every script", async () => {
    const one = await newLink({ tags: ["Işık", "ＬＩＳＴ ｗｉｄｅ"] });
    const two = await newLink({ tags: ["ılık"] });
    const three = await newLink({ tags: ["ilik"] });
    const found = async (parameters: Record<string, string>) =>
      slugsOf((await browse(parameters)).links);
    expect(await found({ tag: "ışık" })).toEqual([one.slug]);
    expect(await found({ tag: "IŞIK,list wide", tagMode: "all" })).toEqual([one.slug]);
    // Two words, each found by its own spelling.
    expect(await found({ tag: "ılık" })).toEqual([two.slug]);
    expect(await found({ tag: "ILIK" })).toEqual([three.slug]);
    const without = await browse({ notTag: "ışık" });
    expect(without.counts.all).toBe((await browse({})).counts.all - 1);
    const scope = await database().$transaction((reader) => findScope(reader, { tag: ["ışık"] }));
    expect(scope).toEqual({ linkIds: [one.id] });
  });

  it("searches notes only where that is asked for", async () => {
    const { slug } = await newLink({ note: "Contract search" });
    const query = { q: "contract search", limit: 10, offset: 0 };
    expect((await listLinks(query, now)).total).toBe(0);
    expect(slugsOf(await searchLinks("contract search", 10))).toEqual([slug]);
  });
});

describe("editTags", () => {
  it("adds and removes what changes something, and says what it did", async () => {
    const { slug } = await newLink({ tags: ["Edit a", "edit b"] });
    expect(
      await editTags(
        slug,
        { add: ["EDIT A", "edit c"], remove: ["EDIT B", "edit d"] },
        { now: later(1) },
      ),
    ).toEqual({
      id: expect.any(Number),
      slug,
      add: ["edit c"],
      remove: ["edit b"],
    });
    expect(await getLink(slug)).toMatchObject({
      tags: ["Edit a", "edit c"],
      updatedAt: later(1).toISOString(),
    });
    expect(
      await editTags(slug, { add: ["edit c"], remove: ["edit b"] }, { now: later(2) }),
    ).toEqual({ id: expect.any(Number), slug, add: [], remove: [] });
    expect((await getLink(slug)).updatedAt).toBe(later(1).toISOString());
    await expect(
      editTags("no-such-link", { add: ["x"], remove: [] }, { now }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("leaves the tags alone that it keeps, whoever renames, merges or deletes them meanwhile", async () => {
    const { slug } = await newLink({ tags: ["while renamed", "while merged", "while deleted"] });
    await newLink({ tags: ["while away"] });
    // What other owners do between the statements of the edit.
    await own.query(`
      CREATE FUNCTION "meanwhile"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE "Tag" SET "name" = 'Afterwards', "key" = 'afterwards' WHERE "key" = 'while renamed';
        UPDATE "LinkTag" SET "tagId" = (SELECT "id" FROM "Tag" WHERE "key" = 'while away')
          WHERE "tagId" = (SELECT "id" FROM "Tag" WHERE "key" = 'while merged');
        DELETE FROM "Tag" WHERE "key" IN ('while merged', 'while deleted');
        RETURN NULL;
      END; $$;
      CREATE TRIGGER "meanwhile" BEFORE INSERT ON "Tag" FOR EACH STATEMENT EXECUTE FUNCTION "meanwhile"()`);
    await editTags(slug, { add: ["while editing"], remove: [] }, { now: later(1) });
    await own.query(`DROP TRIGGER "meanwhile" ON "Tag"`);
    expect((await getLink(slug)).tags).toEqual(["Afterwards", "while away", "while editing"]);
    const names = (await listTags()).map(({ name }) => name);
    for (const gone of ["while renamed", "while merged", "while deleted"])
      expect(names).not.toContain(gone);
  });

  it("undoes an edit without the tags that are gone since", async () => {
    const { slug } = await newLink({ tags: ["undo a", "undo b"] });
    await updateLink(slug, { tags: ["undo c"] }, later(1));
    await changeTag("undo a", { name: "undo renamed" });
    await changeTag("undo c", { name: "undo kept" });
    const undone = await editTags(
      slug,
      { add: ["undo a", "UNDO B"], remove: ["undo c"], isUndo: true },
      { now: later(2) },
    );
    expect(undone).toEqual({ id: expect.any(Number), slug, add: ["undo b"], remove: [] });
    expect((await getLink(slug)).tags).toEqual(["undo b", "undo kept"]);
  });

  it("is one change of the history with another edit at the same time", async () => {
    const { slug } = await newLink({ tags: ["same a"] });
    for (const name of ["same b", "same c"])
      await editTags(slug, { add: [name], remove: [] }, { now: later(1) });
    expect((await listEdits(slug)).changes.map(({ from, to }) => [from, to])).toEqual([
      [["same a"], ["same a", "same b", "same c"]],
    ]);
  });

  it("never exceeds 10 tags, also for many edits at once", async () => {
    const { slug } = await newLink({
      tags: Array.from({ length: 8 }, (_, index) => `many ${index}`),
    });
    const edits = Array.from({ length: 5 }, (_, index) =>
      editTags(slug, { add: [`more ${index}`], remove: [] }, { now }),
    );
    const outcomes = await Promise.allSettled(edits);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({
          code: "validation_failed",
          problems: [{ path: "tags" }],
        });
    expect((await getLink(slug)).tags).toHaveLength(10);
  });
});

describe("changeTag", () => {
  it("merges only if that is meant", async () => {
    await newLink({ tags: ["meant a", "meant b"] });
    await expect(changeTag("meant a", { name: "Meant B", mayMerge: false })).rejects.toMatchObject({
      code: "tag_taken",
    });
    expect(await changeTag("meant a", { name: "Meant A", mayMerge: false })).toMatchObject({
      name: "Meant A",
      linkCount: 1,
    });
  });

  it("merges while one of the links is deleted", async () => {
    const [gone, kept] = [
      await newLink({ tags: ["beside a"] }),
      await newLink({ tags: ["beside a"] }),
    ];
    await newLink({ tags: ["beside b"] });
    const merged = await own.inTransaction(async (query) => {
      await query(`DELETE FROM "Link" WHERE "id" = ${gone.id}`);
      const merging = changeTag("beside a", { name: "beside b" });
      await othersWait();
      return { merging };
    });
    expect(await merged.merging).toMatchObject({ name: "beside b", linkCount: 2 });
    expect((await getLink(kept.slug)).tags).toEqual(["beside b"]);
  });
});

it("a tag is deleted also if that first ends in a deadlock", async () => {
  const { id } = await newLink({ tags: ["deadlock"] });
  const { deleting } = await own.inTransaction(async (query) => {
    // So that the other one is its victim.
    await query("SET LOCAL deadlock_timeout = '1min'");
    await query(`DELETE FROM "LinkTag" WHERE "linkId" = ${id}`);
    const deleting = deleteTag("deadlock");
    await othersWait();
    await query(`SELECT FROM "Tag" WHERE "key" = 'deadlock' FOR KEY SHARE`);
    return { deleting };
  });
  await deleting;
  expect((await listTags()).map(({ name }) => name)).not.toContain("deadlock");
});

it("tags that come and go are marks of the chart; other edits that explain no clicks are not", async () => {
  const { slug } = await newLink({ tags: ["Mark a"] });
  await updateLink(slug, { title: "New", note: "x", expiresAt: later(900) }, later(1));
  await updateLink(slug, { tags: ["mark b", "mark c"] }, later(2));
  const link = await getLink(slug);
  const { changes } = await getLinkHistory(
    link,
    toStatisticsQuery(parsePageQuery({}), link, later(3)).dateRange,
    later(3),
  );
  const at = later(2).toISOString();
  expect(changes).toEqual([
    { kind: "tagged", at, before: "mark b, mark c" },
    { kind: "untagged", at, before: "Mark a" },
  ]);
});

it("a link keeps its 200 latest changes, those of tags included, and loses tags and history when it is deleted", async () => {
  const { id, slug } = await newLink({ tags: ["kept"] });
  for (let index = 1; index <= 203; index++)
    await updateLink(
      slug,
      { tags: [index % 2 === 0 ? "even" : "odd"] },
      new Date(now.getTime() + index * 1_000),
    );
  const { rows } = await own.query(
    `SELECT count(*)::int AS "count", min("at") AS "first" FROM "LinkChange" WHERE "linkId" = ${id}`,
  );
  expect(rows).toEqual([{ count: 200, first: new Date(now.getTime() + 4_000) }]);
  await deleteLink(slug);
  expect((await own.query(`SELECT FROM "LinkTag" WHERE "linkId" = ${id}`)).rowCount).toBe(0);
  expect((await listTags()).find(({ name }) => name === "odd")?.linkCount).toBe(0);
});

it("an edit by a version that knows no editors is by nobody, and an editor never stays in the row", async () => {
  const { id, slug } = await newLink();
  await updateLink(slug, { title: "By somebody" }, later(1), { by: "owner:somebody" });
  await own.query(
    `UPDATE "Link" SET "title" = 'By a script', "updatedAt" = '${later(2).toISOString()}' WHERE "id" = ${id}`,
  );
  const { rows } = await own.query(
    `SELECT "kind", "by", "from", "to" FROM "LinkChange" WHERE "linkId" = ${id} ORDER BY "at"`,
  );
  expect(rows).toEqual([
    { kind: "title", by: "owner:somebody", from: null, to: "By somebody" },
    { kind: "title", by: null, from: "By somebody", to: "By a script" },
  ]);
  expect((await own.query(`SELECT "editedBy" FROM "Link" WHERE "id" = ${id}`)).rows).toEqual([
    { editedBy: null },
  ]);
});

it("an export with tags and notes, imported again, recreates them", async () => {
  const note = 'Two lines,\n=not "a formula"';
  const { slug } = await newLink({ tags: ["Trip & co", "=1+1"], note });
  for (const format of ["csv", "json"] as const) {
    const pieces: string[] = [];
    for await (const piece of exportLinks(format, browseQuerySchema.parse({ slug }), now))
      pieces.push(piece);
    await deleteLink(slug);
    await deleteTag("trip & co");
    const { rows, source } = await readLinkRows(Buffer.from(pieces.join("")));
    expect(source).toBe("slugline");
    for await (const { refused, created } of importLinks(rows, false, now))
      expect({ refused, created }).toEqual({ refused: 0, created: 1 });
    expect(await getLink(slug), format).toMatchObject({ tags: ["=1+1", "Trip & co"], note });
  }
  // Its place in the list is that of its creation.
  expect(
    slugsOf((await listLinks({ tag: ["trip & co"], limit: 5, offset: 0 }, now)).links),
  ).toEqual([slug]);
});

describe("a tag with 10,000 of 30,000 links", () => {
  beforeAll(async () => {
    // Otherwise each link would be announced to the listeners of this process.
    await own.query(`ALTER TABLE "Link" DISABLE TRIGGER USER`);
    await own.query(`
      WITH made AS (
        INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt", "enabled")
        SELECT 'big-' || n, 'https://example.com/' || n, timestamptz '2026-01-01' + n * interval '1 second', now(), n % 100 <> 0
        FROM generate_series(1, 30000) AS n RETURNING "id"
      ) INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM made`);
    await own.query(`ALTER TABLE "Link" ENABLE TRIGGER USER`);
    await own.query(
      `INSERT INTO "Tag" ("key", "name", "color", "createdAt") VALUES ('big', 'Big', 'red', now()), ('rare', 'Rare', 'blue', now())`,
    );
    // The oldest links, so a walk through all links from the newest would read 20,000 before the
    // first of them.
    await own.query(`
      INSERT INTO "LinkTag" ("linkId", "tagId", "createdAt")
      SELECT l."id", t."id", l."createdAt" FROM "Link" l, "Tag" t
      WHERE l."slug" LIKE 'big-%' AND substr(l."slug", 5)::int <= CASE t."key" WHEN 'big' THEN 10000 WHEN 'rare' THEN 30 END`);
    await own.query("VACUUM ANALYZE");
  });

  const costOf = async (work: () => Promise<unknown>) =>
    (await plans.of(work)).reduce((total, { buffers }) => total + buffers, 0);

  it("lists a page of it by reading little more than the page", async () => {
    const pageOf = async (sort?: "clickCount") => {
      const statements = await plans.of(() =>
        listLinks({ tag: ["big"], sort, limit: 50, offset: 0 }, now),
      );
      return statements.find(({ sql }) => /ORDER BY (t\.|"clickCount")/.test(sql));
    };
    const page = await pageOf();
    expect(page?.scanned).toEqual([]);
    expect(page?.buffers).toBeLessThan(60);
    // Control: a ranking reads all of its links.
    expect((await pageOf("clickCount"))?.buffers).toBeGreaterThan(100);
  });

  it("counts it without reading its links", async () => {
    expect(await costOf(() => listLinks({ tag: ["big"], limit: 50, offset: 0 }, now))).toBeLessThan(
      1_000,
    );
    expect(await costOf(() => browse({ tag: "big" }))).toBeLessThan(2_000);
  });

  it("is listed from the newest of its links", async () => {
    const { links, total } = await listLinks({ tag: ["big"], limit: 2, offset: 0 }, now);
    expect([slugsOf(links), total]).toEqual([["big-10000", "big-9999"], 10_000]);
    expect(slugsOf((await browse({ tag: "big", state: "disabled" })).links).slice(0, 2)).toEqual([
      "big-10000",
      "big-9900",
    ]);
    expect((await browse({ tag: "big" })).counts).toEqual(
      countsOf({ all: 10_000, active: 9_900, disabled: 100 }),
    );
  });

  it("finds the few links with all of several tags", async () => {
    const found = await listLinks(
      { tag: ["big", "rare"], tagMode: "all", limit: 50, offset: 0 },
      now,
    );
    expect([found.total, found.links[0]?.slug]).toEqual([30, "big-30"]);
  });

  it("can be merged, and deleted", async () => {
    expect(await changeTag("big", { name: "RARE" })).toEqual({
      name: "Rare",
      color: "blue",
      linkCount: 10_000,
    });
    await deleteTag("rare");
    expect(
      (
        await own.query(
          `SELECT FROM "LinkTag" t JOIN "Link" l ON l."id" = t."linkId" WHERE l."slug" LIKE 'big-%' LIMIT 1`,
        )
      ).rowCount,
    ).toBe(0);
  });
});

it("there are at most 1,000 tags", async () => {
  await own.query(`
    INSERT INTO "Tag" ("key", "name", "color", "createdAt")
    SELECT 'full ' || n, 'full ' || n, 'gray', now() FROM generate_series(1, 999 - (SELECT count(*)::int FROM "Tag")) AS n`);
  await expect(newLink({ tags: ["too many", "too many 2"] })).rejects.toMatchObject({
    code: "validation_failed",
  });
  const { slug } = await newLink({ tags: ["the last"] });
  await expect(createTag({ name: "one more" }, now)).rejects.toMatchObject({
    code: "validation_failed",
  });
  await expect(editTags(slug, { add: ["one more"], remove: [] }, { now })).rejects.toMatchObject({
    code: "validation_failed",
  });
  expect((await newLink({ tags: ["full 1", "the last"] })).tags).toEqual(["full 1", "the last"]);
  expect(await listTags()).toHaveLength(1_000);
});

// Run: all
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { getLink } from "@/lib/links/get-link";
import { deleteOld } from "@/lib/service/retention";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { browseQuerySchema } from "@/lib/stats/list/browse-links";
import { exportLinks } from "@/lib/transfer/export-links";
import { type ImportReport, importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { listUndoableImports, undoImport } from "@/lib/transfer/undo-import";
import { recordClicks } from "@/lib/visits/record-clicks";
import { inEnglish, type Said } from "../support/in-english";
import { createLink, updateLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";
import { person } from "../support/person";
import { refusalOf } from "../unit/support/refusal";

const database = useOwnDatabase();
const now = new Date("2026-11-19T14:20:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const url = "https://example.com/";

beforeEach(async () => {
  await database.query(
    'TRUNCATE "Link", "LinkImport", "Click", "ClickBatch", "ClickPack", "UncountedVisit", "DeletedLink" CASCADE',
  );
});

type Imported = Omit<Said<ImportReport>, "problems">;

const undoing = (at: Date) =>
  ({ by: "API_TOKEN", role: "owner", actor: person(), now: at }) as const;

async function importFile(
  text: string,
  { dryRun = false, id = randomUUID() as string } = {},
): Promise<Imported> {
  const { source, rows } = await readLinkRows(Buffer.from(text));
  const results: Imported["results"] = [];
  let last: ImportReport | undefined;
  for await (const report of importLinks(rows, dryRun, now, { id, source })) {
    results.push(...inEnglish(report.results));
    last = report;
  }
  if (!last) throw new Error("nothing was reported");
  const { problems: _, ...counts } = last;
  return { ...counts, results };
}

async function exported(format: "csv" | "json"): Promise<string> {
  let file = "";
  for await (const piece of exportLinks(format, browseQuerySchema.parse({}), now)) file += piece;
  return file;
}

const count = async (table: string) =>
  (await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}"`)).rows[0]?.n;
const importedClicksOf = async (slug: string) =>
  (
    await database.query<{ n: string | null }>(
      'SELECT "importedClicks"::text AS n FROM "Link" WHERE "slug" = $1',
      [slug],
    )
  ).rows[0]?.n;

describe("a row", () => {
  it("is created with a message if its destination was copied from HTML source", async () => {
    const { results } = await importFile(
      `url,slug,expiredUrl\nhttps://example.com/?a=1&amp;b=2,html,\nhttps://example.com/?a=1&b=2&amp=3,plain,\nhttps://example.com/,after,https://example.com/?a=1&#38;b=2`,
    );
    expect(results).toEqual([
      { row: 2, status: "created", slug: "html", message: expect.stringContaining("&amp;") },
      { row: 3, status: "created", slug: "plain" },
      { row: 4, status: "created", slug: "after", message: expect.stringContaining("&amp;") },
    ]);
    expect((await getLink("html")).url).toBe("https://example.com/?a=1&amp;b=2");
  });

  it("gets a result: created, skipped because the link exists, or refused with a reason", async () => {
    await createLink({ url, title: null, enabled: true, expiresAt: null, slug: "here" }, now);
    const text = [
      "url,slug,title,createdAt,importedClicks",
      `${url},new,New,2024-01-02T03:04:05Z,4120`,
      `${url},here,,,`,
      "https://other.example/,here,,,",
      `${url},new,,,`,
      "https://other.example/,new,,,",
      "javascript:alert(1),bad,,,",
      `${url},docs/intro,,,`,
      `${url},api,,,`,
      `${url},,,1066-10-14,`,
      `${url},,,,many`,
      `${url},,,,`,
    ].join("\n");
    const dry = await importFile(text, { dryRun: true });
    expect([await count("Link"), await count("LinkImport"), await count("ImportedLink")]).toEqual([
      1, 0, 0,
    ]);
    const real = await importFile(text);
    expect(real).toMatchObject({ rows: 11, created: 2, skipped: 2, refused: 7 });
    expect(real.results).toMatchObject([
      { row: 2, status: "created", slug: "new" },
      { row: 3, status: "skipped", slug: "here" },
      {
        row: 4,
        status: "refused",
        slug: "here",
        message: expect.stringContaining("taken"),
        suggestion: "here-nov",
      },
      { row: 5, status: "skipped", slug: "new" },
      { row: 6, status: "refused", slug: "new", suggestion: "new-nov" },
      { row: 7, status: "refused", slug: "bad", message: expect.stringContaining("http") },
      { row: 8, status: "refused", slug: "docs/intro", suggestion: "docs-intro" },
      {
        row: 9,
        status: "refused",
        slug: "api",
        message: expect.stringContaining("reserved"),
        suggestion: "api-nov",
      },
      {
        row: 10,
        status: "refused",
        message: expect.stringContaining("createdAt must be a date since 2000"),
      },
      {
        row: 11,
        status: "refused",
        message: expect.stringContaining("importedClicks must be a whole number"),
      },
      { row: 12, status: "created", slug: expect.stringMatching(/^\w{7}$/) },
    ]);
    expect(real.results[5]).not.toHaveProperty("suggestion");
    // A dry run says the same, but for slugs that are not yet generated.
    const comparable = ({ results, ...counts }: Imported) => ({
      ...counts,
      results: results.map((result) => ({ ...result, slug: result.row === 12 ? "" : result.slug })),
    });
    expect(comparable(dry)).toEqual(comparable(real));
    expect(await getLink("new")).toMatchObject({
      title: "New",
      clickCount: 0,
      createdAt: "2024-01-02T03:04:05.000Z",
    });
    expect(await importedClicksOf("new")).toBe("4120");
  });

  it("of the future is created now", async () => {
    expect(await importFile(`url,slug,createdAt\n${url},x,2030-01-01`)).toMatchObject({
      results: [{ status: "created", message: expect.stringContaining("future") }],
    });
    expect(await getLink("x")).toMatchObject({
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    });
  });

  it("keeps its place: links of one import are listed in the order of the file", async () => {
    const rows = Array.from(
      { length: 1_203 },
      (_, index) => `${url}${index},s${(index * 7_919) % 1_203}`,
    );
    expect(await importFile(`url,slug\n${rows.join("\n")}`)).toMatchObject({
      rows: 1_203,
      created: 1_203,
    });
    const { rows: links } = await database.query<{ url: string }>(
      'SELECT "url" FROM "Link" ORDER BY "id"',
    );
    expect(links.map((link) => link.url)).toEqual(rows.map((_, index) => `${url}${index}`));
    expect(await count("LinkCounter")).toBe(1_203);
  });
});

it("aliases are imported and exported, and a row with a taken one is refused, also in a dry run", async () => {
  await createLink(
    { url, title: null, enabled: true, expiresAt: null, slug: "here", aliases: ["there"] },
    now,
  );
  const text = [
    "url,slug,aliases",
    `${url},one,"a,b"`,
    `${url},two,"c,there"`,
    `${url},there,`,
    `${url},three,a`,
    `${url},,d`,
    `${url},four,x y`,
  ].join("\n");
  for (const dryRun of [true, false]) {
    const { results } = await importFile(text, { dryRun });
    expect(results.map(({ status, message }) => [status, message])).toEqual([
      ["created", undefined],
      ["refused", 'The slug "there" is taken. Choose another one.'],
      ["refused", 'The slug "there" is taken. Choose another one.'],
      ["refused", 'The slug "a" is taken. Choose another one.'],
      ["created", undefined],
      ["refused", expect.stringContaining("aliases.0 must be 1 to 64 characters")],
    ]);
    expect(results.map(({ suggestion }) => suggestion !== undefined)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
  }
  expect((await getLink("one")).aliases).toEqual(["a", "b"]);
  for (const format of ["csv", "json"] as const) {
    const file = await exported(format);
    await database.query('TRUNCATE "Link" CASCADE');
    expect(await importFile(file)).toMatchObject({ created: 3, refused: 0 });
    expect([(await getLink("one")).aliases, (await getLink("here")).aliases]).toEqual([
      ["a", "b"],
      ["there"],
    ]);
    expect(await importFile(file)).toMatchObject({ created: 0, skipped: 3, refused: 0 });
  }
});

it("two imports of the same file at once create each link once", async () => {
  const slugs = Array.from({ length: 1_500 }, (_, index) => `s${index}`);
  const lines = (order: string[]) =>
    `url,slug\n${order.map((slug) => `${url},${slug}`).join("\n")}`;
  const [one, two] = await Promise.all([
    importFile(lines(slugs)),
    importFile(lines([...slugs].reverse())),
  ]);
  expect(one.created + two.created).toBe(1_500);
  expect(one.skipped + two.skipped).toBe(1_500);
  expect(one.refused + two.refused).toBe(0);
});

it.each(["csv", "json"] as const)(
  "our own export as %s recreates the same links",
  async (format) => {
    await createLink(
      { url: `${url}?a=1#b`, title: "=1+1", enabled: false, expiresAt: later(1_000), slug: "one" },
      new Date("2025-03-04T05:06:07.089Z"),
    );
    const two = await createLink(
      { url, title: 'Ünï, "quoted"', enabled: true, expiresAt: null, slug: "two" },
      new Date("2025-05-06T07:08:09.010Z"),
    );
    await updateLink("two", { title: "Changed" }, new Date("2026-01-02T03:04:05.678Z"));
    await recordClicks([makeClick(two.id, now), makeClick(two.id, now)]);
    while (await aggregateClicks());
    await database.query(`UPDATE "Link" SET "importedClicks" = 40 WHERE "slug" = 'two'`);
    const file = await exported(format);
    const before = JSON.parse(await exported("json"));
    await database.query('TRUNCATE "Link", "Click", "ClickBatch", "ClickPack" CASCADE');
    expect(await importFile(file)).toMatchObject({ created: 2, refused: 0 });
    const after = JSON.parse(await exported("json"));
    const kept = ({
      slug,
      url,
      title,
      enabled,
      expiresAt,
      createdAt,
      updatedAt,
    }: Record<string, unknown>) => ({
      slug,
      url,
      title,
      enabled,
      expiresAt,
      createdAt,
      updatedAt,
    });
    expect(after.map(kept)).toEqual(before.map(kept));
    // Clicks themselves stay where they were recorded: their total is a total from before.
    expect(
      after.map(({ clickCount, importedClicks }: Record<string, unknown>) => [
        clickCount,
        importedClicks,
      ]),
    ).toEqual([
      [0, null],
      [0, 42],
    ]);
  },
);

describe("undoing an import", () => {
  const text = `url,slug\n${["clicked", "edited", "placed", "fetched", "plain"].map((slug) => `${url},${slug}`).join("\n")}`;

  it("deletes its links, except those that were clicked or changed", async () => {
    const id = randomUUID();
    await createLink({ url, title: null, enabled: true, expiresAt: null, slug: "other" }, now);
    await importFile(text, { id });
    expect(await listUndoableImports(now, undoing(now))).toMatchObject([
      { id, source: "csv", links: 5 },
    ]);
    const idOf = async (slug: string) => (await getLink(slug)).id;
    await recordClicks([makeClick(await idOf("clicked"), now)]);
    await updateLink("edited", { title: "Edited" }, later(1));
    await database.query(`INSERT INTO "LinkPlace" VALUES ($1, 'newsletter', 'email', '', now())`, [
      await idOf("placed"),
    ]);
    await database.query(
      `INSERT INTO "UncountedVisit" VALUES ($1, '2026-11-19', 'unfurler', 'Slack', 1, now(), now())`,
      [await idOf("fetched")],
    );
    expect(await undoImport(id, undoing(later(60_000)))).toEqual({
      deleted: 2,
      kept: 3,
      keptSlugs: ["clicked", "edited", "placed"],
    });
    const { rows } = await database.query<{ slug: string }>(
      'SELECT "slug" FROM "Link" ORDER BY "slug"',
    );
    expect(rows.map(({ slug }) => slug)).toEqual(["clicked", "edited", "other", "placed"]);
    expect((await getLink("clicked")).clickCount).toBe(1);
    expect(await listUndoableImports(now, undoing(now))).toEqual([]);
    expect((await refusalOf(() => undoImport(id, undoing(now)))).code).toBe("not_found");
  });

  it("keeps a link that is clicked while it deletes", async () => {
    const id = randomUUID();
    await importFile(text, { id });
    const { id: linkId } = await getLink("plain");
    let undone: ReturnType<typeof undoImport> | undefined;
    await database.inTransaction(async (query) => {
      await query(`SELECT FROM "LinkCounter" WHERE "linkId" = $1 FOR UPDATE`, [linkId]);
      undone = undoImport(id, undoing(now));
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"LinkCounter"%'`;
      await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
      await recordClicks([makeClick(linkId, now)]);
    });
    expect(await undone).toEqual({ deleted: 4, kept: 1, keptSlugs: ["plain"] });
    expect((await getLink("plain")).clickCount).toBe(1);
  });

  it("deletes the tags that it made, unless another link has them", async () => {
    const id = randomUUID();
    const link = { url, title: null, enabled: true, expiresAt: null };
    const { slug } = await createLink({ ...link, tags: ["before", "unused"] }, later(-1));
    await updateLink(slug, { tags: ["before"] }, later(-1));
    await importFile(`url,slug,tags\n${url},made,before|made|shared`, { id });
    await createLink({ ...link, tags: ["shared"] }, later(1));
    expect(await undoImport(id, undoing(later(2)))).toMatchObject({ deleted: 1 });
    const { rows } = await database.query<{ name: string }>(
      'SELECT "name" FROM "Tag" ORDER BY "name"',
    );
    expect(rows.map(({ name }) => name)).toEqual(["before", "shared", "unused"]);
  });

  it("is possible for an hour", async () => {
    const id = randomUUID();
    await importFile(text, { id });
    expect((await refusalOf(() => undoImport(id, undoing(later(3_600_001))))).code).toBe(
      "not_found",
    );
    await deleteOld("ImportedLink", later(3_600_001));
    expect([await count("ImportedLink"), await count("LinkImport"), await count("Link")]).toEqual([
      0, 1, 5,
    ]);
    await deleteOld("LinkImport", later(86_400_001));
    expect(await count("LinkImport")).toBe(0);
  });

  it("works on more links than one portion", async () => {
    const id = randomUUID();
    await importFile(
      `url,slug\n${Array.from({ length: 1_203 }, (_, index) => `${url},s${index}`).join("\n")}`,
      { id },
    );
    await recordClicks([makeClick((await getLink("s777")).id, now)]);
    expect(await undoImport(id, undoing(now))).toEqual({
      deleted: 1_202,
      kept: 1,
      keptSlugs: ["s777"],
    });
    // Without visits there is no history to remove.
    expect([await count("Link"), await count("DeletedLink")]).toEqual([1, 0]);
  });
});

it("an import that creates nothing leaves nothing to undo", async () => {
  await importFile("url\njavascript:alert(1)");
  expect(await count("LinkImport")).toBe(0);
});

it("a dry run refuses what an earlier row of the file has taken, however far apart they are", async () => {
  const rows = Array.from({ length: 501 }, (_, index) => `${url},filler-${index},`);
  const text = [
    "url,slug,aliases",
    `${url},first,shared`,
    ...rows,
    `${url},shared,`,
    `${url},last,first`,
  ].join("\n");
  const refused = async (dryRun: boolean) => {
    const { results } = await importFile(text, { dryRun });
    return results.flatMap(({ row, status, message }) =>
      status === "refused" ? [{ row, message }] : [],
    );
  };
  const said = await refused(true);
  expect(said).toHaveLength(2);
  expect(await refused(false)).toEqual(said);
});

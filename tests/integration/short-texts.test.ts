// Run: verify
import { expect, it } from "vitest";
import { foldText } from "@/lib/core/fold-text";
import { browseLinks } from "@/lib/stats/list/browse-links";
import { listLinks } from "@/lib/stats/list/list-links";
import { searchLinks } from "@/lib/stats/list/search-links";
import { useOwnDatabase } from "../support/own-database";

/** Searches of one or two characters, whose matches a trigger counts and an index has. */
const own = useOwnDatabase();
const now = new Date();

interface Row {
  id: number;
  enabled: boolean;
  texts: string[];
}

/** Newest first. */
async function stored(): Promise<Row[]> {
  const { rows } = await own.query<Row>(
    `SELECT "id", "enabled", array_remove(ARRAY["slug", "url", "title"], NULL) AS "texts" FROM "Link" ORDER BY "createdAt" DESC, "id" DESC`,
  );
  return rows;
}

const has = ({ texts }: Row, q: string) =>
  texts.some(
    (text) => foldText(text).includes(foldText(q)) || asciiLower(text).includes(foldText(q)),
  );
const asciiLower = (text: string) =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[^\0-\x7f]/g, "\n");

async function expectAll(questions: readonly string[]): Promise<void> {
  const rows = await stored();
  for (const q of questions)
    for (const enabled of [undefined, true, false]) {
      const wanted = rows.filter(
        (row) => has(row, q) && (enabled === undefined || row.enabled === enabled),
      );
      for (const offset of [0, 3]) {
        const { links, total } = await listLinks({ q, enabled, limit: 4, offset }, now);
        expect({ q, enabled, total, ids: links.map(({ id }) => id) }).toEqual({
          ...{ q, enabled, total: wanted.length },
          ids: wanted.slice(offset, offset + 4).map(({ id }) => id),
        });
      }
    }
}

const questions = [
  "e",
  "E",
  "x",
  "sa",
  "SA",
  "é",
  "ß",
  "ss",
  "ﬁ",
  "fi",
  "k",
  "://",
  "//",
  "-",
  "%",
  "_",
  "q!",
  "ЖЫ",
  "жы",
  "😀",
  "n😀",
  "I",
  "ı",
];

const insert = (rows: string) =>
  own.query(
    `INSERT INTO "Link" ("slug", "url", "title", "enabled", "createdAt", "updatedAt") ${rows}`,
  );

it("finds and counts exactly the links with the text, whatever was changed", async () => {
  const titles = [
    "Füße",
    "FUSSE",
    "Straße",
    "Cafe\u0301",
    "CAFÉ",
    "ﬁn",
    "Kelvin",
    "жЫ",
    "Sun😀",
    "100 %",
    "a_b",
    "İzmir ısı",
    null,
  ];
  for (const [n, title] of titles.entries()) {
    await own.query(
      `INSERT INTO "Link" ("slug", "url", "title", "createdAt", "updatedAt") VALUES ($1, $2, $3, now() - $4 * interval '1 minute', now())`,
      [`Sale-${n}x`, `https://example.com/É${n}?q=${n}`, title, n],
    );
  }
  await expectAll(questions);
  await own.query(`UPDATE "Link" SET "enabled" = false WHERE "id" % 3 = 0`);
  await own.query(`UPDATE "Link" SET "title" = 'ЖЫ ß' WHERE "id" % 4 = 1`);
  await own.query(
    `UPDATE "Link" SET "slug" = 'q-' || "id", "enabled" = NOT "enabled" WHERE "id" % 5 = 0`,
  );
  await own.query(`DELETE FROM "Link" WHERE "id" % 6 = 0`);
  await expectAll(questions);
  await own.query(`SELECT "settleShortTexts"()`);
  await expectAll(questions);
  expect((await own.query(`SELECT FROM "ShortTextChange"`)).rowCount).toBe(0);
});

it("adds changes up once, now and then", async () => {
  for (let n = 0; n < 130; n++)
    await insert(`VALUES ('n${n}', 'https://example.com/', NULL, true, now(), now())`);
  const { rowCount } = await own.query(`SELECT FROM "ShortTextChange"`);
  expect(rowCount).toBeLessThan(70);
  await expectAll(["n", "n1", "1", "e"]);
});

it("finds those of many, also where none is among the newest", async () => {
  await insert(
    `SELECT 'many-' || n, 'https://example.com/' || CASE WHEN n > 11000 THEN 'zj' ELSE '' END, NULL, n % 400 <> 0, now() - n * interval '1 hour', now()
     FROM generate_series(1, 23000) n`,
  );
  await own.query(`VACUUM ANALYZE "Link"`);
  await expectAll(["zj", "ma", "m", "7", "e"]);
});

it("refuses a list that takes too long, and says why", async () => {
  const list = () => listLinks({ search: "many", limit: 1, offset: 0 }, now);
  await own.inTransaction(async (query) => {
    await query(`LOCK TABLE "Link"`);
    const page = browseLinks({ q: "many", state: "all", sort: "newest", page: 1 }, now);
    const lists = [list(), list(), list(), page, searchLinks("many", 8)];
    const refused = await Promise.all(lists.map((each) => each.catch((error: unknown) => error)));
    expect(refused).toMatchObject(lists.map(() => ({ code: "list_timeout" })));
  });
  expect((await list()).total).toBe(23_000);
});

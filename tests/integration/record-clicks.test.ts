// Run: verify
import { describe, expect, it } from "vitest";
import { type Click, isFirstDay } from "@/lib/visits/describe/describe-click";
import { recordClicks, recordClicksAgain } from "@/lib/visits/record-clicks";
import { createLink, deleteLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const made = new Date("2026-05-01T00:30:00.000Z");

async function newLink() {
  const { id, slug } = await createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    made,
  );
  return { id, slug };
}

function clickOf(linkId: number, minutes: number, rest: Partial<Click> = {}): Click {
  const createdAt = new Date(made.getTime() + minutes * 60_000);
  return makeClick(linkId, createdAt, { isFirstDay: isFirstDay(createdAt, made), ...rest });
}

async function stored(linkIds: readonly number[]): Promise<string[]> {
  const { rows } = await database.query(
    `SELECT "id" FROM "Click" WHERE "linkId" IN (${linkIds.join()}) ORDER BY "linkId", "createdAt"`,
  );
  return rows.map(({ id }) => id);
}

/** What waits to be aggregated of these links. */
async function pending(linkIds: readonly number[]) {
  const { rows } = await database.query(`
    SELECT b."size", u."linkId", u."clicks", u."firstDayClicks", u."first", u."last"
    FROM "ClickBatch" b, unnest(b."linkIds", b."clicks", b."firstDayClicks", b."firstClickedAts", b."lastClickedAts")
      AS u("linkId", "clicks", "firstDayClicks", "first", "last")
    WHERE u."linkId" IN (${linkIds.join()}) ORDER BY u."linkId", u."first"`);
  return rows;
}

async function aliasCounts(): Promise<string[]> {
  const { rows } = await database.query(
    'SELECT "slug", sum("clicks")::int AS "clicks", max("lastClickedAt") AS "last" FROM "AliasCount" GROUP BY 1 ORDER BY 1',
  );
  return rows.map(({ slug, clicks, last }) => `${slug} ${clicks} ${last.toISOString()}`);
}

it.each([
  ["recordClicks", recordClicks],
  ["recordClicksAgain", recordClicksAgain],
])("%s counts clicks by alias once, however often they are written", async (_name, record) => {
  await database.query('DELETE FROM "Alias"');
  const [one, two] = [await newLink(), await newLink()];
  await database.query(
    'INSERT INTO "Alias" ("slug", "linkId", "createdAt") VALUES (\'x\', $1, now()), (\'y\', $2, now())',
    [one.id, two.id],
  );
  const clicks = [
    clickOf(one.id, 1, { alias: "x" }),
    clickOf(one.id, 3, { alias: "x" }),
    clickOf(one.id, 2),
    clickOf(two.id, 4, { alias: "y" }),
    // Removed meanwhile, or another link's by now.
    clickOf(two.id, 5, { alias: "gone" }),
    clickOf(two.id, 6, { alias: "x" }),
  ];
  await record(clicks);
  await record(clicks);
  await recordClicksAgain(clicks);
  expect(await stored([one.id, two.id])).toHaveLength(6);
  const counted = [
    `x 2 ${clicks[1]?.createdAt.toISOString()}`,
    `y 1 ${clicks[3]?.createdAt.toISOString()}`,
  ];
  expect(await aliasCounts()).toEqual(counted);
  await record([clickOf(one.id, 0, { alias: "x" })]);
  expect(await aliasCounts()).toEqual([counted[0]?.replace("x 2", "x 3"), counted[1]]);
  await deleteLink(one.slug);
  expect(await aliasCounts()).toEqual(counted.slice(1));
});

it("counts clicks by one alias from many batches at once, while aliases come and go", async () => {
  const link = await newLink();
  const alias = (slug: string) =>
    database.query('INSERT INTO "Alias" ("slug", "linkId", "createdAt") VALUES ($1, $2, now())', [
      slug,
      link.id,
    ]);
  await alias("busy");
  await Promise.all([
    ...Array.from({ length: 20 }, (_, index) =>
      recordClicks([
        clickOf(link.id, index, { alias: "busy" }),
        clickOf(link.id, index, { alias: "brief" }),
      ]),
    ),
    ...Array.from({ length: 5 }, async () => {
      await alias("brief").catch(() => {});
      await database.query('DELETE FROM "Alias" WHERE "slug" = \'brief\'');
    }),
  ]);
  expect(await stored([link.id])).toHaveLength(40);
  expect((await aliasCounts()).find((line) => line.startsWith("busy "))).toMatch(/^busy 20 /);
});

describe.each([
  ["recordClicks", recordClicks],
  ["recordClicksAgain", recordClicksAgain],
])("%s", (_name, record) => {
  it("stores every click with its counter increments by hour", async () => {
    const [one, two] = [await newLink(), await newLink()];
    const clicks = [
      clickOf(two.id, -1),
      clickOf(one.id, 5),
      clickOf(one.id, 31),
      clickOf(one.id, 24 * 60),
      clickOf(one.id, 29, { utmSource: "mail" }),
    ];
    await record(clicks);
    expect(await stored([one.id, two.id])).toEqual(
      [1, 4, 2, 3, 0].map((index) => clicks[index]?.id),
    );
    const at = (minutes: number) => new Date(made.getTime() + minutes * 60_000);
    expect(await pending([one.id, two.id])).toEqual([
      { size: 5, linkId: one.id, clicks: 2, firstDayClicks: 2, first: at(5), last: at(29) },
      { size: 5, linkId: one.id, clicks: 1, firstDayClicks: 1, first: at(31), last: at(31) },
      {
        size: 5,
        linkId: one.id,
        clicks: 1,
        firstDayClicks: 0,
        first: at(24 * 60),
        last: at(24 * 60),
      },
      { size: 5, linkId: two.id, clicks: 1, firstDayClicks: 0, first: at(-1), last: at(-1) },
    ]);
  });

  it("keeps columns that are empty in some rows or in all", async () => {
    const { id } = await newLink();
    await record([
      clickOf(id, 1, { city: "Zürich", utmSource: 'a "quoted" \\ one' }),
      clickOf(id, 2, { utmMedium: "NULL", referrer: "" }),
    ]);
    const { rows } = await database.query(
      `SELECT "country", "city", "utmSource", "utmMedium", "referrer" FROM "Click" WHERE "linkId" = ${id} ORDER BY "createdAt"`,
    );
    expect(rows).toEqual([
      {
        country: null,
        city: "Zürich",
        utmSource: 'a "quoted" \\ one',
        utmMedium: null,
        referrer: null,
      },
      { country: null, city: null, utmSource: null, utmMedium: "NULL", referrer: "" },
    ]);
  });

  it("drops clicks of deleted links and stores the others", async () => {
    const [gone, kept] = [await newLink(), await newLink()];
    await deleteLink(gone.slug);
    const clicks = [clickOf(gone.id, 1), clickOf(kept.id, 2), clickOf(gone.id, 3)];
    await record(clicks);
    expect(await stored([gone.id, kept.id])).toEqual([clicks[1]?.id]);
    expect(await pending([gone.id, kept.id])).toMatchObject([
      { size: 1, linkId: kept.id, clicks: 1, firstDayClicks: 1 },
    ]);
  });

  it("does not count existing clicks again", async () => {
    const { id } = await newLink();
    const clicks = [clickOf(id, 1), clickOf(id, 2), clickOf(id, 3)];
    await record(clicks.slice(0, 2));
    await record(clicks);
    await record(clicks);
    expect(await stored([id])).toEqual(clicks.map((click) => click.id));
    expect((await pending([id])).reduce((sum, { clicks }) => sum + clicks, 0)).toBe(3);
  });

  it("stores nothing for an empty batch", async () => {
    const count = async () =>
      (await database.query(`SELECT count(*)::int AS "n" FROM "ClickBatch"`)).rows[0].n;
    const before = await count();
    await record([]);
    expect(await count()).toBe(before);
  });
});

// Run: verify
import { describe, expect, it } from "vitest";
import { running } from "@/lib/config/running";
import { listAliases } from "@/lib/links/aliases";
import {
  aggregateClicks,
  unpackAll,
  unpackNeglected,
  vacuumPacks,
} from "@/lib/stats/aggregate/aggregate-clicks";
import { type Click, isFirstDay } from "@/lib/visits/describe/describe-click";
import {
  newBatchId,
  recordClicks,
  recordClicksAgain,
  rehearseClicks,
} from "@/lib/visits/record-clicks";
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

it("a trial of many clicks needs as much room as they do, and leaves none", async () => {
  const bytes = async () =>
    (await database.query(`SELECT pg_relation_size('"ClickPack"')::int AS "bytes"`)).rows[0].bytes;
  const before = await bytes();
  await rehearseClicks(500);
  expect((await bytes()) - before).toBeGreaterThan(500 * 100);
  expect((await database.query(`SELECT FROM "ClickPack"`)).rowCount).toBe(0);
});

async function unpack(): Promise<void> {
  while (await running().stats.aggregation.unpacking.next());
}

async function recordAndUnpack(clicks: readonly Click[]): Promise<void> {
  await recordClicks(clicks);
  await unpack();
}

/** What readers know of a link, whether its clicks are packed or not. */
async function known(linkId: number, slug: string) {
  const [rows, hours, totals] = await Promise.all(
    [
      `SELECT * FROM "StoredClick" WHERE "linkId" = $1 ORDER BY "id"`,
      `SELECT sum("clicks")::int AS "clicks", sum("firstDayClicks")::int AS "first" FROM "PendingHour" WHERE "linkId" = $1`,
      `SELECT "clickCount", "firstDayClicks", "lastClickedAt" FROM "LinkTotals" WHERE "linkId" = $1`,
    ].map((sql) => database.query(sql, [linkId]).then((found) => found.rows)),
  );
  return { rows, hours, totals, aliases: await listAliases(slug) };
}

it.each([
  ["recordClicks", recordAndUnpack],
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
      recordAndUnpack([
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
  ["recordClicks", recordAndUnpack],
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

describe("a pack of clicks", () => {
  async function packedClicks() {
    const link = await newLink();
    await database.query(
      `INSERT INTO "Alias" ("slug", "linkId", "createdAt") VALUES ($1, $2, now())`,
      [`${link.slug}-a`, link.id],
    );
    const clicks = [
      clickOf(link.id, 1, { alias: `${link.slug}-a`, domain: "l.example", destination: "ios" }),
      clickOf(link.id, 2, { city: 'Zürich "{1}", \\', referrer: "" }),
      clickOf(link.id, 3 * 24 * 60),
    ];
    const pack = newBatchId();
    await recordClicks(clicks, pack);
    return { link, clicks, pack, read: () => known(link.id, link.slug) };
  }

  it("is read like the same clicks once they are unpacked, with the same id", async () => {
    const { link, clicks, pack, read } = await packedClicks();
    const before = await read();
    expect(before).toMatchObject({
      rows: clicks.map(({ id }) => ({ id, batch: pack })),
      hours: [{ clicks: 3, first: 2 }],
      totals: [{ clickCount: "3", firstDayClicks: "2", lastClickedAt: clicks[2]?.createdAt }],
      aliases: [{ clickCount: 1, lastClickedAt: clicks[0]?.createdAt.toISOString() }],
    });
    expect(await stored([link.id])).toEqual([]);
    await unpack();
    expect(await stored([link.id])).toHaveLength(3);
    expect(await read()).toEqual(before);
    while (await aggregateClicks());
    expect(await read()).toEqual({ ...before, hours: [{ clicks: null, first: null }] });
  });

  it("is aggregated together with clicks that the previous version stores", async () => {
    const { link, read } = await packedClicks();
    // It writes Click and ClickBatch itself.
    await recordClicksAgain([clickOf(link.id, 4)]);
    expect(await read()).toMatchObject({ totals: [{ clickCount: "4" }] });
    while (await aggregateClicks());
    expect(await read()).toMatchObject({
      hours: [{ clicks: null }],
      totals: [{ clickCount: "4" }],
    });
  });

  it("of a deleted link is read by nobody, and dropped", async () => {
    const { link, clicks } = await packedClicks();
    const other = await newLink();
    await recordClicks([clickOf(link.id, 5), clickOf(other.id, 5)]);
    await deleteLink(link.slug);
    const found = `SELECT "id" FROM "StoredClick" WHERE "linkId" = ANY($1)`;
    expect((await database.query(found, [[link.id, other.id]])).rowCount).toBe(1);
    await unpack();
    expect(await stored([link.id, other.id])).toHaveLength(1);
    expect(await pending([link.id, other.id])).toMatchObject([{ linkId: other.id, clicks: 1 }]);
    await recordClicksAgain(clicks);
    expect(await stored([link.id])).toEqual([]);
  });

  it.each(["waits to be unpacked", "is unpacked", "is aggregated"])(
    "that %s is not counted again when a journal has it too",
    async (state) => {
      const { link, clicks, pack, read } = await packedClicks();
      if (state === "is unpacked") await unpack();
      if (state === "is aggregated") while (await aggregateClicks());
      const before = await read();
      await recordClicksAgain(clicks, { pack });
      expect(await read()).toEqual(before);
      await recordClicksAgain(clicks, { pack });
      await recordClicks(clicks, pack);
      while (await aggregateClicks());
      expect((await read()).totals).toEqual(before.totals);
      expect(await stored([link.id])).toHaveLength(3);
    },
  );

  it("that is being stored is waited for by whoever replays it", async () => {
    const link = await newLink();
    const clicks = [clickOf(link.id, 1), clickOf(link.id, 2)];
    const pack = newBatchId();
    let replay = Promise.resolve();
    await database.inTransaction(async (query) => {
      // A statement of the same pack that has not committed.
      await query(
        `INSERT INTO "ClickPack" ("id", "since", "size", "linkId", "clickId", "createdAt", "isFirstDay", "visitor", "device", "browser", "os")
         VALUES ($1, now(), 2, $2, $3, $4, '{t,t}', '{"\\\\x00","\\\\x00"}', '{a,a}', '{a,a}', '{a,a}')`,
        [
          pack,
          [link.id, link.id],
          clicks.map(({ id }) => id),
          clicks.map((each) => each.createdAt),
        ],
      );
      replay = recordClicksAgain(clicks, { pack });
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"ClickPack"%'`;
      await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
    });
    await replay;
    expect(await known(link.id, link.slug)).toMatchObject({ hours: [{ clicks: 2 }] });
    await unpack();
    expect(await stored([link.id])).toHaveLength(2);
  });

  it("that arrives after its replay is refused", async () => {
    const link = await newLink();
    const clicks = [clickOf(link.id, 1), clickOf(link.id, 2)];
    const pack = newBatchId();
    await recordClicksAgain(clicks, { pack });
    await recordClicks(clicks, pack);
    expect(await known(link.id, link.slug)).toMatchObject({ hours: [{ clicks: 2 }] });
    while (await aggregateClicks());
    await recordClicks(clicks, pack);
    expect(await known(link.id, link.slug)).toMatchObject({
      hours: [{ clicks: null }],
      totals: [{ clickCount: "2" }],
    });
    await database.query(`UPDATE "ClickPack" SET "since" = now() - interval '2 hours'`);
    while (await aggregateClicks());
    expect((await database.query(`SELECT FROM "ClickPack"`)).rowCount).toBe(0);
  });

  it("moves to Click before a stop, although others aggregate and an earlier pack fails", async () => {
    const { link } = await packedClicks();
    await database.query(
      `INSERT INTO "ClickPack" ("id", "since", "size", "linkId", "clickId", "createdAt", "visitor")
       VALUES (1, '2026-01-01', 1, $1, ARRAY[gen_random_uuid()], '{2026-01-01}', '{"\\x00"}')`,
      [[link.id]],
    );
    const stop = new AbortController();
    let unpacked = Promise.resolve();
    await database.inTransaction(async (query) => {
      await query("SELECT pg_advisory_xact_lock($1)", [0x66_6f_6c_64]);
      unpacked = unpackAll(stop.signal);
      const waiting = `SELECT FROM pg_locks WHERE "locktype" = 'advisory' AND NOT "granted"`;
      await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
    });
    await expect.poll(() => stored([link.id])).toHaveLength(3);
    await database.query(`DELETE FROM "ClickPack" WHERE "id" = 1`);
    await unpacked;
    stop.abort();
  });

  it("moves to Click by an instance that does not aggregate only if no other does it", async () => {
    const { link, pack } = await packedClicks();
    const { signal } = new AbortController();
    await database.query(`UPDATE "ClickPack" SET "since" = now() WHERE "id" = $1`, [pack]);
    await unpackNeglected(signal);
    expect(await stored([link.id])).toEqual([]);
    await database.query(`UPDATE "ClickPack" SET "since" = now() - interval '1 minute'`);
    await unpackNeglected(signal);
    expect(await stored([link.id])).toHaveLength(3);
  });

  it("of a link that somebody has locked is unpacked later, and meanwhile nothing fails", async () => {
    const { link, read } = await packedClicks();
    const before = await read();
    await database.inTransaction(async (query) => {
      await query(`SELECT FROM "Link" WHERE "id" = $1 FOR UPDATE`, [link.id]);
      expect(await aggregateClicks()).toBe(false);
    });
    expect(await stored([link.id])).toEqual([]);
    expect(await read()).toEqual(before);
    await unpack();
    expect(await stored([link.id])).toHaveLength(3);
  });

  it("leaves nothing of its visitors in statistics of the planner, and vacuum locks nobody out", async () => {
    await packedClicks();
    await database.query(`ANALYZE "ClickPack"`);
    const known = `SELECT "attname" FROM pg_stats WHERE "tablename" = 'ClickPack' ORDER BY 1`;
    const names = (await database.query(known)).rows.map(({ attname }) => attname);
    expect(names).toEqual(["id", "since", "size"]);
    const { rows } = await database.query(
      `SELECT t."reloptions" @> '{vacuum_truncate=off}' AS "own", k."reloptions" @> '{vacuum_truncate=off}' AS "toast"
       FROM pg_class t JOIN pg_class k ON k."oid" = t."reltoastrelid" WHERE t."relname" = 'ClickPack'`,
    );
    expect(rows).toEqual([{ own: true, toast: true }]);
    await unpack();
  });

  it("leaves no dead rows that readers of pending clicks would pass over", async () => {
    const size = async () =>
      (await database.query(`SELECT pg_relation_size('"ClickPack"')::int AS "bytes"`)).rows[0]
        .bytes;
    await database.query(
      `INSERT INTO "ClickPack" ("id", "since", "size", "linkId") SELECT n, now(), 1, array_fill(0, ARRAY[200]) FROM generate_series(1, 10000) n`,
    );
    await database.query(`DELETE FROM "ClickPack"`);
    expect(await size()).toBeGreaterThan(8_000_000);
    await vacuumPacks();
    expect(await size()).toBeLessThan(100_000);
  });
});

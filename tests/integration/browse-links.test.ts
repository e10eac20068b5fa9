// Run: verify
import { beforeAll, describe, expect, it } from "vitest";
import { destinationRules } from "@/lib/config/site-settings";
import { foldText } from "@/lib/core/fold-text";
import { mostCounted } from "@/lib/core/format";
import { database as client } from "@/lib/database/client";
import { insertLinks } from "@/lib/links/insert-links";
import { type LinkState, linkState } from "@/lib/links/link-state";
import { newLinkSchema } from "@/lib/links/schema";
import {
  browseLinks,
  browsePageLength,
  browseQuerySchema,
  matchingIds,
} from "@/lib/stats/list/browse-links";
import { mostLookedUp } from "@/lib/stats/list/link-conditions";
import { listLinks } from "@/lib/stats/list/list-links";
import { searchLinks } from "@/lib/stats/list/search-links";
import { countsOf } from "../support/counts-of";
import { createLink, deleteLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");

it("counts links by state, with a search and without", async () => {
  const { rows } = await database.query(`
    WITH made AS (
      INSERT INTO "Link" ("slug", "url", "title", "createdAt", "updatedAt", "enabled", "expiresAt")
      SELECT 'link-' || n, 'https://example.com/', 'counted', now(), now(), "enabled", "expiresAt"::timestamptz
      FROM (VALUES (1, true, NULL), (2, true, '2026-05-20T12:00:00.001Z'), (3, true, '2026-05-20T12:00:00Z'), (4, false, '2026-05-20T11:00:00Z'),
                   (5, false, NULL), (6, true, '2026-01-01T00:00:00Z'), (7, true, NULL)) AS v(n, "enabled", "expiresAt")
      RETURNING "id", "slug"
    ), counters AS (INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM made)
    SELECT "id" FROM made WHERE "slug" = 'link-1'`);
  await database.query(
    `INSERT INTO "LinkPreview" ("linkId", "failingSince", "brokenSince", "checkedAt") VALUES (${rows[0]?.id}, now(), now(), now() + interval '1 day')`,
  );
  await deleteLink("link-7");
  for (const q of ["", "Counted"]) {
    const { counts, links } = await browseLinks({ q, state: "all", sort: "clicks", page: 1 }, now);
    expect(counts, q).toEqual(countsOf({ all: 6, active: 2, disabled: 2, expired: 2, broken: 1 }));
    expect(links).toHaveLength(6);
  }
});

it("has the same order of states in SQL as in linkState", async () => {
  const [past, future] = ["2026-01-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"];
  const choices = Array.from({ length: 48 }, (_, number) => ({
    slug: `order-${number}`,
    enabled: number % 2 === 0,
    expiresAt: [null, past, future][number % 3] ?? null,
    maxClicks: [null, 2, 3, 1][Math.floor(number / 2) % 4] ?? null,
    startsAt: [future, null, past][Math.floor(number / 8) % 3] ?? null,
    passwordHash: number % 16 < 8 ? null : "hash",
  }));
  await database.query(
    `WITH made AS (
       INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt", "enabled", "expiresAt", "maxClicks", "startsAt", "passwordHash")
       SELECT "slug", 'https://example.com/', now(), now(), "enabled", "expiresAt", "maxClicks", "startsAt", "passwordHash"
       FROM jsonb_to_recordset($1::jsonb) AS v("slug" text, "enabled" boolean, "expiresAt" timestamptz, "maxClicks" int, "startsAt" timestamptz, "passwordHash" text)
       RETURNING "id"
     ) INSERT INTO "LinkCounter" ("linkId", "clickCount") SELECT "id", 2 FROM made`,
    [JSON.stringify(choices)],
  );
  const stateOf = new Map(
    choices.map(({ slug, ...link }) => [
      slug,
      linkState({ ...link, clickCount: 2, hasPassword: link.passwordHash !== null }, now),
    ]),
  );
  const states: LinkState[] = ["disabled", "expired", "usedUp", "scheduled", "protected", "active"];
  expect(new Set(stateOf.values())).toEqual(new Set(states));
  for (const state of states) {
    // With a password or without, an active link is active.
    const met = state === "active" ? ["active", "protected"] : [state];
    const expected = [...stateOf].filter(([, each]) => met.includes(each)).map(([slug]) => slug);
    const { links } = await listLinks({ q: "order-", state, limit: 200, offset: 0 }, now);
    expect(links.map(({ slug }) => slug).sort(), state).toEqual(expected.sort());
    const { counts } = await browseLinks(
      { q: "order-", state: "all", sort: "newest", page: 1 },
      now,
    );
    expect(counts[state], state).toBe(expected.length);
  }
});

it("finds text whatever its case and its spelling in Unicode, in the database as in JavaScript", async () => {
  const titles = [
    "Işık",
    "STRASSE",
    "Große Straße",
    "ＦＵＬＬ ｗｉｄｔｈ",
    "ｶﾞｲﾄﾞ",
    "100％ off_",
    "ILIK",
  ];
  for (const [index, title] of titles.entries()) {
    const link = { url: `https://example.com/${index}`, slug: `Folded-${index}`, title };
    await createLink({ ...link, enabled: true, expiresAt: null }, now);
  }
  const found = async (q: string) => {
    const { links } = await listLinks({ q, limit: 200, offset: 0 }, now);
    const shown = await browseLinks({ q, state: "all", sort: "newest", page: 1 }, now);
    expect(shown.links.map(({ slug }) => slug)).toEqual(links.map(({ slug }) => slug));
    return links.map(({ title }) => title).sort();
  };
  for (const q of ["ışık", "IŞIK", "işik", "I\u015fi"]) expect(await found(q), q).toEqual(["Işık"]);
  expect(await found("strasse")).toEqual(["Große Straße", "STRASSE"]);
  expect(await found("STRAßE")).toEqual(["Große Straße", "STRASSE"]);
  expect(await found("full width")).toEqual(["ＦＵＬＬ ｗｉｄｔｈ"]);
  expect(await found("ｆｏｌｄｅｄ－0")).toEqual(["Işık"]);
  expect(await found("ガイド")).toEqual(["ｶﾞｲﾄﾞ"]);
  expect(await found("ılık")).toEqual(["ILIK"]);
  expect(await found("100％")).toEqual(["100％ off_"]);
  expect(await found("0％_")).toEqual([]);

  // Blocks that are complete since long: Postgres and Node.js know different versions of Unicode.
  const blocks = [
    0x01, 0x2c00, 0x2c80, 0x3400, 0xa640, 0xa6a0, 0xf900, 0x1_0000, 0x1_0400, 0x1_0450, 0x1_d400,
    0x1_d800,
  ];
  const letters = blocks.flatMap((start, index) =>
    index % 2 === 1
      ? []
      : Array.from({ length: (blocks[index + 1] ?? start) - start }, (_, at) =>
          String.fromCodePoint(start + at),
        ),
  );
  const { rows } = await database.query(
    `SELECT "letter", "foldText"("letter") FROM unnest($1::text[], $2::text[]) AS letters("letter", "folded") WHERE "foldText"("letter") <> "folded"`,
    [letters, letters.map(foldText)],
  );
  expect(rows).toEqual([]);
  for (const index of titles.keys()) await deleteLink(`Folded-${index}`);
});

it.each([mostLookedUp, mostLookedUp + 1])(
  "finds all of %i links by text beyond ASCII, and those in ASCII",
  async (many) => {
    await database.query(
      `INSERT INTO "Link" ("slug", "url", "title", "createdAt", "updatedAt")
     SELECT 'g' || n, 'https://example.com/', 'Gaßenhauer ' || n, now(), now() FROM generate_series(1, $1) n
     UNION ALL SELECT 'Gassenhauer', 'https://example.com/', NULL, now(), now()
     UNION ALL SELECT 'g', 'https://example.com/GASSENhauer', 'Gaßenhauer', now(), now()`,
      [many],
    );
    await database.query(
      `INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM "Link" ON CONFLICT DO NOTHING`,
    );
    const [q, all] = ["gaßenHAUER", many + 2];
    for (const query of [{ q }, { search: q }])
      expect((await listLinks({ ...query, limit: 1, offset: 0 }, now)).total).toBe(all);
    const { counts, links } = await browseLinks({ q, state: "all", sort: "clicks", page: 1 }, now);
    expect([counts.all, counts.active, links.length]).toEqual([
      Math.min(all, mostCounted + 1),
      Math.min(all, mostCounted + 1),
      browsePageLength,
    ]);
    for (const query of [
      { q, state: "all" },
      { q: "", destination: "gaßenhauer", state: "all" },
    ] as const) {
      const ids = await matchingIds(
        client(),
        query,
        { after: 0, limit: 5_000, isComplete: true },
        now,
      );
      expect(ids).toHaveLength(query.q === "" ? 1 : all);
    }
    await database.query(`DELETE FROM "Link" WHERE "slug" ~* '^g(\\d+|assenhauer)?$'`);
  },
);

it("suggests links whose slug or alias begins with the text first, then the newest others", async () => {
  await database.query(`
    WITH made AS (
      INSERT INTO "Link" ("slug", "url", "title", "note", "createdAt", "updatedAt")
      SELECT "slug", 'https://example.com/', "title", "note", '2026-05-01'::timestamptz + "age" * interval '1 minute', now()
      FROM (VALUES (1, 'Zoo', NULL, NULL), (2, 'zoo-map', NULL, NULL), (3, 'aviary', NULL, NULL), (4, 'tickets', 'To the ZOO', NULL),
                   (5, 'parking', NULL, 'behind the zoo'), (6, 'to-the-zoo', NULL, NULL), (7, 'zoo-night', NULL, NULL)) AS v("age", "slug", "title", "note")
      RETURNING "id", "slug"
    ), counters AS (INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM made)
    INSERT INTO "Alias" ("slug", "linkId", "createdAt") SELECT 'Zoo-birds', "id", now() FROM made WHERE "slug" = 'aviary'`);
  const slugs = async (q: string, limit: number) =>
    (await searchLinks(q, limit)).map(({ slug }) => slug);
  expect(await slugs("ZOO", 6)).toEqual([
    "Zoo",
    "aviary",
    "zoo-map",
    "zoo-night",
    "to-the-zoo",
    "parking",
  ]);
  expect(await slugs("zoo", 20)).toEqual([
    "Zoo",
    "aviary",
    "zoo-map",
    "zoo-night",
    "to-the-zoo",
    "parking",
    "tickets",
  ]);
  expect(await slugs("zoo-n", 20)).toEqual(["zoo-night"]);
  expect(await slugs("oo", 20)).toEqual([
    "zoo-night",
    "to-the-zoo",
    "parking",
    "tickets",
    "aviary",
    "zoo-map",
    "Zoo",
  ]);
  expect((await slugs("", 3)).length).toBe(3);
  expect(await slugs("z_o", 20)).toEqual([]);
  expect(await slugs("zürich", 20)).toEqual([]);
});

describe("with more than 10,000 links", () => {
  beforeAll(async () => {
    await database.query(`
      WITH made AS (
        INSERT INTO "Link" ("slug", "url", "title", "enabled", "createdAt", "updatedAt")
        SELECT CASE n WHEN 0 THEN 'qx-oldest' WHEN 1 THEN 'old-qx' WHEN 2 THEN 'hidden' ELSE 'many-' || n END, 'https://example.com/', 'Teeming', n % 5000 <> 0,
               '2020-01-01'::timestamptz + n * interval '1 minute', now()
        FROM generate_series(0, 10100) AS n RETURNING "id", "slug"
      ), counters AS (INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM made)
      INSERT INTO "Alias" ("slug", "linkId", "createdAt") SELECT 'QX-alias', "id", now() FROM made WHERE "slug" = 'hidden'`);
  });

  it("looks up one or two characters in the newest, and at the beginning of every slug", async () => {
    const slugs = (links: { slug: string }[]) => links.map(({ slug }) => slug);
    const browse = (q: string) => browseLinks({ q, state: "all", sort: "newest", page: 1 }, now);
    expect(slugs(await searchLinks("qx", 8))).toEqual(["hidden", "qx-oldest"]);
    expect(slugs(await searchLinks("-qx", 8))).toEqual(["old-qx"]);
    const short = await browse("qx");
    expect([slugs(short.links), short.counts.all, short.isPartial]).toEqual([
      ["hidden", "qx-oldest"],
      2,
      true,
    ]);
    const long = await browse("-qx");
    expect([slugs(long.links), long.counts.all, long.isPartial]).toEqual([["old-qx"], 1, false]);
    expect((await browse("")).isPartial).toBe(false);
    const matching = { q: "qx", state: "all" } as const;
    const old = (
      await matchingIds(client(), { ...matching, q: "-qx" }, { after: 0, limit: 10 }, now)
    )[0];
    expect(await matchingIds(client(), matching, { after: 0, limit: 10 }, now)).not.toContain(old);
    expect(
      await matchingIds(client(), matching, { after: 0, limit: 10, isComplete: true }, now),
    ).toContain(old);
    // The API's search is exact.
    expect((await listLinks({ q: "qx", limit: 10, offset: 0 }, now)).total).toBe(2);
  });

  it("counts at most 2,000 matches, and those of a rarer state exactly", async () => {
    const { counts, links } = await browseLinks(
      { q: "teeming", state: "disabled", sort: "newest", page: 1 },
      now,
    );
    expect(counts).toMatchObject({
      all: mostCounted + 1,
      active: mostCounted + 1,
      disabled: 3,
      expired: 0,
      broken: 0,
      outside: 0,
    });
    expect(links.map(({ slug }) => slug)).toEqual(["many-10000", "many-5000", "qx-oldest"]);
    const hasMore = async (page: number) =>
      (await browseLinks({ q: "teeming", state: "all", sort: "newest", page }, now)).hasMore;
    const lastPage = Math.ceil(10_101 / browsePageLength);
    expect([await hasMore(lastPage - 1), await hasMore(lastPage)]).toEqual([true, false]);
    expect(
      (await browseLinks({ q: "", state: "all", sort: "newest", page: 1 }, now)).counts.all,
    ).toBeGreaterThan(mostCounted + 1);
    expect(
      await matchingIds(client(), { q: "teeming", state: "all" }, { after: 0, limit: 20_000 }, now),
    ).toHaveLength(10_101);
  });
});

describe("a search for what is on the clipboard", () => {
  const koeln = "K\u00f6ln";
  beforeAll(async () => {
    const rules = destinationRules();
    const wanted = [
      { slug: "clip", url: "https://b\u00fccher.example/stra\u00dfe", aliases: ["clip-alias"] },
      { slug: "clip-2", url: "https://plain.example", title: koeln.normalize("NFD") },
      { slug: "c9", url: "https://xn--bcher-kva.example/stra%C3%9Fe?a=%26" },
    ];
    await insertLinks(
      wanted.map((link) => {
        const { password: _, ...row } = newLinkSchema(rules).parse(link);
        return row;
      }),
      now,
    );
  });

  it.each([
    ["/clip", ["clip"]],
    ["/CLIP/", ["clip"]],
    ["/c9", ["c9"]],
    ["BASE/clip", ["clip"]],
    [" BASE/clip?utm_source=x\n", ["clip"]],
    ["HOST/clip-alias", ["clip"]],
    ["HOST/nothing", []],
    ["lip-alias", ["clip"]],
    ["plain.example/", ["clip-2"]],
    ["https://plain.example/ ", ["clip-2"]],
    [koeln, ["clip-2"]],
    [koeln.normalize("NFD"), ["clip-2"]],
    ["b\u00fccher.example/stra\u00dfe", ["c9", "clip"]],
    ["https://xn--bcher-kva.example/stra%c3%9fe", ["c9", "clip"]],
    ["\u200bbu\u0308cher.example", ["c9", "clip"]],
  ])("%j", async (pasted, expected) => {
    const base = destinationRules().BASE_URL;
    const q = pasted.replace("BASE", base).replace("HOST", new URL(base).host);
    const slugsOf = (links: { slug: string }[]) => links.map(({ slug }) => slug).toSorted();
    const query = browseQuerySchema.parse({ q });
    const { links, counts } = await browseLinks(query, now);
    expect([slugsOf(links), counts.all]).toEqual([expected, expected.length]);
    expect(slugsOf(await searchLinks(q, 8))).toEqual(expect.arrayContaining(expected));
    const listed = await listLinks({ search: q, limit: 50, offset: 0 }, now);
    expect([slugsOf(listed.links), listed.total]).toEqual([expected, expected.length]);
    const ids = await matchingIds(client(), query, { after: 0, limit: 10, isComplete: true }, now);
    expect(ids).toHaveLength(expected.length);
  });
});

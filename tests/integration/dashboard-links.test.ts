// Run: verify
import { beforeEach, describe, expect, it } from "vitest";
import { checkSlug } from "@/lib/links/check-slug";
import { findLinksTo } from "@/lib/links/find-links-to";
import { mostChosen } from "@/lib/links/schema";
import { deleteOld } from "@/lib/service/retention";
import {
  browseLinks,
  browsePageLength,
  browseQuerySchema,
  listMatching,
} from "@/lib/stats/list/browse-links";
import { exportLinks } from "@/lib/transfer/export-links";
import { countsOf } from "../support/counts-of";
import { inEnglish } from "../support/in-english";
import { createLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";

/** What the owner's pages ask of links. */
const database = useOwnDatabase();
const now = new Date("2026-11-19T14:20:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const [hour, day] = [3_600_000, 86_400_000];

beforeEach(async () => {
  await database.query('DELETE FROM "Link"');
});

const defaults = { url: "https://example.com/", title: null, enabled: true, expiresAt: null };
const make = (
  slug: string,
  given: Partial<Parameters<typeof createLink>[0]> = {},
  createdAt = now,
) => createLink({ ...defaults, ...given, slug }, createdAt);
const browse = (query: Record<string, unknown> = {}) =>
  browseLinks(browseQuerySchema.parse(query), now);
const slugsOf = ({ links }: { links: { slug: string }[] }) => links.map(({ slug }) => slug);

async function fail(linkId: number, reason: string, since = ago(day)): Promise<void> {
  await database.query(
    'INSERT INTO "LinkPreview" ("linkId", "checkedAt", "failReason", "failingSince", "health", "brokenSince") VALUES ($1, $2, $3, $4, \'broken\', $4)',
    [linkId, now, reason, since],
  );
}

describe("browseLinks", () => {
  it("determines the state like the short link: disabled first, expired at the exact instant", async () => {
    await make("works");
    await make("later", { expiresAt: new Date(now.getTime() + 1) });
    await make("over", { expiresAt: now });
    await make("off", { enabled: false });
    await make("off-and-over", { enabled: false, expiresAt: ago(day) });
    await fail((await make("broken")).id, "The page answered 404.");
    await fail((await make("failing")).id, "The page answered 503.", ago(day - 1));
    expect((await browse()).counts).toEqual(
      countsOf({ all: 7, active: 4, disabled: 2, expired: 1, broken: 1 }),
    );
    expect(slugsOf(await browse({ state: "active" })).sort()).toEqual([
      "broken",
      "failing",
      "later",
      "works",
    ]);
    expect(slugsOf(await browse({ state: "expired" }))).toEqual(["over"]);
    const { links } = await browse({ state: "broken" });
    expect(inEnglish(links)).toMatchObject([
      { slug: "broken", brokenReason: "The page answered 404." },
    ]);
  });

  it("searches slug, URL and title case-insensitively, with literal % and _, and counts matches", async () => {
    await make("Contour");
    await make("b", { title: "Reading contour lines" });
    await make("c", { url: "https://example.com/CONTOUR" });
    await make("d", { title: "50% off_season" });
    expect(slugsOf(await browse({ q: "contour" })).sort()).toEqual(["Contour", "b", "c"]);
    expect((await browse({ q: "contour", state: "disabled" })).counts).toMatchObject({
      all: 3,
      disabled: 0,
    });
    expect(slugsOf(await browse({ q: "0% o" }))).toEqual(["d"]);
    expect(slugsOf(await browse({ q: "f_s" }))).toEqual(["d"]);
    expect(slugsOf(await browse({ q: "%" }))).toEqual(["d"]);
    expect(slugsOf(await browse({ q: "\0contour" })).sort()).toEqual(["Contour", "b", "c"]);
  });

  it("finds links by their aliases, beside all else, and exports them", async () => {
    await make("one", { aliases: ["Contour", "other"] });
    await make("contour-2");
    await make("three", { aliases: ["lines"] });
    expect(slugsOf(await browse({ q: "contour" })).sort()).toEqual(["contour-2", "one"]);
    expect((await browse({ q: "contour" })).counts).toMatchObject({ all: 2 });
    expect(slugsOf(await browse({ q: "nothing-like-it" }))).toEqual([]);
    let file = "";
    for await (const piece of exportLinks("csv", browseQuerySchema.parse({ q: "lines" }), now))
      file += piece;
    expect(file.split("\r\n")[1]).toMatch(/,"lines",/);
  });

  it("orders by age, clicks and last click, with and without a search", async () => {
    const links = [
      await make("old", {}, ago(3 * day)),
      await make("middle", {}, ago(2 * day)),
      await make("new", {}, ago(day)),
    ];
    const figures = [
      [50, ago(hour)],
      [7, ago(2 * hour)],
      [900, null],
    ] as const;
    for (const [index, link] of links.entries()) {
      const [clicks, last] = figures[index] ?? [0, null];
      await database.query(
        'UPDATE "LinkCounter" SET "clickCount" = $2, "lastClickedAt" = $3 WHERE "linkId" = $1',
        [link.id, clicks, last],
      );
    }
    expect(slugsOf(await browse())).toEqual(["new", "middle", "old"]);
    for (const q of ["", "example"]) {
      expect(slugsOf(await browse({ q, sort: "clicks" }))).toEqual(["new", "old", "middle"]);
      expect(slugsOf(await browse({ q, sort: "last-click" }))).toEqual(["old", "middle", "new"]);
    }
  });

  it("pages through all links without gaps or duplicates", async () => {
    for (let index = 0; index < browsePageLength + 3; index++)
      await make(`n${index}`, {}, ago(index));
    const pages = [await browse(), await browse({ page: "2" }), await browse({ page: "3" })];
    expect(pages.map(({ links }) => links.length)).toEqual([browsePageLength, 3, 0]);
    expect(pages.flatMap(slugsOf)).toEqual(
      Array.from({ length: browsePageLength + 3 }, (_, index) => `n${index}`),
    );
  });

  it("an invalid query shows the default list", () => {
    expect(browseQuerySchema.parse({ q: ["a", "b"], state: "odd", sort: "", page: "-1" })).toEqual({
      q: "",
      state: "all",
      sort: "newest",
      page: 1,
    });
  });
});

describe("checkSlug", () => {
  it.each([
    ["", "empty"],
    ["free-one", "free"],
    ["taken", "taken"],
    ["api", "reserved"],
    ["a b", "malformed"],
    ["x".repeat(65), "malformed"],
  ])("%j is %s", async (slug, verdict) => {
    await make("taken");
    expect(await checkSlug({ slug, url: "", title: "" }, now)).toMatchObject({ verdict });
  });

  it("knows aliases, the slugs of the edited link, and what was deleted", async () => {
    await make("mine", { aliases: ["mine-too"] });
    await make("theirs", { aliases: ["theirs-too"] });
    const check = async (slug: string, own = "") =>
      checkSlug({ slug, url: "", title: "", own }, now);
    expect((await check("mine-too")).verdict).toBe("taken");
    expect(await check("mine-too", "mine")).toMatchObject({ verdict: "free", deletedAt: null });
    expect((await check("theirs-too", "mine")).verdict).toBe("taken");
    await database.query('DELETE FROM "Link" WHERE "slug" = \'theirs\'');
    for (const slug of ["theirs", "theirs-too"])
      expect(await check(slug)).toMatchObject({
        verdict: "free",
        deletedAt: expect.stringMatching(/Z$/),
      });
    expect((await check("never-used")).deletedAt).toBeNull();
    expect((await check("theirs-too!")).suggestions).not.toContain("theirs-too");
    await make("theirs");
    await deleteOld("DeletedSlug", new Date());
    await database.query('DELETE FROM "Link" WHERE "slug" = \'mine\'');
    const names = async () =>
      (
        await database.query(
          'SELECT "slug" FROM "DeletedSlug" WHERE "slug" ~ \'mine|theirs\' ORDER BY 1',
        )
      ).rows.map(({ slug }) => slug);
    expect(await names()).toEqual(["mine", "mine-too", "theirs-too"]);
    await deleteOld("DeletedSlug", new Date(Date.now() + 365 * day - hour));
    expect(await names()).toHaveLength(3);
    await deleteOld("DeletedSlug", new Date(Date.now() + 365 * day + hour));
    expect(await names()).toEqual([]);
  });

  it("suggests only free slugs", async () => {
    await make("taken");
    await make("taken-nov");
    const { suggestions } = await checkSlug({ slug: "taken", url: "", title: "" }, now);
    expect(suggestions.slice(0, 2)).toEqual(["taken-2", "taken-2026"]);
    expect(suggestions[2]).toMatch(/^\w{7}$/);
  });
});

it("findLinksTo returns the newest links of exactly this destination and counts all", async () => {
  for (const slug of ["a", "b", "c"]) await make(slug, { url: "https://example.com/same" });
  await make("d", { url: "https://example.com/same/not" });
  expect(await findLinksTo("https://example.com/same", 2)).toEqual({ slugs: ["c", "b"], total: 3 });
});

it("an export of selected links contains exactly those", async () => {
  for (const slug of ["a", "b", "c"]) await make(slug);
  let file = "";
  for await (const piece of exportLinks(
    "json",
    browseQuerySchema.parse({ slug: ["c,a", "gone"] }),
    new Date(),
  ))
    file += piece;
  expect(JSON.parse(file).map(({ slug }: { slug: string }) => slug)).toEqual(["a", "c"]);
});

it("an export of a search and filter contains what the list shows, also over several reads", async () => {
  await database.query(
    `INSERT INTO "Link" ("slug", "url", "enabled", "createdAt", "updatedAt")
     SELECT 'many-' || n, 'https://example.com/', n % 2 = 0, $1, $1 FROM generate_series(1, 1300) n`,
    [now],
  );
  await make("other");
  const slugsIn = async (query: Record<string, string>) => {
    let file = "";
    for await (const piece of exportLinks("json", browseQuerySchema.parse(query), now))
      file += piece;
    return JSON.parse(file).map(({ slug }: { slug: string }) => slug);
  };
  const disabled = await slugsIn({ q: "MANY", state: "disabled" });
  expect(disabled).toHaveLength(650);
  expect(disabled.slice(0, 2)).toEqual(["many-1", "many-3"]);
  expect(await slugsIn({})).toHaveLength(1_301);
});

it("all links that match are listed with what a bulk action needs, up to a limit", async () => {
  const { id } = await make("plain", { expiresAt: new Date(now.getTime() + day) });
  await make("off", { enabled: false });
  expect(await listMatching(browseQuerySchema.parse({ state: "active" }), now)).toEqual([
    {
      id,
      slug: "plain",
      enabled: true,
      expiresAt: new Date(now.getTime() + day).toISOString(),
      clickCount: 0,
    },
  ]);
  await database.query(
    `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT 'm-' || n, 'https://example.com/', $1, $1 FROM generate_series(1, $2) n`,
    [now, mostChosen],
  );
  expect(await listMatching(browseQuerySchema.parse({}), now)).toHaveLength(mostChosen);
});

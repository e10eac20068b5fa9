// Run: all
import { expect, it } from "vitest";
import { foldText } from "@/lib/core/fold-text";
import { browseLinks, browseQuerySchema, listMatching } from "@/lib/stats/list/browse-links";
import { listFilterValues } from "@/lib/stats/list/filter-values";
import { listLinks } from "@/lib/stats/list/list-links";
import { exportLinks } from "@/lib/transfer/export-links";
import { createLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const now = new Date("2026-06-20T12:00:00Z");

async function newLink(url: string, channels: [string, string, string][]): Promise<string> {
  const link = await createLink({ url, title: null, enabled: true, expiresAt: null }, now);
  for (const channel of channels)
    await own.query(
      `INSERT INTO "LinkPlace" ("linkId", "source", "medium", "campaign", "createdAt") VALUES ($1, $2, $3, $4, now())`,
      [link.id, ...channel],
    );
  return link.slug;
}

/** The slugs that a filter selects: in the list, in a selection, by API and in a file, all alike. */
async function slugsOf(filter: Record<string, string>): Promise<string[]> {
  const query = browseQuerySchema.parse(filter);
  const browsed = await browseLinks(query, now);
  const listed = browsed.links.map(({ slug }) => slug);
  expect(browsed.counts.all).toBe(listed.length);
  const pieces: string[] = [];
  for await (const piece of exportLinks("json", query, now)) pieces.push(piece);
  const others = [
    await listMatching(query, now),
    (await listLinks({ ...filter, limit: 50, offset: 0 }, now)).links,
    JSON.parse(pieces.join("")) as { slug: string }[],
  ];
  for (const links of others) expect(links.map(({ slug }) => slug).sort()).toEqual(listed.sort());
  return listed;
}

it("selects links by their channels and by their destination, everywhere alike", async () => {
  const poster = await newLink("https://shop.example.com/a_b?c=%C3%A4", [
    ["qr-poster", "print", "Spring"],
    ["newsletter", "email", ""],
  ]);
  const letter = await newLink("https://example.com/b", [["Newsletter", "email", "spring"]]);
  const plain = await newLink("https://shop.example.com/", []);

  expect(await slugsOf({ campaign: "SPRING" })).toEqual([poster, letter].sort());
  expect(await slugsOf({ channel: "newsletter" })).toEqual([poster, letter].sort());
  expect(await slugsOf({ channel: "print" })).toEqual([poster]);
  // Of one channel, not of two.
  expect(await slugsOf({ channel: "newsletter", campaign: "spring" })).toEqual([letter]);
  expect(await slugsOf({ channel: "newsletter' OR true" })).toEqual([]);
  expect(await slugsOf({ destination: "Shop.Example.com" })).toEqual([plain, poster].sort());
  expect(await slugsOf({ destination: "a_b" })).toEqual([poster]);
  expect(await slugsOf({ destination: "?c=ä" })).toEqual([poster]);
  expect(await slugsOf({ destination: "shop.example.com/a_b?c=ä" })).toEqual([poster]);
  expect(await slugsOf({ destination: "shop", campaign: "spring" })).toEqual([poster]);

  const light = await newLink("https://example.com/", [["Işık", "ｅｍａｉｌ", "ILIK"]]);
  expect(await slugsOf({ channel: "ışık" })).toEqual([light]);
  expect(await slugsOf({ campaign: "ılık" })).toEqual([light]);
  expect(await slugsOf({ channel: "Işık", campaign: "ilik" })).toEqual([light]);
  await own.query(`UPDATE "LinkPlace" SET "campaign" = 'ＳＰＲＩＮＧ' WHERE "campaign" = 'ILIK'`);
  expect(await slugsOf({ campaign: "spring" })).toEqual([letter, light, poster].sort());

  const values = await listFilterValues();
  expect(values.campaigns.map(foldText)).toEqual(["spring"]);
  expect(values.channels.map(foldText)).toEqual([
    "email",
    "newsletter",
    "işik",
    "print",
    "qr-poster",
  ]);
});

it("suggests names of people that mean nothing else behind by:", async () => {
  for (const [id, name] of [
    ["a", "Ada"],
    ["b", "me"],
    ["c", "token:CI"],
  ]) {
    await own.query(
      `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ($1, $2, $1 || '@example.com', 'owner', now(), now())`,
      [id, name],
    );
    const slug = await newLink("https://example.com/", []);
    await own.query(`UPDATE "Link" SET "createdBy" = 'owner:' || $1 WHERE "slug" = $2`, [id, slug]);
  }
  expect((await listFilterValues()).creators).toEqual(["Ada"]);
});

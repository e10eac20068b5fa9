// Run: all
import { describe, expect, it } from "vitest";
import { destinationRules } from "@/lib/config/site-settings";
import { isSluglineError, validate } from "@/lib/core/errors";
import { findOrCreateLinks } from "@/lib/links/find-or-create-link";
import { readWithChannels } from "@/lib/links/link-channels";
import { previewLinks } from "@/lib/links/preview-links";
import { newLinkSchema } from "@/lib/links/schema";
import { say } from "@/lib/texts/say";
import type { Sentence } from "@/lib/texts/sentence";
import { createLink, deleteLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const now = new Date("2026-06-20T12:00:00Z");
const plain = { title: null, enabled: true, expiresAt: null };
const unique = () => `s${Math.random().toString(36).slice(2, 9)}`;
const at = (path: string) => `https://example.com/${path}`;

const english = (sentence: Sentence) => say("en", sentence);
const preview = (rows: object[]) =>
  previewLinks(
    rows,
    (row) => validate(row, newLinkSchema(destinationRules()), "line"),
    now,
    english,
  );

describe("the preview of new links", () => {
  it("says what would become of each line", async () => {
    const [known, alias, free, gone] = [unique(), unique(), unique(), unique()];
    await createLink({ ...plain, url: at(known), slug: known, aliases: [alias] }, now);
    await createLink({ ...plain, url: at(gone), slug: `${known}-2` }, now);
    await createLink({ ...plain, url: at(gone), slug: `${known}-jun` }, now);
    await deleteLink(`${known}-jun`);
    expect(
      await preview([
        { url: at(free) },
        { url: at(free), slug: free },
        { url: at(known) },
        { url: at(known), slug: alias },
        { url: at(known), slug: free },
        { url: at(free), slug: known },
        { url: "ftp://example.com/", slug: "a b" },
        { url: at("x"), slug: "api" },
      ]),
    ).toEqual([
      { outcome: "new" },
      { outcome: "new" },
      { outcome: "exists", slug: known },
      { outcome: "exists", slug: known },
      // The line before it has this slug.
      { outcome: "taken", proposal: `${free}-jun` },
      // One that another link has, or had, is not proposed.
      { outcome: "taken", proposal: `${known}-2026` },
      {
        outcome: "invalid",
        problem: expect.stringMatching(/^The URL must be a full http.*\. The slug must be 1 to 64/),
      },
      { outcome: "invalid", problem: expect.stringContaining("reserved") },
    ]);
    expect(await preview([])).toEqual([]);
  });
});

describe("finding or creating links", () => {
  const rows = (names: string[]) => names.map((name) => ({ ...plain, url: at(name), slug: name }));
  const slugOf = (outcome: Awaited<ReturnType<typeof findOrCreateLinks>>[number] | undefined) =>
    isSluglineError(outcome) ? outcome.code : [outcome?.link.slug, outcome?.isNew];

  it("takes what exists, creates the rest, and refuses a slug of another link alone", async () => {
    const [known, fresh, other] = [unique(), unique(), unique()];
    await createLink({ ...plain, url: at(known), slug: known }, now);
    const outcomes = await findOrCreateLinks(
      [
        ...rows([known, fresh]),
        { ...plain, url: at(other), slug: known },
        { ...plain, url: at(fresh), slug: fresh },
        { ...plain, url: at(other), tags: ["several"] },
        { ...plain, url: at(other), tags: ["several"] },
      ],
      now,
    );
    const [, , , again, generated, same] = outcomes.map(slugOf);
    expect(outcomes.slice(0, 3).map(slugOf)).toEqual([[known, false], [fresh, true], "slug_taken"]);
    expect([again, same]).toEqual([[fresh, true], generated]);
    expect(
      await findOrCreateLinks(rows([known, fresh]), now).then((all) => all.map(slugOf)),
    ).toEqual([
      [known, false],
      [fresh, false],
    ]);
  });

  it("makes no doubles from eight tabs that send the same lines in another order", async () => {
    const names = Array.from({ length: 40 }, unique);
    const wanted = names.map((name) => ({ ...plain, url: at(name) }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, tab) =>
        findOrCreateLinks(tab % 2 === 0 ? wanted : wanted.toReversed(), now),
      ),
    );
    const { rows: counted } = await own.query(
      `SELECT count(*)::int AS count FROM "Link" WHERE "url" LIKE 'https://example.com/s%' AND "url" = ANY($1)`,
      [names.map(at)],
    );
    expect(counted).toEqual([{ count: 40 }]);
    expect(
      answers.flat().filter((outcome) => !isSluglineError(outcome) && outcome.isNew),
    ).toHaveLength(40);
  });
});

it("a sheet has the links in the order asked for, with their channels", async () => {
  const channel = { source: "newsletter", medium: "email", campaign: "" };
  const first = await createLink({ ...plain, url: at("1"), channels: [channel] }, now);
  const second = await createLink({ ...plain, url: at("2") }, now);
  expect(
    (await readWithChannels([second.id, 2_147_483_647, first.id])).map(({ link, channels }) => [
      link.slug,
      channels,
    ]),
  ).toEqual([
    [second.slug, []],
    [first.slug, [channel]],
  ]);
});

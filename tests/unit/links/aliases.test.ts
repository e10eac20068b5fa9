import { beforeEach, describe, expect, it } from "vitest";
import type { Writer } from "@/lib/database/in-transaction";
import { planAliases } from "@/lib/links/aliases";
import { linkChangesSchema, linkUpdateSchema, newLinkSchema } from "@/lib/links/schema";
import { findTaken } from "@/lib/links/slug-names";
import { linksPart, useConfig } from "../support/config";

const own = { BASE_URL: "http://localhost", PORT: 80 };
const url = "https://example.com/";

/**
 * Links by slug with their aliases; ids count from 1. Answers what the rules ask, as the database
 * does.
 */
function tableWith(links: Record<string, string[]>): Writer {
  const rows = Object.entries(links).map(([slug, aliases], index) => ({
    id: index + 1,
    slug,
    aliases: aliases.map((alias) => ({ slug: alias })),
  }));
  const names = rows.flatMap(({ id, slug, aliases }) =>
    [slug, ...aliases.map((alias) => alias.slug)].map((name) => ({ slug: name, linkId: id })),
  );
  return {
    link: {
      findMany: async ({ where }: { where: { slug: { in: string[] } } }) =>
        rows.filter(({ slug }) => where.slug.in.includes(slug)),
    },
    $queryRaw: async () => names,
  } as unknown as Writer;
}

const taken = (slug: string) =>
  expect.objectContaining({ code: "slug_taken", message: expect.stringContaining(`"${slug}"`) });
const refused = (text: string) =>
  expect.objectContaining({ code: "validation_failed", message: expect.stringContaining(text) });

beforeEach(() => useConfig({}, linksPart));

describe("planAliases", () => {
  const table = tableWith({ a: ["a-1", "a-2"], b: ["b-1"] });
  const plan = async (wanted: Partial<Parameters<typeof planAliases>[0][number]>) =>
    (await planAliases([{ slug: "a", aliases: null, ...wanted }], table))[0];

  it("replaces, keeps and removes", async () => {
    expect(await plan({ aliases: ["x", "a-1"] })).toEqual({
      linkId: 1,
      before: ["a-1", "a-2"],
      after: ["a-1", "x"],
    });
    expect(await plan({ aliases: [] })).toMatchObject({ after: [] });
    expect(await plan({ newSlug: "new" })).toMatchObject({ after: ["a-1", "a-2"] });
    expect(await plan({ newSlug: "new", keepsOldSlug: true })).toMatchObject({
      after: ["a", "a-1", "a-2"],
    });
    expect(await plan({ newSlug: "new", aliases: ["a"], keepsOldSlug: true })).toMatchObject({
      after: ["a"],
    });
    expect(await plan({ newSlug: "a", keepsOldSlug: true })).toMatchObject({
      after: ["a-1", "a-2"],
    });
    expect(await plan({ slug: "nobody", aliases: [] })).toBeNull();
  });

  it("frees the alias that becomes the slug", async () => {
    expect(await plan({ newSlug: "a-2" })).toMatchObject({ after: ["a-1"] });
    expect(await plan({ newSlug: "a-2", keepsOldSlug: true })).toMatchObject({
      after: ["a", "a-1"],
    });
  });

  it("refuses what is taken, the link's own slug, and too many", async () => {
    expect(await plan({ aliases: ["b"] })).toEqual(taken("b"));
    expect(await plan({ aliases: ["x", "b-1"] })).toEqual(taken("b-1"));
    expect(await plan({ newSlug: "b-1" })).toEqual(taken("b-1"));
    expect(await plan({ aliases: ["a"] })).toEqual(refused("itself"));
    expect(await plan({ newSlug: "new", aliases: ["new"] })).toEqual(refused("itself"));
    const many = Array.from({ length: 20 }, (_, index) => `m-${index}`);
    expect(await plan({ aliases: many })).toMatchObject({ linkId: 1 });
    expect(await plan({ newSlug: "new", aliases: many, keepsOldSlug: true })).toEqual(
      refused("20 aliases"),
    );
  });

  it("gives a slug that two links want to the first", async () => {
    const wanted = [
      { slug: "a", aliases: ["x"] },
      { slug: "b", aliases: ["x"] },
      { slug: "b", aliases: ["y"] },
    ];
    expect(await planAliases(wanted, table)).toMatchObject([
      { after: ["x"] },
      taken("x"),
      { after: ["y"] },
    ]);
  });

  it("with IGNORE_CASE compares without case, but not with the link's own slugs", async () => {
    expect(await plan({ aliases: ["B"] })).toMatchObject({ after: ["B"] });
    useConfig({ IGNORE_CASE: "true" }, linksPart);
    expect(await plan({ aliases: ["B"] })).toEqual(taken("B"));
    expect(await plan({ newSlug: "B-1" })).toEqual(taken("B-1"));
    expect(await plan({ newSlug: "A", keepsOldSlug: true })).toMatchObject({
      after: ["a", "a-1", "a-2"],
    });
    // Links from before the setting keep what they have.
    const pair = tableWith({ x: ["y"], X: [], Y: [] });
    expect(
      await planAliases([{ slug: "x", newSlug: "x", aliases: ["y", "z"] }], pair),
    ).toMatchObject([{ after: ["y", "z"] }]);
  });
});

describe("findTaken", () => {
  const table = tableWith({ a: ["a-1"] });

  it("names the first slug that a link, or a row before, has", async () => {
    const wanted = [
      { slug: "x", aliases: ["y"] },
      { slug: "y" },
      { slug: "z", aliases: ["x"] },
      { slug: "a-1" },
      { slug: "w", aliases: ["v", "W"] },
      { slug: "X" },
    ];
    expect(await findTaken(wanted, table)).toEqual([null, "y", "x", "a-1", null, null]);
    // A link may have slugs that differ by case alone: they lead to the same place.
    useConfig({ IGNORE_CASE: "true" }, linksPart);
    expect(await findTaken(wanted, table)).toEqual([null, "y", "x", "a-1", null, "X"]);
  });

  it("finds a generated slug that is one of the aliases", async () => {
    expect(await findTaken([{ slug: "w", aliases: ["v", "w"] }], table)).toEqual(["w"]);
  });

  it("lets a refused row claim nothing", async () => {
    expect(await findTaken([{ slug: "x", aliases: ["a"] }, { slug: "x" }], table)).toEqual([
      "a",
      null,
    ]);
  });
});

describe("the fields of a request", () => {
  const problemsOf = (
    schema: {
      safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[] }[] } | undefined };
    },
    value: object,
  ) => schema.safeParse({ url, ...value }).error?.issues.map(({ path }) => path.join("."));

  it("take each alias once, and leave the key out if it was not given", () => {
    expect(newLinkSchema(own).parse({ url, aliases: ["b", "a", "b"] }).aliases).toEqual(["b", "a"]);
    expect("aliases" in newLinkSchema(own).parse({ url })).toBe(false);
    expect(linkChangesSchema(own).parse({ aliases: [], keepOldSlug: true })).toEqual({
      aliases: [],
      keepOldSlug: true,
    });
    expect(linkChangesSchema(own).parse({ aliases: null })).toEqual({ aliases: [] });
    expect(linkUpdateSchema(own).parse({ slug: "a", aliases: ["b"], keepOldSlug: true })).toEqual({
      slug: "a",
      aliases: ["b"],
    });
  });

  it("refuse what no alias can be", () => {
    const many = Array.from({ length: 21 }, (_, index) => `m-${index}`);
    for (const [aliases, path] of [
      ["x", "aliases"],
      [[1], "aliases.0"],
      [["ok", "api"], "aliases.1"],
      [["a b"], "aliases.0"],
      [["ſ"], "aliases.0"],
      [["ı"], "aliases.0"],
      [many, "aliases"],
    ] as const) {
      for (const schema of [newLinkSchema(own), linkChangesSchema(own)])
        expect(problemsOf(schema, { aliases })).toEqual([path]);
    }
    expect(problemsOf(linkChangesSchema(own), { keepOldSlug: "yes" })).toEqual(["keepOldSlug"]);
    expect(problemsOf(newLinkSchema(own), { slug: "a", aliases: ["b", "a"] })).toEqual(["aliases"]);
    expect(problemsOf(newLinkSchema(own), { slug: "a", aliases: ["A"] })).toBeUndefined();
  });
});

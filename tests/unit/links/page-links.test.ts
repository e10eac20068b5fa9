import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorLinks, pageLinks } from "@/lib/links/page-links";

const service = "https://go.example.com";

/** The targets of a Link header by their relation. */
function linksOf(
  query: string,
  page: { total: number; limit: number; offset: number },
): Record<string, URL> {
  const header = pageLinks(`${service}/api/links${query}`, page) ?? "";
  return Object.fromEntries(
    [...header.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, target = "", name = ""]) => [
      name,
      new URL(target, service),
    ]),
  );
}

function offsetsOf(page: { total: number; limit: number; offset: number }): Record<string, number> {
  const links = Object.entries(linksOf("", page));
  return Object.fromEntries(
    links.map(([name, url]) => [name, Number(url.searchParams.get("offset"))]),
  );
}

describe("pageLinks", () => {
  it.each([
    ["the only page", { total: 3, limit: 10, offset: 0 }, { first: 0, last: 0 }],
    ["no matches", { total: 0, limit: 10, offset: 0 }, { first: 0, last: 0 }],
    ["exactly one page", { total: 10, limit: 10, offset: 0 }, { first: 0, last: 0 }],
    ["the first of three", { total: 25, limit: 10, offset: 0 }, { first: 0, next: 10, last: 20 }],
    ["the middle", { total: 25, limit: 10, offset: 10 }, { first: 0, prev: 0, next: 20, last: 20 }],
    ["the last", { total: 25, limit: 10, offset: 20 }, { first: 0, prev: 10, last: 20 }],
    [
      "the last of an even number",
      { total: 20, limit: 10, offset: 10 },
      { first: 0, prev: 0, last: 10 },
    ],
    [
      "an offset between pages",
      { total: 25, limit: 10, offset: 5 },
      { first: 0, prev: 0, next: 15, last: 20 },
    ],
    [
      "far beyond the end",
      { total: 25, limit: 10, offset: 1_000 },
      { first: 0, prev: 20, last: 20 },
    ],
  ])("%s", (_, page, offsets) => {
    expect(offsetsOf(page)).toEqual(offsets);
  });

  it("keeps the other parameters and gives the effective limit", () => {
    const { next } = linksOf("?q=a%20%26b&enabled=true&limit=999&offset=0", {
      total: 500,
      limit: 200,
      offset: 0,
    });
    expect(next?.pathname).toBe("/api/links");
    expect(Object.fromEntries(next?.searchParams ?? [])).toEqual({
      q: "a &b",
      enabled: "true",
      limit: "200",
      offset: "200",
    });
  });

  it("leaves out what the list ignores", () => {
    const { next } = linksOf(`?junk=${"x".repeat(6_000)}&tag=a&tag=b&__proto__=1&sort=slug`, {
      total: 500,
      limit: 50,
      offset: 0,
    });
    expect([...(next?.searchParams ?? [])].map(([name]) => name)).toEqual([
      "tag",
      "tag",
      "sort",
      "limit",
      "offset",
    ]);
  });

  it.each([
    [500, ["first", "prev", "next", "last"]],
    [1_200, ["first", "prev", "next"]],
    [3_900, ["next"]],
    [6_000, []],
  ])(
    "has at most 4 KB: with a text of %i characters the relations that matter most",
    (length, relations) => {
      const page = { total: 500, limit: 50, offset: 100 };
      expect(Object.keys(linksOf(`?q=${"x".repeat(length)}`, page))).toEqual(relations);
      expect(
        (pageLinks(`${service}/api/links?q=${"x".repeat(length)}`, page) ?? "").length,
      ).toBeLessThanOrEqual(4_096);
      expect(
        (cursorLinks(`${service}/api/links?cursor=&q=${"x".repeat(length)}`, "abc") ?? "").length,
      ).toBeLessThanOrEqual(4_096);
    },
  );

  it("escapes its URLs", () => {
    expect(
      pageLinks(`${service}/api/links?q=${encodeURIComponent('>; rel="x", <')}`, {
        total: 1,
        limit: 1,
        offset: 0,
      }),
    ).not.toContain('rel="x"');
  });

  it("visits every match once, forwards and backwards", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 60 }), (total, limit) => {
        const visited: number[] = [];
        let offsets: Record<string, number> = { next: 0 };
        while (offsets.next !== undefined) {
          visited.push(offsets.next);
          offsets = offsetsOf({ total, limit, offset: offsets.next });
        }
        expect(visited).toEqual(
          Array.from(
            { length: Math.max(1, Math.ceil(total / limit)) },
            (_, index) => index * limit,
          ),
        );
        expect(offsets.last).toBe(visited.at(-1));
        if (visited.length > 1) expect(offsets.prev).toBe(visited.at(-2));
      }),
      { numRuns: 50 },
    );
  });
});

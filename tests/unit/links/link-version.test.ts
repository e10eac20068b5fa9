import { describe, expect, it } from "vitest";
import type { Link } from "@/lib/links/link";
import { expectationOf, isUnchanged, linkEtag } from "@/lib/links/link-version";

const link: Link = {
  id: 1,
  slug: "spring",
  url: "https://example.com/",
  shortUrl: "https://go.example.com/spring",
  title: null,
  enabled: true,
  clickCount: 0,
  lastClickedAt: null,
  botHitCount: 0,
  ogFetchFailCount: 0,
  expiresAt: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};
const edits: Partial<Link>[] = [
  { id: 2 },
  { slug: "summer" },
  { url: "https://example.com/2" },
  { title: "Spring" },
  { enabled: false },
  { expiresAt: "2027-01-01T00:00:00.000Z" },
  { updatedAt: "2026-01-01T00:00:00.001Z" },
];
const counters: Partial<Link>[] = [
  { clickCount: 1 },
  { lastClickedAt: "2026-01-02T00:00:00.000Z" },
  { botHitCount: 1 },
  { ogFetchFailCount: 1 },
];

describe("linkEtag", () => {
  it("is strong, the same for the same link, and another for any other one", () => {
    expect(linkEtag({ ...link })).toBe(linkEtag(link));
    expect(linkEtag(link)).toMatch(/^"[\w-]{16}\.[\w-]{16}"$/);
    expect(
      new Set(
        [link, ...[...edits, ...counters].map((change) => ({ ...link, ...change }))].map(linkEtag),
      ).size,
    ).toBe(12);
  });
});

describe("isUnchanged", () => {
  it.each([
    ["no header", null, false],
    ["its ETag", linkEtag(link), true],
    ["its ETag as a weak one", `W/${linkEtag(link)}`, true],
    ["a list with its ETag", `"x", ${linkEtag(link)}`, true],
    ["any", "*", true],
    ["another ETag", '"x"', false],
    ["its ETag without quotes", linkEtag(link).slice(1, -1), false],
  ])("%s", (_, header, expected) => {
    expect(isUnchanged(header, link)).toBe(expected);
  });

  it.each([...edits, ...counters])("not after %j", (change) => {
    expect(isUnchanged(linkEtag(link), { ...link, ...change })).toBe(false);
  });
});

describe("expectationOf", () => {
  it("demands nothing without a header, and never holds for an unreadable one", () => {
    expect(expectationOf(null)).toBeUndefined();
    expect(["", "x", '"x"', '"'].map((header) => expectationOf(header)?.(link))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it.each([linkEtag(link), `W/${linkEtag(link)}`, `"x", ${linkEtag(link)}`, "*"])(
    "holds for %s",
    (header) => {
      expect(expectationOf(header)?.(link)).toBe(true);
    },
  );

  it.each(edits)("does not hold after an edit: %j", (change) => {
    expect(expectationOf(linkEtag(link))?.({ ...link, ...change })).toBe(false);
  });

  it.each(counters)("holds after a visit: %j", (change) => {
    expect(expectationOf(linkEtag(link))?.({ ...link, ...change })).toBe(true);
  });
});

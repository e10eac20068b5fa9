import { describe, expect, it } from "vitest";
import { answerTo, type StoredLink, toLink } from "@/lib/links/link";
import { editVersion } from "@/lib/links/link-version";
import { plainColumns } from "../../support/target";

const at = new Date("2026-03-01T10:00:00.000Z");
const row = {
  id: 7,
  slug: "hello",
  url: "https://example.com/",
  title: null,
  enabled: true,
  expiresAt: null,
  createdAt: at,
  updatedAt: at,
  note: null,
  ...plainColumns,
  totals: {
    linkId: 7,
    clickCount: 3n,
    firstDayClicks: 1n,
    lastClickedAt: new Date("2026-03-02T00:00:00.001Z"),
    botHitCount: 2n,
    ogFetchFailCount: 4,
    tags: [] as string[],
    aliases: [] as string[],
  },
} as unknown as StoredLink;

describe("toLink", () => {
  it("has exactly the fields of the interface, null for missing values", () => {
    expect(toLink(row, "https://go.example.com")).toStrictEqual({
      id: 7,
      slug: "hello",
      url: "https://example.com/",
      shortUrl: "https://go.example.com/hello",
      title: null,
      enabled: true,
      clickCount: 3,
      lastClickedAt: "2026-03-02T00:00:00.001Z",
      botHitCount: 2,
      ogFetchFailCount: 4,
      expiresAt: null,
      createdAt: "2026-03-01T10:00:00.000Z",
      updatedAt: "2026-03-01T10:00:00.000Z",
    });
  });

  it("adds tags and a note only to a link that has one of them", () => {
    const tagged = { ...row, totals: { ...row.totals, tags: ["Spring", "autumn"] } } as StoredLink;
    const noted = { ...row, note: "Printed" } as StoredLink;
    expect(toLink(tagged, "")).toMatchObject({ tags: ["autumn", "Spring"], note: null });
    expect(toLink(noted, "")).toMatchObject({ tags: [], note: "Printed" });
    expect(Object.keys(toLink(row, ""))).toHaveLength(13);
  });

  it("adds aliases, in order, only to a link that has some", () => {
    const named = { ...row, totals: { ...row.totals, aliases: ["b", "A", "a"] } } as StoredLink;
    const { aliases, ...rest } = toLink(named, "");
    expect([aliases, Object.keys(rest)]).toEqual([["A", "a", "b"], Object.keys(toLink(row, ""))]);
    const link = toLink(row, "");
    expect(answerTo({ aliases: [] }, link)).toStrictEqual({ ...link, aliases: [] });
    expect(answerTo({ keepOldSlug: true, note: null }, link)).toStrictEqual({
      ...link,
      tags: [],
      note: null,
      aliases: [],
    });
    expect(editVersion({ ...link, aliases: ["a"] })).not.toBe(editVersion(link));
  });

  it("answers a request that names tags or a note with both", () => {
    const link = toLink(row, "");
    expect(answerTo({ note: null }, link)).toStrictEqual({ ...link, tags: [], note: null });
    expect(answerTo({ tags: [] }, { ...link, tags: ["a"], note: "b" })).toMatchObject({
      tags: ["a"],
      note: "b",
    });
    expect(answerTo({ title: "x" } as object, link)).toBe(link);
  });

  it("adds each further field only to a link that has it, or to an answer to a request that names it", () => {
    const limited = {
      ...row,
      maxClicks: 5,
      passwordHash: "secret",
      startsAt: new Date("2030-01-31T12:00:00Z"),
    } as StoredLink;
    const link = toLink(limited, "");
    expect(Object.keys(link)).toHaveLength(16);
    expect(link).toMatchObject({
      maxClicks: 5,
      hasPassword: true,
      startsAt: "2030-01-31T12:00:00.000Z",
    });
    expect(JSON.stringify(link)).not.toContain("secret");
    const plain = toLink(row, "");
    expect(answerTo({ password: null, forwardQuery: false }, plain)).toStrictEqual({
      ...plain,
      hasPassword: false,
      forwardQuery: false,
    });
  });

  it("returns the expiry as UTC with milliseconds", () => {
    expect(
      toLink({ ...row, expiresAt: new Date("2030-01-31T12:00:00+02:00") }, "https://go.example.com")
        .expiresAt,
    ).toBe("2030-01-31T10:00:00.000Z");
  });
});

import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { linkListSchema } from "@/lib/links/list-schema";
import { linkChangesSchema, newLinkSchema } from "@/lib/links/schema";
import {
  newTagSchema,
  note,
  tagChangesSchema,
  tagEditSchema,
  tagNames,
} from "@/lib/links/tag-schema";
import { inEnglish } from "../../support/in-english";

const own = { BASE_URL: "https://go.example.com", PORT: 3000 };
const codeOf = (result: z.ZodSafeParseResult<unknown>) =>
  (result.error?.issues[0] as { params?: { code?: string } } | undefined)?.params?.code;

describe("tags of a link", () => {
  it("are cleaned, and each counts once", () => {
    expect(tagNames.parse([" Spring ", "spring", "print  &\nweb"])).toEqual([
      "Spring",
      "print & web",
    ]);
    expect(tagNames.parse([])).toEqual([]);
  });

  it("are at most 10, not counting repetitions", () => {
    const names = Array.from({ length: 10 }, (_, index) => `tag ${index}`);
    expect(tagNames.parse([...names, "TAG 3"])).toHaveLength(10);
    const refused = tagNames.safeParse([...names, "one more"]);
    expect(inEnglish(refused.error?.issues[0]?.message)).toBe("must have at most 10 entries");
    expect(codeOf(refused)).toBe("too_long");
  });

  it("are not even looked at if there are very many", () => {
    expect(tagNames.safeParse(Array.from({ length: 100 }, () => "a,b")).error?.issues).toHaveLength(
      100,
    );
    const refused = tagNames.safeParse(Array.from({ length: 101 }, () => "a,b"));
    expect(inEnglish(refused.error?.issues.map(({ message }) => message))).toEqual([
      "must have at most 10 entries",
    ]);
    expect(codeOf(refused)).toBe("too_long");
  });

  it.each([["spring"], [{ a: 1 }], [[7]], [null], [["a,b"]], [[""]]])("are not %j", (value) => {
    expect(tagNames.safeParse(value).success).toBe(false);
  });

  it("and a note are left alone by a request that does not name them", () => {
    const link = newLinkSchema(own).parse({ url: "https://example.com/" });
    expect("tags" in link || "note" in link).toBe(false);
    expect(linkChangesSchema(own).parse({ title: "x" })).toEqual({ title: "x" });
    expect(linkChangesSchema(own).parse({ tags: [], note: null })).toEqual({
      tags: [],
      note: null,
    });
  });
});

describe("a note", () => {
  it("keeps its lines; empty means null", () => {
    expect(note.parse(" a\r\nb\rc \n")).toBe("a\nb\nc");
    expect(note.parse(" \n ")).toBeNull();
    expect(note.parse(null)).toBeNull();
  });

  it("has at most 2,000 characters", () => {
    expect(note.parse("\u{1f680}".repeat(2_000))).toHaveLength(4_000);
    const refused = note.safeParse("x".repeat(2_001));
    expect(inEnglish(refused.error?.issues[0]?.message)).toBe(
      "must be at most 2,000 characters long",
    );
    expect(codeOf(refused)).toBe("too_long");
    expect(note.safeParse("a\0").success).toBe(false);
  });
});

it("an edit does not both add and remove a tag", () => {
  expect(tagEditSchema.parse({ add: ["a"], remove: ["b"] })).toEqual({ add: ["a"], remove: ["b"] });
  expect(
    tagEditSchema.safeParse({ add: ["a"], remove: ["b", "A"] }).error?.issues[0]?.path,
  ).toEqual(["remove"]);
});

it("a tag has one of eleven colors", () => {
  expect(newTagSchema.parse({ name: "a" })).toEqual({ name: "a" });
  expect(tagChangesSchema.parse({ color: "pink" })).toEqual({ color: "pink" });
  expect(
    inEnglish(newTagSchema.safeParse({ name: "a", color: "mauve" }).error?.issues[0]?.message),
  ).toBe("must be one of gray, red, orange, yellow, brown, green, teal, cyan, blue, purple, pink");
  expect(inEnglish(newTagSchema.safeParse({}).error?.issues[0]?.message)).toBe("is required");
});

it("a list is filtered by one tag or several", () => {
  expect(linkListSchema.parse({ tag: "a" }).tag).toEqual(["a"]);
  expect(linkListSchema.parse({ tag: ["a", "b"], tagMode: "all" })).toMatchObject({
    tag: ["a", "b"],
    tagMode: "all",
  });
  expect(linkListSchema.parse({ notTag: ["-a", "b"] }).notTag).toEqual(["-a", "b"]);
  expect(linkListSchema.parse({})).toEqual({ limit: 50, offset: 0 });
  expect(linkListSchema.safeParse({ tagMode: "some" }).success).toBe(false);
  for (const list of ["tag", "notTag"])
    expect(linkListSchema.safeParse({ [list]: Array.from({ length: 11 }, String) }).success).toBe(
      false,
    );
});

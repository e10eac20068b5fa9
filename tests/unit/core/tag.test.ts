import { describe, expect, it } from "vitest";
import {
  byTagName,
  cleanTag,
  dealColors,
  findTag,
  findTagProblem,
  tagColors,
  tagKey,
  uniqueTags,
} from "@/lib/core/tag";

describe("names of tags", () => {
  it("that differ in case or composition alone are the same tag, spelled as the first", () => {
    expect(tagKey("\u00c9t\u00e9")).toBe(tagKey("e\u0301te\u0301"));
    expect(uniqueTags(["Spring", "SPRING", "autumn", "spring"])).toEqual(["Spring", "autumn"]);
    expect(["b", "A", "c"].sort(byTagName)).toEqual(["A", "b", "c"]);
  });

  it("are found as a search finds text, if no tag has that name", () => {
    const known = ["Işık", "ILIK", "ılık", "ＳＡＬＥ", "Straße"];
    const found = ["ışık", " IŞIK", "ılık", "ilik", "sale", "STRASSE", "isik"].map((name) =>
      findTag(known, name),
    );
    expect(found).toEqual(["Işık", "Işık", "ılık", "ILIK", "ＳＡＬＥ", "Straße", undefined]);
  });

  it("have no white space around and single spaces inside", () => {
    expect(cleanTag("  Print\n\t& \u0085web ")).toBe("Print & web");
  });

  it.each([
    ["", "too_small"],
    ["x".repeat(51), "too_long"],
    ["a,b", "invalid_format"],
    ["a|b", "invalid_format"],
    ["..", "invalid_format"],
    ["a/..", "invalid_format"],
    ["./a", "invalid_format"],
    ["a\\..\\b", "invalid_format"],
    ["a\u0000b", "invalid_format"],
    ["\ud800", "invalid_format"],
  ])("%j is none", (name, code) => {
    expect(findTagProblem(name)?.code).toBe(code);
  });

  it.each(["x".repeat(50), "\u{1f680}".repeat(50), "Q3 2026", "a/b", "a/.b", "v1.", "=1+1", "..."])(
    "%j is one",
    (name) => {
      expect(findTagProblem(name)).toBeNull();
    },
  );

  it("get ten colors in turn, then those that the fewest tags have", () => {
    const ten = dealColors(new Map(), 10);
    expect(new Set(ten)).toEqual(new Set(tagColors.filter((color) => color !== "gray")));
    expect(dealColors(new Map(), 20)).toEqual([...ten, ...ten]);
    const used = new Map([["gray", 9], ["mauve", 5], ...ten.map((color) => [color, 2] as const)]);
    expect(dealColors(used.set("teal", 1), 2)).toEqual(["teal", ten[0]]);
  });
});

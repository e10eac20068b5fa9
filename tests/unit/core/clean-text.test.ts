import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText } from "@/lib/core/clean-text";
import { anyText } from "../support/any-text";

describe("cleanText", () => {
  it.each([
    [null, null],
    [undefined, null],
    ["", null],
    [" \t\n", null],
    ["\0\x1f\x7f\x9f", null],
    [" a b ", "a b"],
    ["a\0b\nc", "abc"],
    ["\0 a \0", "a"],
    ["é日😀", "é日😀"],
    ["a\ud800b", "ab"],
    ["a\ufffdb", "ab"],
    ["\ufffd", null],
  ])("converts %j to %j", (text, clean) => {
    expect(cleanText(text, 10)).toBe(clean);
  });

  it("cuts by whole characters and leaves no white space at the cut", () => {
    expect(cleanText("abcdef", 3)).toBe("abc");
    expect(cleanText("😀😀😀", 2)).toBe("😀😀");
    expect(cleanText("ab cd", 3)).toBe("ab");
  });

  it("is idempotent, well-formed and never longer than asked", () => {
    const text = fc.oneof(
      anyText(),
      fc
        .array(fc.constantFrom(" ", "\0", "\ud83d", "\ude00", "x", "😀"))
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 8 }), (given, max) => {
        const clean = cleanText(given, max);
        if (clean === null) return;
        expect(cleanText(clean, max)).toBe(clean);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).toMatch(/^[^\p{Cc}\ufffd]+$/u);
        expect([...clean].length).toBeLessThanOrEqual(max);
      }),
    );
  });
});

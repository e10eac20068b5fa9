import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { cleanText, cutText } from "@/lib/core/clean-text";
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
    expect(cleanText("ab👨‍👩‍👧", 4)).toBe("ab");
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

describe("cutText", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["😀😀😀😀", 3, "😀😀…"],
    ["ab👨‍👩‍👧‍👦cd", 5, "ab…"],
    ["a👍🏽bc", 4, "a👍🏽…"],
    ["a👍🏽bc", 3, "a…"],
    ["🇳🇵🇩🇪🇫🇷", 4, "🇳🇵…"],
    ["e\u0301e\u0301e\u0301", 4, "e\u0301…"],
    ["किताबें", 4, "कि…"],
    ["각".normalize("NFD").repeat(2), 5, `${"각".normalize("NFD")}…`],
    ["a\r\nb", 3, "a…"],
  ])("%j in %d characters is %j", (text, most, cut) => {
    expect(cutText(text, most, "…")).toBe(cut);
  });

  it("never leaves half a character, and is no longer than asked", () => {
    const part = fc.constantFrom(
      "a",
      "😀",
      "👨‍👩‍👧",
      "👍🏽",
      "🇳🇵",
      "é".normalize("NFD"),
      "कि",
      "\r\n",
      " ",
    );
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 0, max: 12 }), (parts, most) => {
        const text = parts.join("");
        const cut = cutText(text, most);
        expect([...cut].length).toBeLessThanOrEqual(most);
        expect(cut.isWellFormed()).toBe(true);
        const whole = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
        if (cut !== text) expect(whole).toContain(cut.length);
      }),
    );
  });

  it("cuts a character that has no end, and reads no more than it needs of a huge text", () => {
    expect([...cutText(`e${"\u0301".repeat(10_000)}`, 500)].length).toBe(500);
    const huge = "é".normalize("NFD").repeat(5_000_000);
    const read = vi.spyOn(Intl.Segmenter.prototype, "segment");
    expect([...cutText(huge, 99)].length).toBe(98);
    expect(Math.max(...read.mock.calls.map(([text]) => text.length))).toBeLessThan(200);
    read.mockRestore();
  });
});

import { expect, it } from "vitest";
import { asciiDigits, readNumber } from "@/lib/core/read-number";

it.each([
  ["42", 42],
  [" 1.234.567 ", 1_234_567],
  ["12,34,567", 1_234_567],
  ["7.0", 7],
  ["１２３", 123],
  ["１，２３４", 1_234],
  ["٣٤٥", 345],
  ["٣٬٤٥٦", 3_456],
  ["٧٫٠", 7],
  ["۱۲۳", 123],
  ["१२", 12],
  ["๕๐", 50],
  ["𝟙𝟘", 10],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
])("%j is %d", (text, number) => {
  expect(readNumber(text)).toBe(number);
});

it.each([
  "",
  "-1",
  "1.5",
  "1,2,3",
  "1.234,567",
  "10²",
  "½",
  "1e5",
  "0x10",
  "十",
  "9007199254740992",
  "٣٫٤",
])("%j is no whole number", (text) => {
  expect(readNumber(text)).toBeNull();
});

it("knows the digits of every script, and changes nothing else", () => {
  const digits = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => /\p{Nd}/u.test(String.fromCodePoint(code)))
    .map((code) => String.fromCodePoint(code));
  expect(digits.length % 10).toBe(0);
  expect(asciiDigits(digits.join(""))).toBe("0123456789".repeat(digits.length / 10));
  expect(asciiDigits("a1²½Ⅷ十é")).toBe("a1²½Ⅷ十é");
});

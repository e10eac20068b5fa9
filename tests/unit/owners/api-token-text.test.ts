import { describe, expect, it } from "vitest";
import { generateApiToken, looksLikeApiToken, shownPartsOf } from "@/lib/owners/api-token-text";

describe("generateApiToken", () => {
  it("has a prefix and 32 fresh random bytes", () => {
    const tokens = new Set(Array.from({ length: 100 }, generateApiToken));
    expect(tokens.size).toBe(100);
    for (const token of tokens) {
      expect(looksLikeApiToken(token)).toBe(true);
      expect(Buffer.from(token.slice(4), "base64url")).toHaveLength(32);
    }
  });
});

describe("looksLikeApiToken", () => {
  it.each([
    "",
    "slg_",
    "wrong",
    `slg_${"a".repeat(42)}`,
    `slg_${"a".repeat(44)}`,
    `SLG_${"a".repeat(43)}`,
    `slg_${"a".repeat(42)}!`,
    ` slg_${"a".repeat(43)}`,
  ])("is false for %j", (text) => {
    expect(looksLikeApiToken(text)).toBe(false);
  });
});

it("at most eight characters of the secret part are displayed", () => {
  const token = generateApiToken();
  const { prefix, lastFour } = shownPartsOf(token);
  expect([
    token.startsWith(prefix),
    token.endsWith(lastFour),
    prefix.length,
    lastFour.length,
  ]).toEqual([true, true, 8, 4]);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSlug, reservedSlugs } from "@/lib/core/slug";
import { anyText } from "../support/any-text";

describe("isSlug", () => {
  it.each([
    "a",
    "Z",
    "0",
    "-",
    "_",
    "a-b_C9",
    "a".repeat(64),
    "login",
    "dashboard",
    "docs",
    "admin",
  ])("accepts %s", (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each(["", "a".repeat(65), "a b", "a.b", "a/b", "é", "ａ", "a\n", "\na", " a", "a%20", "😀"])(
    "refuses %j",
    (text) => {
      expect(isSlug(text)).toBe(false);
    },
  );

  it("reserves exactly the five names of the interface", () => {
    expect([...reservedSlugs].sort()).toEqual([
      "_next",
      "api",
      "favicon.ico",
      "robots.txt",
      "sitemap.xml",
    ]);
  });

  it.each(["api", "_next", "favicon.ico", "robots.txt", "sitemap.xml"])(
    "refuses the reserved %s",
    (text) => {
      expect(isSlug(text)).toBe(false);
    },
  );

  it.each(["API", "Api", "_NEXT", "apis", "_next_"])(
    "compares reserved words exactly: %s is free",
    (text) => {
      expect(isSlug(text)).toBe(true);
    },
  );

  it("accepts exactly the 64 allowed characters", () => {
    const alphabet = new Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    const text = fc.oneof(anyText(70), fc.stringMatching(/^[A-Za-z0-9_-]{1,66}$/));
    fc.assert(
      fc.property(text, (slug) => {
        const isInAlphabet =
          slug.length >= 1 &&
          slug.length <= 64 &&
          [...slug].every((character) => alphabet.has(character));
        expect(isSlug(slug)).toBe(isInAlphabet && slug !== "api" && slug !== "_next");
      }),
    );
  });
});

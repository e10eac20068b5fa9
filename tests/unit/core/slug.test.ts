import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateSlug, isSlug, reservedSlugs } from "@/lib/core/slug";
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

describe("generateSlug", () => {
  it("is a valid slug of 7 characters without look-alikes", () => {
    for (let count = 0; count < 500; count++) {
      const slug = generateSlug();
      expect(slug).toMatch(/^[A-Za-z0-9]{7}$/);
      expect(slug).not.toMatch(/[0Oo1lIi]/);
      expect(isSlug(slug)).toBe(true);
    }
  });

  it("draws each character from all, which are distinct and have no look-alikes", () => {
    const sizes: number[] = [];
    generateSlug((size) => {
      sizes.push(size);
      return 0;
    });
    const [size = 0] = sizes;
    expect(sizes).toEqual(Array(7).fill(size));
    const characters = Array.from({ length: size }, (_, drawn) => generateSlug(() => drawn)[0]);
    expect(new Set(characters).size).toBe(size);
    expect(characters.join("")).toMatch(/^[A-Za-z0-9]{50,}$/);
    expect(characters.join("")).not.toMatch(/[0Oo1lIi]/);
  });

  it("keeps the order of what was drawn", () => {
    const [first, second] = [0, 1].map((drawn) => generateSlug(() => drawn)[0]);
    const draws = [0, 1, 1, 0, 0, 0, 1];
    expect(generateSlug(() => draws.shift() ?? 0)).toBe(
      `${first}${second}${second}${first}${first}${first}${second}`,
    );
  });

  it("does not repeat itself", () => {
    expect(new Set(Array.from({ length: 1_000 }, () => generateSlug())).size).toBe(1_000);
  });
});

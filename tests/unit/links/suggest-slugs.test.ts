import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSlug } from "@/lib/core/slug";
import { suggestSlugs } from "@/lib/links/suggest-slugs";

const now = new Date("2026-11-19T14:20:00Z");
const none = { slug: "", url: "", title: "" };

describe("suggestSlugs", () => {
  it("varies what was typed", () => {
    expect(suggestSlugs({ ...none, slug: "contour" }, now)).toEqual(["contour-nov", "contour-2", "contour-2026"]);
  });

  it("takes the title before the address, in plain letters and whole words", () => {
    const [first, second] = suggestSlugs(
      { slug: "", url: "https://example.com/2026/reading-lines.html", title: "Über die Höhe: Linien lesen und verstehen" },
      now,
    );
    expect(first).toBe("uber-die-hohe-linien-lesen-und");
    expect(second).toBe("reading-lines");
  });

  it("falls back to the name of the host", () => {
    expect(suggestSlugs({ ...none, url: "https://www.example.com/" }, now)[0]).toBe("example");
  });

  it("has nothing to say about nothing", () => {
    expect(suggestSlugs(none, now)).toEqual([]);
    expect(suggestSlugs({ ...none, url: "https://example.com/%E0%A4%A" }, now).every(isSlug)).toBe(true);
  });

  it("offers only slugs that a link could bear, never the one that was typed, none twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.oneof(fc.webUrl(), fc.string()), fc.string({ unit: "binary" }), (slug, url, title) => {
        const offered = suggestSlugs({ slug, url, title }, now);
        expect(offered.every(isSlug)).toBe(true);
        expect(offered).not.toContain(slug);
        expect(new Set(offered).size).toBe(offered.length);
      }),
    );
  });
});

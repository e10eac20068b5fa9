import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSlug } from "@/lib/core/slug";
import { suggestSlugs } from "@/lib/links/suggest-slugs";

const now = new Date("2026-11-19T14:20:00Z");
const none = { slug: "", url: "", title: "" };

describe("suggestSlugs", () => {
  it("varies the typed slug", () => {
    expect(suggestSlugs({ ...none, slug: "contour" }, now)).toEqual([
      "contour-nov",
      "contour-2",
      "contour-2026",
    ]);
  });

  it("prefers the title over the URL, in plain letters and whole words", () => {
    const [first, second] = suggestSlugs(
      {
        slug: "",
        url: "https://example.com/2026/reading-lines.html",
        title: "Über die Höhe: Linien lesen und verstehen",
      },
      now,
    );
    expect(first).toBe("uber-die-hohe-linien-lesen-und");
    expect(second).toBe("reading-lines");
  });

  it("falls back to the host name", () => {
    expect(suggestSlugs({ ...none, url: "https://www.example.com/" }, now)[0]).toBe("example");
  });

  it("suggests nothing without input", () => {
    expect(suggestSlugs(none, now)).toEqual([]);
    expect(suggestSlugs({ ...none, url: "https://example.com/%E0%A4%A" }, now).every(isSlug)).toBe(
      true,
    );
  });

  it("suggests only valid slugs, without duplicates or the typed one", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.oneof(fc.webUrl(), fc.string()),
        fc.string({ unit: "binary" }),
        (slug, url, title) => {
          const offered = suggestSlugs({ slug, url, title }, now);
          expect(offered.every(isSlug)).toBe(true);
          expect(offered).not.toContain(slug);
          expect(new Set(offered).size).toBe(offered.length);
        },
      ),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardPage } from "@/lib/pages/card-page";
import { anyText } from "../support/any-text";

const shortUrl = "https://go.example.com/hello";
const link = {
  slug: "hello",
  shortUrl,
  url: "https://example.com/?a=1&b='\"<>",
  title: "A title",
  description: null,
  image: null,
};
const preview = {
  title: "Their title",
  description: "What it is about",
  image: "https://example.com/i.png?a=1&b=2",
  siteName: "Example",
};
const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};
const unescapeHtml = (html: string) =>
  html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? "");
const propertyOf = (page: string, name: string) =>
  unescapeHtml(new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(page)?.[1] ?? "");

describe("cardPage", () => {
  it("describes the link", () => {
    const page = cardPage(link, preview);
    expect(propertyOf(page, "title")).toBe("A title");
    expect(propertyOf(page, "url")).toBe("https://go.example.com/hello");
    expect(propertyOf(page, "type")).toBe("website");
    expect(page).toContain("<title>A title</title>");
  });

  it("adds the destination's metadata, except its title", () => {
    const page = cardPage(link, preview);
    expect(propertyOf(page, "description")).toBe("What it is about");
    expect(propertyOf(page, "image")).toBe("https://example.com/i.png?a=1&b=2");
    expect(propertyOf(page, "site_name")).toBe("Example");
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(page).not.toContain("Their title");
  });

  it("has the name of the service, if it has one", () => {
    expect(propertyOf(cardPage(link, preview, "Ours & co"), "site_name")).toBe("Ours & co");
    expect(propertyOf(cardPage(link, null, "Ours & co"), "site_name")).toBe("Ours & co");
  });

  it("is complete without metadata", () => {
    const page = cardPage(link, null);
    expect(page).not.toMatch(/og:(?:description|image)/);
    expect(propertyOf(page, "site_name")).toBe("go.example.com");
    expect(page).toContain('<meta name="twitter:card" content="summary">');
  });

  it("uses the slug if there is no title", () => {
    expect(propertyOf(cardPage({ ...link, title: null }, preview), "title")).toBe("hello");
  });

  it("is kept out of search indexes and has no script", () => {
    expect(cardPage(link, preview)).toContain('<meta name="robots" content="noindex">');
    expect(cardPage({ ...link, title: "<script>alert(1)</script>" }, preview)).not.toMatch(
      /<script/i,
    );
  });

  it("escapes every value", () => {
    const hostile = fc.oneof(
      anyText(),
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "</title><img src=x onerror=alert(1)>",
        "&quot;&amp;lt;",
        "' onload='x",
        "$&$1$`",
        "<!--",
        "]]>",
      ),
      fc.array(fc.constantFrom("<", ">", '"', "'", "&", "a")).map((parts) => parts.join("")),
    );
    // What our own markup is made of; one unescaped character more and the counts differ.
    const shape = (page: string) => page.replace(/[^<>"']/g, "");
    const plain = shape(
      cardPage({ ...link, slug: "s", url: "https://example.com", title: "t" }, preview),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, path, theirs) => {
        const told = {
          title: theirs,
          description: `d${theirs}`,
          image: `https://example.com/${theirs}`,
          siteName: `s${theirs}`,
        };
        const page = cardPage(
          { ...link, slug: "s", url: `https://example.com/${path}`, title },
          told,
        );
        expect(propertyOf(page, "description")).toBe(told.description);
        expect(propertyOf(page, "image")).toBe(told.image);
        expect(propertyOf(page, "site_name")).toBe(told.siteName);
        expect(shape(page)).toBe(plain);
        expect(propertyOf(page, "title")).toBe(title);
        expect(unescapeHtml(/<a href="([^"]*)"/.exec(page)?.[1] ?? "")).toBe(
          `https://example.com/${path}`,
        );
        expect(page.replace(/&(?:lt|gt|quot|#39|amp);/g, "")).not.toContain("&");
      }),
    );
  });
});

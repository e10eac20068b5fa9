import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pastedSlugOfTarget, previewedSlugOf, queryOfTarget, slugOfTarget } from "@/lib/visits/short-path";
import { anyText } from "../support/any-text";

describe("previewedSlugOf", () => {
  it.each([
    ["/abc+", "abc"],
    ["/abc+?utm_source=x", "abc"],
    ["/abc%2B", "abc"],
    ["/%61bc+/", "abc"],
    ["/abc", null],
    ["/abc++", null],
    ["/+", null],
    ["/api+", null],
    ["/a/b+", null],
    ["/abc%", null],
  ])("%s shows %s", (target, slug) => {
    expect(previewedSlugOf(target)).toBe(slug);
    expect(slugOfTarget(target)).toBe(target === "/abc" ? "abc" : null);
  });
});

describe("slugOfTarget", () => {
  it.each([
    ["/abc", "abc"],
    ["/abc/", "abc"],
    ["/abc?utm_source=x", "abc"],
    ["/abc/?x", "abc"],
    ["/abc#part", "abc"],
    ["/abc?x=/y/z", "abc"],
    ["/ABC", "ABC"],
    ["/dashboard", "dashboard"],
    ["/login", "login"],
    ["/-", "-"],
    ["/API", "API"],
    ["/%61bc", "abc"],
    ["/%61%62%63/", "abc"],
    ["/a%2Db%5fc", "a-b_c"],
    [`/${"a".repeat(64)}`, "a".repeat(64)],
    ["http://go.example.com/abc", "abc"],
    ["https://go.example.com:8080/abc/?x=y", "abc"],
    ["HTTP://go.example.com/%61bc", "abc"],
  ])("%s requests %s", (target, slug) => {
    expect(slugOfTarget(target)).toBe(slug);
  });

  it.each([
    "",
    "/",
    "//",
    "//abc",
    "/abc//",
    "/a/b",
    "/abc/x",
    "abc",
    "*",
    "?abc",
    "/?abc",
    "/#abc",
    "/api",
    "/api/",
    "/api/links",
    "/_next",
    "/_next/static/x.js",
    "/%61pi",
    "/_%6eext",
    "/favicon.ico",
    "/robots.txt",
    "/sitemap.xml",
    "/a.b",
    "/a b",
    "/a+b",
    "/%",
    "/%zz",
    "/abc%",
    "/abc%E9",
    "/a%2Fb",
    "/abc%2F",
    "/%2Fabc",
    "/a%00",
    "/a%20",
    "/%C3%A9",
    "/é",
    "/a\\b",
    "/a%5Cb",
    "/%2561",
    `/${"a".repeat(65)}`,
    "/dashboard/links",
    "http://go.example.com",
    "http://go.example.com/",
    "http://go.example.com/a/b",
    "http://go.example.com//abc",
    "ftp://go.example.com/abc",
    "go.example.com:443",
    "/.",
    "/..",
  ])("%j requests no slug", (target) => {
    expect(slugOfTarget(target)).toBeNull();
  });

  it("finds a slug in any encoding", () => {
    const slug = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).filter((text) => text !== "api" && text !== "_next");
    const encode = (text: string, mask: number) =>
      [...text].map((character, index) => ((mask >> (index % 16)) & 1 ? `%${character.charCodeAt(0).toString(16)}` : character)).join("");
    fc.assert(
      fc.property(slug, fc.nat(65_535), fc.constantFrom("", "/"), fc.constantFrom("", "?", "?a=/b", "#c"), (text, mask, slash, rest) => {
        expect(slugOfTarget(`/${encode(text, mask)}${slash}${rest}`)).toBe(text);
      }),
    );
  });

  it("returns a slug or null for any target", () => {
    fc.assert(fc.property(anyText(), (text) => /^[A-Za-z0-9_-]{1,64}$/.test(slugOfTarget(`/${text}`) ?? "none")));
  });
});

describe("queryOfTarget", () => {
  it.each([
    ["/abc", ""],
    ["/abc?", ""],
    ["/abc?x=y", "x=y"],
    ["/abc/?x=y&z", "x=y&z"],
    ["/abc?a=?b", "a=?b"],
    ["/abc?x=%20+", "x=%20+"],
    ["/abc?x#part?z", "x"],
    ["/abc#part?x", ""],
    ["http://go.example.com/abc?x=y", "x=y"],
  ])("of %s is %j", (target, query) => {
    expect(queryOfTarget(target)).toBe(query);
  });
});

describe("pastedSlugOfTarget", () => {
  it.each([".", ",", ")", "%20", ";", ":", "!", "'", '"', ">", "]", "}", "»", "%C2%BB", "”", "%E2%80%9D", "’", "...", ").", ".)%20", "%0A", "./"])(
    "leaves out %s behind a slug",
    (tail) => {
      expect(pastedSlugOfTarget(`/Abc-1${tail}`)).toBe("Abc-1");
      expect(pastedSlugOfTarget(`/Abc-1${tail}?utm_source=x`)).toBe("Abc-1");
      expect(slugOfTarget(`/Abc-1${tail}`)).toBeNull();
    },
  );

  it.each([
    "/abc",
    "/abc/",
    "/.",
    "/",
    "/a.b",
    "/.abc",
    "/a/b.",
    "/api.",
    "/robots.txt.",
    "/abc%00",
    "/abc%E9.",
    "/abc..x",
    `/${"a".repeat(65)}.`,
    "abc.",
  ])("%s is not for it", (target) => {
    expect(pastedSlugOfTarget(target)).toBeNull();
  });

  it("gives up on more punctuation than anybody pastes, so that a crafted path costs nothing", () => {
    expect(pastedSlugOfTarget(`/a${".".repeat(90)}`)).toBe("a");
    expect(pastedSlugOfTarget(`/a${".".repeat(16_000)}`)).toBeNull();
  });

  it("never finds what is a slug already", () => {
    fc.assert(fc.property(anyText(200), (text) => slugOfTarget(`/${text}`) === null || pastedSlugOfTarget(`/${text}`) === null));
  });
});

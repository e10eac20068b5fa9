import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  pastedOfTarget,
  previewedSlugOf,
  queryOfTarget,
  slugOfTarget,
} from "@/lib/visits/short-path";
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
    const slug = fc
      .stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
      .filter((text) => text !== "api" && text !== "_next");
    const encode = (text: string, mask: number) =>
      [...text]
        .map((character, index) =>
          (mask >> (index % 16)) & 1 ? `%${character.charCodeAt(0).toString(16)}` : character,
        )
        .join("");
    fc.assert(
      fc.property(
        slug,
        fc.nat(65_535),
        fc.constantFrom("", "/"),
        fc.constantFrom("", "?", "?a=/b", "#c"),
        (text, mask, slash, rest) => {
          expect(slugOfTarget(`/${encode(text, mask)}${slash}${rest}`)).toBe(text);
        },
      ),
    );
  });

  it("returns a slug or null for any target", () => {
    fc.assert(
      fc.property(anyText(), (text) =>
        /^[A-Za-z0-9_-]{1,64}$/.test(slugOfTarget(`/${text}`) ?? "none"),
      ),
    );
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

describe("pastedOfTarget", () => {
  const text = [
    ...[
      ".",
      ",",
      ")",
      "%20",
      ";",
      ":",
      "!",
      "'",
      '"',
      ">",
      "]",
      "}",
      "»",
      "%C2%BB",
      "”",
      "%E2%80%9D",
      "’",
      "...",
      ").",
      ".)%20",
      "%0A",
      "./",
      "`",
    ],
    ...[
      "。",
      "，",
      "、",
      "！",
      "）",
      "」",
      "です",
      "и",
      "και",
      "و",
      "हो",
      "…",
      "—",
      "→",
      "😀",
      "\u00a0",
      "\u3000",
      "|",
      "*",
      "~~",
      "@x",
      "%3Cbr%3E",
      "</a>",
      "=20",
    ],
    ...[
      "%E3%80%82",
      "%EF%BC%8C%E8%AF%B7",
      ",und",
      "'s",
      ".”",
      ".（x）",
      "。/x",
      "%60",
      "\u200b",
      "%E2%80%8B",
      "%C2%AD",
      "%EF%BB%BF.",
      ".",
    ],
  ];

  it.each(text)("leaves out %j behind a slug", (tail) => {
    expect(pastedOfTarget(`/Abc-1${tail}`)).toEqual({ slug: "Abc-1", query: "" });
    expect(pastedOfTarget(`/Abc-1${tail}?utm_source=x`)).toEqual({
      slug: "Abc-1",
      query: "utm_source=x",
    });
    expect(slugOfTarget(`/Abc-1${tail}`)).toBeNull();
  });

  it.each([
    ["/abc&utm_source=x&b=c", "utm_source=x&b=c"],
    ["/abc&amp;utm_source=x", "amp;utm_source=x"],
    ["/abc%3Futm_source=x", "utm_source=x"],
    ["/abc%3Futm_source%3Dx%26utm_medium%3Dy", "utm_source=x&utm_medium=y"],
    ["/abc/&utm_source=x", "utm_source=x"],
    ["/abc/%3Futm_source=x", "utm_source=x"],
    ["/abcutm_source=x", "utm_source=x"],
    ["/abc/utm_source=x&utm_medium=y", "utm_source=x&utm_medium=y"],
    ["/abc&ref=https://x.example/y", "ref=https://x.example/y"],
    ["/abc&a=b?utm_source=x", "a=b&utm_source=x"],
    ["/abc&", ""],
    ["/abc%3F", ""],
  ])("finds the query of %s, whose ? got lost", (target, query) => {
    expect(pastedOfTarget(target)).toEqual({ slug: "abc", query });
  });

  it("leaves out invisible characters within a slug", () => {
    expect(pastedOfTarget("/spring%C2%ADsale")).toEqual({ slug: "springsale", query: "" });
    expect(pastedOfTarget("/%E2%80%8Bspring?x")).toEqual({ slug: "spring", query: "x" });
  });

  it.each([
    "/abc",
    "/abc/",
    "/.",
    "/",
    "/a.b",
    "/.abc",
    "/a/b.",
    "/a/b",
    "/a/。",
    "/api.",
    "/api&x=y",
    "/_next。",
    "/robots.txt.",
    "/abc%00",
    "/abc%1B[0m",
    "/abc%E9.",
    "/abc..x",
    "/abc+",
    "/abc+。",
    "/caf%C3%A9",
    "/cafe%CC%81",
    "/ａbc",
    "/。abc",
    `/${"a".repeat(65)}.`,
    "abc.",
    "*",
  ])("%s is not for it", (target) => {
    expect(pastedOfTarget(target)).toBeNull();
  });

  it("gives up on more dots than anybody types", () => {
    expect(pastedOfTarget(`/a${".".repeat(90)}`)?.slug).toBe("a");
    expect(pastedOfTarget(`/a${".".repeat(16_000)}`)).toBeNull();
  });

  it("never finds what is a slug already", () => {
    fc.assert(
      fc.property(
        anyText(200),
        (any) => slugOfTarget(`/${any}`) === null || pastedOfTarget(`/${any}`) === null,
      ),
    );
    fc.assert(
      fc.property(anyText(200), (any) =>
        /^[A-Za-z0-9_-]{1,64}$/.test(pastedOfTarget(`/${any}`)?.slug ?? "none"),
      ),
    );
  });
});

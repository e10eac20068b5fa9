import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeadReader } from "@/lib/previews/read-head";

function read(...chunks: string[]) {
  const reader = new HeadReader();
  for (const chunk of chunks) reader.write(chunk);
  return { ...reader.end(), isDone: reader.isDone, isEmpty: reader.isEmpty };
}

describe("HeadReader", () => {
  it("keeps title and meta tags only", () => {
    const { html } = read(
      `<html><head><script>var a = "<meta name=x>";</script><link rel=a><title>A &amp; B</title><meta name="d" content='"q"' onload=x>`,
    );
    expect(html).toBe(
      `<head><meta charset="utf-8"><title>A &amp; B</title><meta name="d" content="&quot;q&quot;"></head>`,
    );
  });

  it("stops after the head, wherever the chunks split", () => {
    const page = `<head><title>In</title></head><body><meta name="late"><title>Out</title>`;
    fc.assert(
      fc.property(fc.nat(page.length), fc.nat(page.length), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const result = read(page.slice(0, from), page.slice(from, to), page.slice(to));
        expect(result).toMatchObject({
          isDone: true,
          html: `<head><meta charset="utf-8"><title>In</title></head>`,
        });
      }),
    );
  });

  it("bounds the number of tags it keeps", () => {
    expect(read(`<meta content="${"x".repeat(100_000)}">`).html.length).toBeLessThan(5_000);
    expect(read(`<title>${"x".repeat(100_000)}`).html.length).toBeLessThan(5_000);
    const metas = Array.from(
      { length: 1_000 },
      (_, index) => `<meta name="n${index}" content="x">`,
    ).join("");
    expect(read(metas).html.match(/<meta name/g)?.length).toBe(100);
    expect(read("<a>".repeat(100)).isDone).toBe(true);
    expect(read("<meta>".repeat(3_000)).isDone).toBe(true);
  });

  it("detects a page without metadata", () => {
    expect(read("<p>Hi</p>").isEmpty).toBe(true);
    expect(read("<title></title>").isEmpty).toBe(false);
  });

  it("uses the first tag with text of each name", () => {
    const og = (content: string) => `<meta property="og:description" content="${content}">`;
    const kept = (...tags: string[]) =>
      read(...tags).html.replace(/^<head><meta charset="utf-8">|<\/head>$/g, "");
    expect(kept(og("one"), og("two"))).toBe(og("one"));
    expect(
      kept(og(""), og(" \n&#x200b;"), `<meta property="og:description">`, og("three"), og("four")),
    ).toBe(og("three"));
    expect(
      kept(
        og("one"),
        `<meta property="OG:Description" content="two">`,
        `<meta name="og:description" content="three">`,
      ),
    ).toBe(og("one"));
    expect(
      kept("<title> </title><title>&nbsp;</title><title>Real</title><title>Late</title>"),
    ).toBe("<title>Real</title>");
  });

  it.each<[string, string[], string[]]>([
    [
      "in the order of the page",
      ["og:image=a", "og:image=b.gif", "og:image:width=9000", "og:image=c"],
      ["a", "b.gif", "c"],
    ],
    ["without empty ones", ["og:image=", "og:image= ", "og:image=b"], ["b"]],
    [
      "with their structured properties",
      [
        "og:image=a",
        "og:image:url=a",
        "og:image:secure_url=as",
        "og:image=b",
        "og:image:secure_url=bs",
      ],
      ["a", "as", "a", "bs", "b"],
    ],
    [
      "given by structured properties alone",
      ["og:image:secure_url=as", "og:image:url=a", "og:image:url=b"],
      ["as", "a", "b"],
    ],
    [
      "of Twitter after those of OpenGraph",
      ["twitter:image:src=t", "twitter:image=u", "og:image=a"],
      ["a", "t", "u"],
    ],
  ])("names pictures %s", (_, tags, expected) => {
    const metas = tags
      .map((tag) => tag.split("="))
      .map(([property, content]) => `<meta property="${property}" content="${content}">`);
    expect(read(...metas).images).toEqual(expected);
  });

  it("uses the first title and the first base", () => {
    expect(read("<title>1</title><title>2</title>").html).toContain("<title>1</title></head>");
    expect(read(`<base href="/a"><base href="/b">`).base).toBe("/a");
    expect(read("<base target=x>").base).toBeNull();
  });
});

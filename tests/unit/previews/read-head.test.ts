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
    expect(html).toBe(`<head><meta charset="utf-8"><title>A &amp; B</title><meta name="d" content="&quot;q&quot;"></head>`);
  });

  it("stops after the head, wherever the chunks split", () => {
    const page = `<head><title>In</title></head><body><meta name="late"><title>Out</title>`;
    fc.assert(
      fc.property(fc.nat(page.length), fc.nat(page.length), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const result = read(page.slice(0, from), page.slice(from, to), page.slice(to));
        expect(result).toMatchObject({ isDone: true, html: `<head><meta charset="utf-8"><title>In</title></head>` });
      }),
    );
  });

  it("bounds the number of tags it keeps", () => {
    expect(read(`<meta content="${"x".repeat(100_000)}">`).html.length).toBeLessThan(5_000);
    expect(read(`<title>${"x".repeat(100_000)}`).html.length).toBeLessThan(5_000);
    expect(read("<meta>".repeat(10_000)).html.match(/<meta>/g)?.length).toBe(100);
    expect(read("<a>".repeat(100)).isDone).toBe(true);
    expect(read("<meta>".repeat(3_000)).isDone).toBe(true);
  });

  it("detects a page without metadata", () => {
    expect(read("<p>Hi</p>").isEmpty).toBe(true);
    expect(read("<title></title>").isEmpty).toBe(false);
  });

  it("uses the first title and the first base", () => {
    expect(read("<title>1</title><title>2</title>").html).toContain("<title>1</title></head>");
    expect(read(`<base href="/a"><base href="/b">`).base).toBe("/a");
    expect(read("<base target=x>").base).toBeNull();
  });
});

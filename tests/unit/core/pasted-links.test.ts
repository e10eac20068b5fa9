import { expect, it } from "vitest";
import { hasSeveralLinks, onlyLines, readPastedLinks, withSlug } from "@/lib/core/pasted-links";

const one = (text: string) => {
  const [first, ...more] = readPastedLinks(text);
  expect(more).toEqual([]);
  return first && [first.url, first.slug, first.title];
};
const url = "https://example.com/a";

it.each([
  ["https://example.com/a", [url, "", ""]],
  ["https://example.com/a spring", [url, "spring", ""]],
  ["https://example.com/a /spring", [url, "spring", ""]],
  ["https://example.com/a   spring   Spring sale 2030", [url, "spring", "Spring sale 2030"]],
  ['https://example.com/a spring "Spring sale"', [url, "spring", "Spring sale"]],
  ['https://example.com/a "Spring sale"', [url, "", "Spring sale"]],
  ["https://example.com/a “Spring sale”", [url, "", "Spring sale"]],
  ["https://example.com/a „Frühling“", [url, "", "Frühling"]],
  ["https://example.com/a Über uns", [url, "", "Über uns"]],
  ["https://example.com/a spring.sale", [url, "spring.sale", ""]],
  ["https://example.com/a\tspring\tSpring sale", [url, "spring", "Spring sale"]],
  ["https://example.com/a\t\tSpring sale", [url, "", "Spring sale"]],
  ['https://example.com/a\tspring\t"Say ""hi"""', [url, "spring", 'Say "hi"']],
  ["https://example.com/a\tspring\tSpring\tsale", [url, "spring", "Spring sale"]],
  ["https://example.com/a\t", [url, "", ""]],
  ["  https://example.com/a  ", [url, "", ""]],
  ["\ufeffhttps://example.com/a", [url, "", ""]],
  ["\u200bhttps://example.com/a\u200b", [url, "", ""]],
  ["- https://example.com/a spring", [url, "spring", ""]],
  ["* https://example.com/a", [url, "", ""]],
  ["• https://example.com/a", [url, "", ""]],
  ["12. https://example.com/a", [url, "", ""]],
  ["3) https://example.com/a", [url, "", ""]],
  ["- [x] https://example.com/a", [url, "", ""]],
  ["<https://example.com/a> spring", [url, "spring", ""]],
  ['"https://example.com/a" spring', [url, "spring", ""]],
  ["example.com/a spring", [url, "spring", ""]],
  ["localhost:3000", ["http://localhost:3000", "", ""]],
  ["bücher.example/käse", ["https://bücher.example/käse", "", ""]],
  ["mailto:mara@example.com", ["mailto:mara@example.com", "", ""]],
  ["not an address", ["not", "an", "address"]],
])("reads %j", (line, fields) => {
  expect(one(line)).toEqual(fields);
});

it.each(["", "  ", "\t", "# a comment", "-", "- ", "3.", "\u200b", "url\tslug\ttitle", "URL"])(
  "finds no link in %j",
  (line) => {
    expect(readPastedLinks(line)).toEqual([]);
  },
);

it("counts lines as an editor does, with every kind of line end", () => {
  const text = "\r\na.example\r\n\n# x\rb.example two\n- \u2028c.example\r\n-";
  expect(readPastedLinks(text)).toEqual([
    { line: 2, url: "https://a.example", slug: "", title: "" },
    { line: 5, url: "https://b.example", slug: "two", title: "" },
    { line: 7, url: "https://c.example", slug: "", title: "" },
  ]);
});

it("skips the head of a table only where it is the head", () => {
  expect(readPastedLinks("Destination\tSlug\nexample.com\ta\nurl\tb")).toMatchObject([
    { line: 2, slug: "a" },
    { line: 3, url: "url", slug: "b" },
  ]);
});

it("knows text of several links from an address that was broken into none", () => {
  expect(hasSeveralLinks("a.example\r\nb.example\r\n")).toBe(true);
  expect(hasSeveralLinks("a.example\r\n\r\n# b")).toBe(false);
  expect(hasSeveralLinks("https://a.example/very\r\nlong-address?x=1")).toBe(false);
  expect(hasSeveralLinks("")).toBe(false);
});

it("changes the slug of one line, and keeps some lines", () => {
  const text = "a.example one\r\n- b.example two The second\nc.example";
  expect(withSlug(text, 2, "two-2")).toBe('a.example one\nb.example two-2 "The second"\nc.example');
  expect(readPastedLinks(withSlug(text, 2, "two-2"))[1]).toMatchObject({
    slug: "two-2",
    title: "The second",
  });
  expect(onlyLines(text, new Set([1, 3]))).toBe("a.example one\nc.example");
});

it("reads 20,000 lines of any kind without a pause", () => {
  const text = `${"-".repeat(10_000)}\n${'"'.repeat(10_000)}\n${"https://example.com/a b c\n".repeat(20_000)}`;
  expect(readPastedLinks(text)).toHaveLength(20_002);
});

import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { slugPattern } from "@/lib/core/slug";
import { csvOf } from "@/lib/core/table-file";
import { newLinkSchema } from "@/lib/links/schema";
import { readLinkRows } from "@/lib/transfer/read-link-rows";

/** Nothing that a stranger or an owner may write runs in a spreadsheet, and nothing is lost on the way back (promise 17). */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠−]|^[\t\r\n]/u;
const delimiters = [",", ";", "\t"];

/** Text that is full of what separates, quotes and calculates. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."=+-@;,\"'|".split(""),
        "\t",
        "\r",
        "\n",
        "\r\n",
        " ",
        "＝",
        "＋",
        "－",
        "＠",
        "−",
        "\u200b",
        "\ufeff",
        '";',
        ';"=',
        "\t=1",
        "'=",
      ),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

function cellsOf(csv: string, delimiter: string): string[] {
  return (["\r\n", "\n", undefined] as const).flatMap((newline) => Papa.parse<string[]>(csv, { delimiter, newline }).data.flat());
}

/** As a program that knows nothing of quotes splits a line. */
function bareCellsOf(csv: string, delimiter: string): string[] {
  return csv.split(/[\r\n]+/).flatMap((line) => line.split(delimiter).map((cell) => cell.replace(/^"+/, "")));
}

it("no cell of a comma, semicolon or tab parser starts a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ title: hostileText, utmSource: fc.option(hostileText), clicks: fc.nat() }), { maxLength: 4 }), (rows) => {
      const csv = csvOf(rows, ["title", "utmSource", "clicks"]);
      for (const delimiter of delimiters) for (const cell of cellsOf(csv, delimiter)) expect(cell).not.toMatch(formulaStart);
      // Between commas only quotes keep a value together, so what splits at every comma is no reader of this file.
      for (const delimiter of [";", "\t"]) for (const cell of bareCellsOf(csv, delimiter)) expect(cell).not.toMatch(formulaStart);
    }),
    { numRuns: 500 },
  );
});

it.each([";=cmd|' /C calc'!A0", "news;=1+1", "a\t=1+1", 'a;"=1+1"', "＝1+1", "-1;+2", "line\n=1", "line\r=1", "\t=1", "'=1"])(
  "%j is text",
  (value) => {
    const csv = csvOf([{ value }], ["value"]);
    for (const delimiter of delimiters) for (const cell of cellsOf(csv, delimiter)) expect(cell).not.toMatch(formulaStart);
  },
);

it("text is quoted, numbers and booleans are not, and null is empty", () => {
  const csv = csvOf([{ title: "one\rtwo", clicks: -7, enabled: false, lastClickedAt: null }], ["title", "clicks", "enabled", "lastClickedAt"]);
  expect(csv).toBe('"title","clicks","enabled","lastClickedAt"\r\n"one\rtwo",-7,false,\r\n');
});

it("importing an export recreates the same links", async () => {
  const schema = newLinkSchema({ BASE_URL: "https://go.example.com", PORT: 443 });
  const slug = fc.stringMatching(new RegExp(slugPattern.source));
  const url = fc.tuple(fc.webUrl(), hostileText).map(([start, rest]) => `${start}?q=${rest}`);
  const written = fc.record({ slug, url, title: hostileText, enabled: fc.boolean(), expiresAt: fc.option(fc.constant("2030-01-31T00:00:00.000Z")) });
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 5 }), async (given) => {
      const links = given.map((value) => schema.safeParse(value)).flatMap(({ data }) => (data ? [data] : []));
      fc.pre(links.length > 0);
      for (const { title } of links) expect(title ?? "").not.toMatch(/[\r\n\u0085\u2028\u2029]/);
      const rows = links.map((link) => ({ ...link, expiresAt: link.expiresAt?.toISOString() ?? null }));
      const csv = csvOf(rows, ["slug", "url", "title", "enabled", "expiresAt"]);
      const read = [];
      for await (const { value } of (await readLinkRows(Buffer.from(csv), "csv")).rows) read.push(schema.parse(value));
      expect(read).toEqual(links);
    }),
    { numRuns: 200 },
  );
});

import fc from "fast-check";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { slugPattern } from "@/lib/core/slug";
import { csvOf } from "@/lib/core/table-file";
import { newLinkSchema } from "@/lib/links/schema";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { isFullRun } from "../../support/run";

/**
 * Nothing that a stranger or an owner may write runs in a spreadsheet, and nothing is lost on the
 * way back (promise 17).
 */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠−]|^[\t\r\n]/u;
const delimiters = [",", ";", "\t"];
/** A quarter in shorter runs. */
const cases = (most: number) => (isFullRun ? most : most / 4);

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
  return (["\r\n", "\n", undefined] as const).flatMap((newline) =>
    Papa.parse<string[]>(csv, { delimiter, newline }).data.flat(),
  );
}

/** As a program that knows nothing of quotes splits a line. */
function bareCellsOf(csv: string, delimiter: string): string[] {
  return csv
    .split(/[\r\n]+/)
    .flatMap((line) => line.split(delimiter).map((cell) => cell.replace(/^"+/, "")));
}

it("no cell of a comma, semicolon or tab parser starts a formula", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ title: hostileText, utmSource: fc.option(hostileText), clicks: fc.nat() }),
        { maxLength: 4 },
      ),
      (rows) => {
        const csv = csvOf(rows, ["title", "utmSource", "clicks"]);
        for (const delimiter of delimiters)
          for (const cell of cellsOf(csv, delimiter)) expect(cell).not.toMatch(formulaStart);
        // Between commas only quotes keep a value together, so what splits at every comma is no
        // reader of this file.
        for (const delimiter of [";", "\t"])
          for (const cell of bareCellsOf(csv, delimiter)) expect(cell).not.toMatch(formulaStart);
      },
    ),
    { numRuns: cases(500) },
  );
});

it.each([
  ";=cmd|' /C calc'!A0",
  "news;=1+1",
  "a\t=1+1",
  'a;"=1+1"',
  "＝1+1",
  "-1;+2",
  "line\n=1",
  "line\r=1",
  "\t=1",
  "'=1",
])("%j is text", (value) => {
  const csv = csvOf([{ value }], ["value"]);
  for (const delimiter of delimiters)
    for (const cell of cellsOf(csv, delimiter)) expect(cell).not.toMatch(formulaStart);
});

it("text is quoted, numbers and booleans are not, and null is empty", () => {
  const csv = csvOf(
    [{ title: "one\rtwo", clicks: -7, enabled: false, lastClickedAt: null }],
    ["title", "clicks", "enabled", "lastClickedAt"],
  );
  expect(csv).toBe('"title","clicks","enabled","lastClickedAt"\r\n"one\rtwo",-7,false,\r\n');
});

it("importing an export recreates the same links", async () => {
  const schema = newLinkSchema({ BASE_URL: "https://go.example.com", PORT: 443 });
  const slug = fc.stringMatching(new RegExp(slugPattern.source));
  const url = fc.tuple(fc.webUrl(), hostileText).map(([start, rest]) => `${start}?q=${rest}`);
  const written = fc.record({
    slug,
    url,
    title: hostileText,
    enabled: fc.boolean(),
    expiresAt: fc.option(fc.constant("2030-01-31T00:00:00.000Z")),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 5 }), async (given) => {
      const links = given
        .map((value) => schema.safeParse(value))
        .flatMap(({ data }) => (data ? [data] : []));
      fc.pre(links.length > 0);
      for (const { title } of links) expect(title ?? "").not.toMatch(/[\r\n\u0085\u2028\u2029]/);
      const rows = links.map((link) => ({
        ...link,
        expiresAt: link.expiresAt?.toISOString() ?? null,
      }));
      const csv = csvOf(rows, ["slug", "url", "title", "enabled", "expiresAt"]);
      const read = [];
      for await (const { value } of (await readLinkRows(Buffer.from(csv))).rows)
        read.push(schema.parse(value));
      expect(read).toEqual(links);
    }),
    { numRuns: cases(200) },
  );
});

/** What Excel and LibreOffice take for a number, a date, a time or a boolean. */
const changed =
  /^(?=.*\d)[\s\d.,:/%€$()+-]*(?:(?:jan(?:uary)?|feb|mar|ma[iy]|june?|sept?|o[ck]t|dec|dez)\.?[\s\d.,:/%-]*)?(?:(?<=\d *)[ap]m)?$|^\d+e-?\d+$|^(?:true|false|wahr|falsch)$/i;
const inGerman = new Map([
  ["true", "WAHR"],
  ["false", "FALSCH"],
]);
const changeable = fc.oneof(
  fc.constantFrom(
    ..."007|1e5|3-4|May 5|5 May 2024 1:30 PM|2024-03-01|TRUE|wahr|50%|€5|(5)|1/2|1.234,5|-5|'007|''1|'90s|'-5|'TRUE|+1|'=1|½|''-5|''-;5|'''7".split(
      "|",
    ),
  ),
  hostileText,
);

it("an export for spreadsheets comes back as it was, also saved by one", async () => {
  const schema = newLinkSchema({ BASE_URL: "https://go.example.com", PORT: 443 });
  const slug = fc.oneof(
    fc.constantFrom("007", "1e5", "3-4", "TRUE", "-5", "May-5"),
    fc.stringMatching(new RegExp(slugPattern.source)),
  );
  const written = fc.record({
    url: fc.constant("https://example.com/1,5;2"),
    slug,
    title: changeable,
    note: changeable,
    enabled: fc.boolean(),
  });
  const columns = ["slug", "url", "title", "enabled", "note", "botHitCount"] as const;
  const read = async (file: Buffer) => {
    const values = [];
    for await (const { value } of (await readLinkRows(file)).rows)
      values.push({ note: null, ...schema.parse(value) });
    return values;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(written, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<"," | ";">(",", ";"),
      async (given, separator) => {
        const links = given
          .map((value) => schema.safeParse(value))
          .flatMap(({ data }) => (data ? [data] : []));
        fc.pre(links.length > 0);
        const rows = links.map(({ slug = "", url, title, enabled, note = null }) => ({
          slug,
          url,
          title,
          enabled,
          note,
          botHitCount: 7,
        }));
        const csv = csvOf(rows, columns, { spreadsheet: { separator, timeZone: "UTC" } });
        expect(csv.startsWith("\ufeff")).toBe(true);
        expect(await read(Buffer.from(csv))).toEqual(links);
        // A spreadsheet shows cells without quotes, and saves them in its language.
        const cells = Papa.parse<string[]>(csv.slice(1), {
          delimiter: separator,
          newline: "\r\n",
          skipEmptyLines: true,
        }).data;
        for (const [slug = "", , title = "", , note = ""] of cells.slice(1)) {
          for (const cell of [slug, title, ...(note.includes("\n") ? [] : [note])])
            expect(cell).not.toMatch(changed);
        }
        const saved = cells.map((row) => row.map((cell) => inGerman.get(cell) ?? cell));
        expect(await read(Buffer.from(`\ufeff${Papa.unparse(saved, { delimiter: ";" })}`))).toEqual(
          links,
        );
        expect(
          await read(Buffer.from(`\ufeff${Papa.unparse(saved, { delimiter: "\t" })}`, "utf16le")),
        ).toEqual(links);
      },
    ),
    { numRuns: cases(300) },
  );
});

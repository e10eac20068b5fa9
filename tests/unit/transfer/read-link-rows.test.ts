import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { type LinkRow, readLinkRows } from "@/lib/transfer/read-link-rows";
import { refusalOf } from "../support/refusal";

async function rowsOf(text: string, format: "csv" | "json"): Promise<LinkRow[]> {
  const rows: LinkRow[] = [];
  for await (const row of (await readLinkRows(Buffer.from(text), format)).rows) rows.push(row);
  return rows;
}

describe("a CSV file", () => {
  it("is read by its header, in any order and case, ignoring unknown columns", async () => {
    const text = "Title,Clicks,URL,expiresat,Enabled,slug\r\nSpring,7,https://example.com/,2030-01-01,TRUE,spring\r\n";
    const value = { title: "Spring", url: "https://example.com/", expiresAt: "2030-01-01", enabled: true, slug: "spring" };
    expect(await rowsOf(text, "csv")).toEqual([{ row: 2, value }]);
  });

  it("treats empty fields as missing, except the destination", async () => {
    expect(await rowsOf("url,slug,title\n,,\nhttps://a.example/,,", "csv")).toEqual([{ row: 2, value: { url: "https://a.example/" } }]);
    expect(await rowsOf("url,slug\n,x", "csv")).toEqual([{ row: 2, value: { url: "", slug: "x" } }]);
  });

  it("may have a byte order mark, quotes, line breaks and semicolons", async () => {
    expect(await rowsOf('\uFEFFurl;title\nhttps://a.example/;"two\nlines; ""quoted"""', "csv")).toEqual([
      { row: 2, value: { url: "https://a.example/", title: 'two\nlines; "quoted"' } },
    ]);
  });

  it.each(["", "\n\n", "slug,title\na,b", "https://example.com/"])("without a column url is refused: %j", async (text) => {
    expect((await refusalOf(() => rowsOf(text, "csv"))).code).toBe("validation_failed");
  });

  it("is parsed like Papa Parse does, including misplaced quotes", async () => {
    const text = fc.array(fc.constantFrom('"', '""', ",", "\n", "a", " "), { maxLength: 30 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(text, async (rest) => {
        const file = `url,title,x\n${rest}`;
        const { data, errors } = Papa.parse<string[]>(file, { delimiter: ",", newline: "\n", skipEmptyLines: "greedy" });
        // It leaves doubled quotes as they are where the last one is missing.
        fc.pre(!errors.some(({ code }) => code === "MissingQuotes"));
        const expected = data.slice(1).map(([url = "", title = ""]) => [url.trim(), title.trim() || undefined]);
        const rows = await rowsOf(file, "csv");
        expect(rows.map(({ value }) => [(value as { url: string }).url, (value as { title?: string }).title])).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a JSON file", () => {
  const links = [{ url: "https://a.example/" }, 7];
  it.each([
    ["an array", links],
    ["what the API lists", { links, total: 2 }],
  ])("is %s", async (_, value) => {
    expect(await rowsOf(JSON.stringify(value), "json")).toEqual(links.map((link, index) => ({ row: index + 1, value: link })));
  });

  it("is refused if it is not valid JSON", async () => {
    const broken = [
      "{",
      "}",
      "[",
      "]",
      "[1 2]",
      "[1,]",
      "[,1]",
      "[1}",
      "[1]]",
      "[1],2",
      "1,2",
      '{"links":[1] 2}',
      '{"links":[1],}',
      '["a]',
      '{"a"}',
      "",
    ];
    for (const text of broken) expect((await refusalOf(() => rowsOf(text, "json"))).code, text).toBe("malformed_json");
    for (const text of ["null", "7", "{}", '{"links":7}']) expect((await refusalOf(() => rowsOf(text, "json"))).code).toBe("validation_failed");
  });

  it("is parsed like JSON.parse does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), async (list, others, isWrapped) => {
        const text = JSON.stringify(isWrapped ? { ...others, links: list } : list, null, isWrapped ? 1 : 0);
        const rows = await rowsOf(text, "json");
        expect(rows.map(({ value }) => JSON.stringify(value))).toEqual(list.map((value) => JSON.stringify(value)));
      }),
    );
  });

  it("does not reach prototypes", async () => {
    const [row] = await rowsOf('[{"url":"https://a.example/","__proto__":{"title":"x"},"constructor":{"prototype":{"slug":"x"}}}]', "json");
    expect(Object.getPrototypeOf(row?.value)).toBe(Object.prototype);
    expect(row?.value).not.toHaveProperty("title");
    expect(({} as { slug?: string }).slug).toBeUndefined();
  });
});

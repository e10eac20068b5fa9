import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LinkRow, readLinkRows } from "@/lib/transfer/read-link-rows";
import { refusalOf } from "../support/refusal";

async function rowsOf(text: string, format: "csv" | "json"): Promise<LinkRow[]> {
  const rows: LinkRow[] = [];
  for await (const row of readLinkRows(text, format)) rows.push(row);
  return rows;
}

describe("a CSV file", () => {
  it("is read by its header, whatever the order and case, and with what it does not know", async () => {
    const text = "Title,Clicks,URL,expiresat,Enabled,slug\r\nSpring,7,https://example.com/,2030-01-01,TRUE,spring\r\n";
    const value = { title: "Spring", url: "https://example.com/", expiresAt: "2030-01-01", enabled: true, slug: "spring" };
    expect(await rowsOf(text, "csv")).toEqual([{ row: 2, value }]);
  });

  it("says nothing where a field is empty, but for the destination", async () => {
    expect(await rowsOf("url,slug,title\n,,\nhttps://a.example/,,", "csv")).toEqual([{ row: 2, value: { url: "https://a.example/" } }]);
    expect(await rowsOf("url,slug\n,x", "csv")).toEqual([{ row: 2, value: { url: "", slug: "x" } }]);
  });

  it("may begin with a byte order mark, have quotes, line breaks and semicolons", async () => {
    expect(await rowsOf('\uFEFFurl;title\nhttps://a.example/;"two\nlines; ""quoted"""', "csv")).toEqual([
      { row: 2, value: { url: "https://a.example/", title: 'two\nlines; "quoted"' } },
    ]);
  });

  it.each(["", "\n\n", "slug,title\na,b", "https://example.com/"])("without a column url is refused: %j", async (text) => {
    expect((await refusalOf(() => rowsOf(text, "csv"))).code).toBe("validation_failed");
  });

  it("reads back what an export wrote, formulas included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("", "=", "+", "-", "@"), fc.string({ unit: "grapheme", minLength: 1 }), async (start, rest) => {
        const title = (start + rest).trim();
        fc.pre(title !== "" && !/^'[=+\-@]/.test(title) && !/[\r\n\0\uFEFF]/.test(title));
        const text = stringify([{ url: "https://a.example/", title }], { header: true, escape_formulas: true });
        expect(await rowsOf(text, "csv")).toEqual([{ row: 2, value: { url: "https://a.example/", title } }]);
      }),
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

  it("that is none is refused", async () => {
    expect((await refusalOf(() => rowsOf("{", "json"))).code).toBe("malformed_json");
    for (const text of ["null", "7", "{}", '{"links":7}']) expect((await refusalOf(() => rowsOf(text, "json"))).code).toBe("validation_failed");
  });
});

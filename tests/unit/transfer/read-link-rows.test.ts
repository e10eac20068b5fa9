import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { SluglineError } from "@/lib/core/errors";
import type { FileRow } from "@/lib/transfer/link-table";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { inEnglish, type Said } from "../../support/in-english";
import { isFullRun } from "../../support/run";
import { refusalOf } from "../support/refusal";

async function rowsOf(text: string): Promise<Said<FileRow>[]> {
  const rows: Said<FileRow>[] = [];
  for await (const row of (await readLinkRows(Buffer.from(text))).rows) rows.push(inEnglish(row));
  return rows;
}

describe("a CSV file", () => {
  it("is read by its header, in any order and case, naming unknown columns", async () => {
    const text =
      "Title,Clicks,Where,URL,expiresat,Enabled,slug\r\nSpring,7,here,https://example.com/,2030-01-01,TRUE,spring\r\n";
    const value = {
      title: "Spring",
      url: "https://example.com/",
      expiresAt: "2030-01-01",
      enabled: true,
      slug: "spring",
      importedClicks: 7,
    };
    expect(await rowsOf(text)).toEqual([{ row: 2, value }]);
    expect((await readLinkRows(Buffer.from(text))).unusedColumns).toEqual(["Where"]);
  });

  it("treats empty fields as missing, except the destination", async () => {
    expect(await rowsOf("url,slug,title\n,,\nhttps://a.example/,,")).toEqual([
      { row: 2, value: { url: "https://a.example/" } },
    ]);
    expect(await rowsOf("url,slug\n,x")).toEqual([{ row: 2, value: { url: "", slug: "x" } }]);
  });

  it("may have a byte order mark, quotes, line breaks and semicolons", async () => {
    expect(await rowsOf('\uFEFFurl;title\nhttps://a.example/;"two\nlines; ""quoted"""')).toEqual([
      { row: 2, value: { url: "https://a.example/", title: 'two\nlines; "quoted"' } },
    ]);
  });

  it.each(["", "\n\n", "slug,title\na,b", "https://example.com/"])(
    "without a column url is refused: %j",
    async (text) => {
      expect((await refusalOf(() => rowsOf(text))).code).toBe("validation_failed");
    },
  );

  it("is parsed like Papa Parse does, or refused where quotes are misplaced", async () => {
    const text = fc
      .array(fc.constantFrom('"', '""', ",", "\n", "a", " "), { maxLength: 30 })
      .map((parts) => parts.join(""));
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(text, async (rest) => {
        // Spaces around a quoted value belong to nothing here.
        fc.pre(!/(?:^|[,\n]) +"|" +(?:[,\n]|$)/.test(rest));
        const file = `url,title,x\n${rest}`;
        const { data, errors } = Papa.parse<string[]>(file, {
          delimiter: ",",
          newline: "\n",
          skipEmptyLines: "greedy",
        });
        const read = await rowsOf(file).catch((error: unknown) => error as SluglineError);
        if (!Array.isArray(read)) {
          // Papa Parse says nothing of text after a closing quote.
          expect(read.code).toBe("validation_failed");
          expect(errors.some(({ type }) => type === "Quotes") || /"[^",\n]/.test(rest)).toBe(true);
          return;
        }
        expect(errors.filter(({ type }) => type === "Quotes")).toEqual([]);
        accepted++;
        const expected = data
          .slice(1)
          .map(([url = "", title = ""]) => [url.trim(), title.trim() || undefined]);
        expect(
          read.map(({ value }) => [
            (value as { url?: string }).url ?? "",
            (value as { title?: string }).title,
          ]),
        ).toEqual(expected);
      }),
      { numRuns: isFullRun ? 2_000 : 500 },
    );
    expect(accepted).toBeGreaterThan(isFullRun ? 200 : 50);
  });
});

describe("a CSV file that is damaged", () => {
  const good = "https://example.com/good,good";
  const problems = async (text: string) =>
    (await rowsOf(text)).map(({ row, problem }) => [row, problem ?? "none"]);

  it.each<[string, string, [number, unknown][]]>([
    [
      "a comma in a destination",
      `url,slug\nhttps://example.com/x,y,z/page,unq1\n${good}`,
      [
        [2, expect.stringMatching(/^Line 2: .*4 fields.*quotes/)],
        [3, "none"],
      ],
    ],
    [
      "a comma at the end of a destination",
      "url\nhttps://example.com/x,\n",
      [[2, expect.stringContaining("2 fields")]],
    ],
    [
      "a semicolon in a destination",
      `url;slug\nhttps://example.com/x;y;z\n`,
      [[2, expect.stringContaining("3 fields")]],
    ],
    [
      "a tab in a title",
      `url\ttitle\nhttps://example.com/\ta\tb\n`,
      [[2, expect.stringContaining("3 fields")]],
    ],
    [
      "a row before its destination ends",
      `slug,url\ncut\nx,https://example.com/\n`,
      [
        [2, expect.stringContaining("destination")],
        [3, "none"],
      ],
    ],
    [
      "another separator than the header",
      `url,slug\nhttps://example.com/x;y\n${good}`,
      [
        [2, expect.stringContaining("separator")],
        [3, "none"],
      ],
    ],
    [
      "a line break in a destination",
      `url,slug\nhttps://example.com/x\ny,z\n${good}`,
      [
        [2, expect.stringContaining("cut")],
        [3, "none"],
        [4, "none"],
      ],
    ],
    [
      "a line break in a title",
      `url,slug,title\nhttps://example.com/x,y,One\ntwo\n`,
      [
        [2, expect.stringContaining("cut")],
        [3, "none"],
      ],
    ],
    [
      "a line break before a quote in the middle",
      `url,slug\nhttps://example.com/"x\ny",z\n`,
      [
        [2, expect.stringContaining("cut")],
        [3, "none"],
      ],
    ],
    [
      "a bare return in a value",
      `url,slug\nhttps://example.com/x\ry,z\n${good}`,
      [
        [2, expect.stringContaining("cut")],
        [3, "none"],
        [4, "none"],
      ],
    ],
    [
      "lines that end in every way",
      `url,slug\r\n${good}\r${good}\n\r\n${good}`,
      [
        [2, "none"],
        [3, "none"],
        [4, "none"],
      ],
    ],
  ])("by %s never gives a link another destination", async (_, text, expected) => {
    expect(await problems(text)).toEqual(expected);
  });

  it("has its rows named by their lines, whatever is in them", async () => {
    const [, , last] = await problems(
      `url,slug,title\n\nhttps://a.example/,a,"one\r\ntwo\nthree"\n\nhttps://a.example/,b,x\nhttps://a.example/,c,d,e`,
    );
    expect(last).toEqual([4, expect.stringMatching(/^Line 8: /)]);
  });

  it.each([
    [
      "an open quote",
      `url,slug\n${good}\nhttps://example.com/,"open\n${good}`,
      /opens in line 3 is not closed/,
    ],
    [
      "a quote that is not doubled",
      `url,title\n${good}\nhttps://example.com/,"a "b" c"\n`,
      /after the closing quote in line 3/,
    ],
    [
      "a quote behind a backslash",
      `url,title\nhttps://example.com/,"a \\"b\\" c"\n`,
      /after the closing quote in line 2/,
    ],
    [
      "a column that is there twice",
      `url,slug,URL\n${good},https://example.com/other`,
      /"url" is there twice/,
    ],
    [
      "two columns that may be the destination",
      "long_url,url,slug\nhttps://a.example/,https://b.example/,x",
      /Several columns.*"long_url", "url"/,
    ],
    [
      "links without a header",
      "https://a.example/,x\nhttps://b.example/,y",
      /first line is a link/,
    ],
    ["NUL characters", "url,slug\nhttps://a.example/\0,x", /contains NUL characters/],
  ])("by %s is refused whole", async (_, text, message) => {
    const refusal = await refusalOf(() => rowsOf(text));
    expect([refusal.code, refusal.message]).toEqual([
      "validation_failed",
      expect.stringMatching(message),
    ]);
  });

  it("has rows with fewer fields than the header, which are created and named if they end with the destination", async () => {
    expect(await rowsOf("slug,url,title\na,https://a.example/\nb,https://b.example/,B")).toEqual([
      {
        row: 2,
        value: { url: "https://a.example/", slug: "a" },
        note: expect.stringMatching(/^Line 2 has 2 fields, the header 3/),
      },
      { row: 3, value: { url: "https://b.example/", slug: "b", title: "B" } },
    ]);
  });

  it.each([
    ["url,slug,title", "https://example.com/x,y"],
    ["url;slug;title;note", "https://example.com/x;y;z"],
    ["slug,url,title,note", "a,https://example.com/?at=1,2"],
  ])(
    "has no row with fewer fields whose destination a separator may have cut: %s",
    async (head, row) => {
      for (const other of ["", `\n${row}`])
        expect((await problems(`${head}\n${row}${other}`))[0]).toEqual([
          2,
          expect.stringContaining("cut"),
        ]);
    },
  );

  it("has NULL of a database as an empty value, unless it is quoted", async () => {
    const text = 'url,slug,title,tags\nhttps://a.example/,NULL,"NULL",\\N\n';
    expect(await rowsOf(text)).toEqual([
      { row: 2, value: { url: "https://a.example/", title: "NULL" } },
    ]);
  });
});

describe("a JSON file", () => {
  const links = [{ url: "https://a.example/" }, 7];
  it.each([
    ["an array", links],
    ["what the API lists", { links, total: 2 }],
  ])("is %s", async (_, value) => {
    expect(await rowsOf(JSON.stringify(value))).toEqual(
      links.map((link, index) => ({ row: index + 1, value: link })),
    );
  });

  it("is refused if it is not valid JSON", async () => {
    const broken = [
      "{",
      "[",
      "[1 2]",
      "[1,]",
      "[,1]",
      "[1}",
      "[1]]",
      "[1],2",
      '{"links":[1] 2}',
      '{"links":[1],}',
      '["a]',
      '{"a"}',
    ];
    for (const text of broken)
      expect((await refusalOf(() => rowsOf(text))).code, text).toBe("malformed_json");
    for (const text of ["{}", '{"links":7}'])
      expect((await refusalOf(() => rowsOf(text))).code).toBe("validation_failed");
  });

  it("is parsed like JSON.parse does", async () => {
    // Members with the names of columns would be read as such.
    const element = fc
      .jsonValue()
      .map((value) => (typeof value === "object" && !Array.isArray(value) ? { x: value } : value));
    await fc.assert(
      fc.asyncProperty(
        fc.array(element),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.boolean(),
        async (list, others, isWrapped) => {
          const text = JSON.stringify(
            isWrapped ? { ...others, links: list } : list,
            null,
            isWrapped ? 1 : 0,
          );
          const rows = await rowsOf(text);
          expect(rows.map(({ value }) => JSON.stringify(value))).toEqual(
            list.map((value) => JSON.stringify(value)),
          );
        },
      ),
    );
  });

  it("does not reach prototypes", async () => {
    const [row] = await rowsOf(
      '[{"url":"https://a.example/","__proto__":{"title":"x"},"constructor":{"prototype":{"slug":"x"}}}]',
    );
    expect(Object.getPrototypeOf(row?.value)).toBe(Object.prototype);
    expect(row?.value).not.toHaveProperty("title");
    expect(({} as { slug?: string }).slug).toBeUndefined();
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatOf, type ReadOptions, readLinkRows, UnknownColumns } from "@/lib/transfer/read-link-rows";
import { refusalOf } from "../support/refusal";

const samples = "tests/support/imports";

async function read(file: Uint8Array, options: ReadOptions = {}) {
  const { source, names, rows } = await readLinkRows(file, formatOf(file), options);
  const values = [];
  for await (const { value } of rows) values.push(value);
  return { source, names, values };
}

const readText = (text: string, options?: ReadOptions) => read(Buffer.from(text), options);
const one = async (text: string, options?: ReadOptions) => (await readText(text, options)).values[0];

const spring = { url: "https://example.com/spring", slug: "spring", title: "Spring sale" };
const clicks = { importedClicks: 4_120 };
const none = { importedClicks: 0 };
const news = { tags: ["news"] };
const newsAndSale = { tags: ["news", "sale"] };
const untilApril = { expiresAt: "2030-04-30T00:00:00.000Z" };
const docs = { url: "https://example.com/docs" };

/** What each sample file says, by its name. Archived links of other shorteners still redirect, so they are not disabled. */
const expected: Record<string, { source: string; values: object[] }> = {
  "slugline.csv": {
    source: "slugline",
    values: [
      {
        url: "https://example.com/spring?a=1",
        slug: "spring",
        title: "=1+1",
        enabled: true,
        createdAt: "2025-03-04T05:06:07.089Z",
        updatedAt: "2026-01-02T03:04:05.678Z",
        ...untilApril,
        ...clicks,
        tags: ["Spring", "print & web"],
        note: "First line\n=2+2",
      },
      {
        url: "https://example.com/off",
        slug: "off",
        enabled: false,
        createdAt: "2026-05-06T07:08:09.010Z",
        updatedAt: "2026-05-06T07:08:09.010Z",
        ...none,
      },
    ],
  },
  "bitly.csv": {
    source: "bitly",
    values: [
      { ...spring, title: "Spring, sale", createdAt: "2024-03-01T09:30:00+0000", ...clicks, ...news },
      { ...docs, slug: "3kLmNoP", title: "Docs", createdAt: "2023-11-20T18:05:44+0000", ...none },
    ],
  },
  "bitly.json": {
    source: "bitly",
    values: [
      { ...spring, createdAt: "2020-10-26T17:20:40+0000", ...news },
      { ...docs, slug: "3kLmNoP", createdAt: "2021-01-02T03:04:05+0000" },
    ],
  },
  "yourls.csv": {
    source: "yourls",
    values: [
      { ...spring, createdAt: "2019-05-06 07:08:09", ...clicks },
      { url: "https://example.com/old", slug: "old", ...none },
    ],
  },
  "yourls-plugin.csv": {
    source: "yourls",
    values: [
      { url: spring.url, slug: "spring", ...clicks },
      { ...docs, slug: "2b", ...none },
    ],
  },
  "kutt.json": {
    source: "kutt",
    values: [
      { ...spring, createdAt: "2022-03-04T05:06:07.000Z", ...untilApril, ...clicks },
      { url: "https://example.com/bad", slug: "bad", enabled: false, createdAt: "2022-03-04T05:06:07.000Z", ...none },
    ],
  },
  "shlink.csv": {
    source: "shlink",
    values: [
      { ...spring, createdAt: "2021-08-09T12:34:56+02:00", ...clicks, ...newsAndSale },
      { ...docs, slug: "docs/intro", createdAt: "2023-01-01T00:00:00+00:00", ...none },
    ],
  },
  "dub.csv": {
    source: "dub",
    values: [
      { url: spring.url, slug: "spring", createdAt: "2024-03-04T05:06:07.000Z", ...clicks, ...newsAndSale },
      { ...docs, slug: "docs/intro", createdAt: "2025-01-01T00:00:00.000Z", ...none },
    ],
  },
  "dub-api.json": {
    source: "dub",
    values: [
      { ...spring, createdAt: "2024-03-04T05:06:07.000Z", ...untilApril, ...clicks, ...news },
      { url: "https://example.com/off", slug: "off", enabled: false, createdAt: "2025-01-01T00:00:00.000Z", ...none },
    ],
  },
  "sink.json": {
    source: "sink",
    values: [
      { ...spring, createdAt: "2024-03-04T05:06:07.000Z", ...untilApril, ...news },
      { ...docs, slug: "docs", title: "manual", createdAt: "2025-01-01T00:00:00.000Z" },
    ],
  },
  "shortio.json": {
    source: "shortio",
    values: [
      { ...spring, createdAt: "2024-03-04T05:06:07.000Z", ...untilApril, ...clicks, ...news },
      { ...docs, slug: "docs", createdAt: "2025-01-01T00:00:00.000Z" },
    ],
  },
};

describe("a sample file of another shortener", () => {
  it.each(readdirSync(samples))("%s is recognised and read", async (name) => {
    const { source, values } = await read(readFileSync(`${samples}/${name}`));
    expect({ source, values }).toEqual(expected[name]);
  });

  it("exists for each expectation", () => {
    expect(readdirSync(samples).sort()).toEqual(Object.keys(expected).sort());
  });
});

describe("what a file cannot say of a link", () => {
  const fitted = async (text: string, options?: ReadOptions) => {
    const rows = [];
    for await (const { row: _, ...rest } of (await readLinkRows(Buffer.from(text), formatOf(Buffer.from(text)), options)).rows) rows.push(rest);
    return rows;
  };
  const locked = { disabled: expect.stringContaining("password") };

  it.each([
    ["Slugline", "slug,url,botHitCount,hasPassword\na,https://example.com/,0,true"],
    ["Slugline with fewer columns", "slug,url,hasPassword\na,https://example.com/,true"],
    ["Slugline as JSON", '[{"slug":"a","url":"https://example.com/","hasPassword":true}]'],
    ["Kutt", '[{"address":"a","target":"https://example.com/","password":true}]'],
    ["Kutt's table", "address,target,password\na,https://example.com/,$2a$12$abc"],
    ["Dub", '[{"domain":"dub.sh","key":"a","url":"https://example.com/","password":"pw"}]'],
    ["Short.io", '[{"originalURL":"https://example.com/","path":"a","hasPassword":true}]'],
    ["any other", "url,slug,Password\nhttps://example.com/,a,pw"],
  ])("disables a link of %s that had a password", async (_, text) => {
    expect(await fitted(text)).toEqual([{ value: expect.objectContaining({ enabled: false, url: "https://example.com/" }), ...locked }]);
  });

  it.each([
    ["slug,url,hasPassword\na,https://example.com/,false"],
    ["slug,url,hasPassword\na,https://example.com/,"],
    ['[{"address":"a","target":"https://example.com/","password":false}]'],
    ['[{"domain":"dub.sh","key":"a","url":"https://example.com/","password":null}]'],
  ])("leaves a link without one as it is: %j", async (text) => {
    const [row] = await fitted(text);
    expect(row).not.toHaveProperty("disabled");
    expect(row?.value).not.toHaveProperty("enabled");
  });

  it.each([
    ["Slugline", "slug,url,botHitCount,maxClicks,clickCount,importedClicks\n", "a,https://example.com/,0,10,4,7", "b,https://example.com/,0,10,10,"],
    ["Slugline with fewer columns", "slug,url,maxClicks,clickCount\n", "a,https://example.com/,10,4", "b,https://example.com/,10,12"],
  ])("lets as many pass as are left of the maximum, of %s", async (_, head, some, none) => {
    const [first, last] = await fitted(`${head}${some}\n${none}`);
    expect(first).toEqual({ value: expect.objectContaining({ maxClicks: 6 }) });
    expect(last).toEqual({ value: expect.objectContaining({ maxClicks: 10, enabled: false }), disabled: expect.stringContaining("no clicks left") });
  });

  it("counts the visits of Shlink against its maximum", async () => {
    const link = { shortCode: "a", longUrl: "https://example.com/", visitsSummary: { total: 3 }, meta: { maxVisits: 5 } };
    expect(await fitted(JSON.stringify([link]))).toEqual([{ value: expect.objectContaining({ maxClicks: 2, importedClicks: 3 }) }]);
  });

  it("does both for a JSON file of the API", async () => {
    const link = { slug: "a", url: "https://example.com/", maxClicks: 5, clickCount: 3 };
    expect(await fitted(JSON.stringify([link]), { source: "csv" })).toEqual([{ value: { ...link, maxClicks: 2 } }]);
  });
});

describe("a file of unknown columns", () => {
  const text = "Where to;Code;Hits;Since\nhttps://example.com/;x;1 234;1700000000\n";

  it("is refused with its columns", async () => {
    const refusal = await refusalOf(() => readText(text));
    expect(refusal).toBeInstanceOf(UnknownColumns);
    expect((refusal as UnknownColumns).names).toEqual(["Where to", "Code", "Hits", "Since"]);
  });

  it("is read by the columns that were chosen", async () => {
    const columns = { url: "Where to", slug: "Code", importedClicks: "Hits", createdAt: "Since" };
    expect(await readText(text, { columns })).toMatchObject({
      source: "csv",
      values: [{ url: "https://example.com/", slug: "x", importedClicks: 1_234, createdAt: "2023-11-14T22:13:20.000Z" }],
    });
  });

  it("is refused if the chosen column for the destination is not in it", async () => {
    expect((await refusalOf(() => readText(text, { columns: { url: "URL" } }))).code).toBe("validation_failed");
  });
});

it("chosen columns replace those that are known, and a source that is given is not recognised again", async () => {
  const text = "keyword,url,title,timestamp,ip,clicks,note\na,https://example.com/,T,,,7,N";
  expect(await one(text, { columns: { title: "note", importedClicks: "" } })).toEqual({ url: "https://example.com/", slug: "a", title: "N" });
  expect(await one(text, { source: "csv" })).toEqual({ url: "https://example.com/", title: "T", note: "N" });
});

it("tags are names in a list, or between commas or bars; an empty column says nothing", async () => {
  const tags = async (text: string) => (await one(`url,tags\nhttps://example.com/,${text}`)) as { tags?: unknown };
  expect((await tags('" a, b ,,c"')).tags).toEqual(["a", "b", "c"]);
  expect((await tags("a|b")).tags).toEqual(["a", "b"]);
  expect(await tags("")).toEqual({ url: "https://example.com/" });
  const inJson = async (tags: unknown) =>
    ((await one(JSON.stringify([{ destinationUrl: "https://example.com/", shortLink: "x", tags }]))) as { tags?: unknown }).tags;
  expect(await inJson([{ name: "a" }, "b", 7])).toEqual(["a", "b", 7]);
});

describe("a slug", () => {
  it.each([
    ["bit.ly/abc", "abc"],
    ["https://go.example.com/abc?utm_source=x#y", "abc"],
    ["http://localhost:3000/abc/", "abc"],
    ["/abc/", "abc"],
    ["abc", "abc"],
    ["docs/intro", "docs/intro"],
    ["https://go.example.com/caf%C3%A9", "café"],
    ["https://go.example.com/%E0%A4%A", "%E0%A4%A"],
    ["https://go.example.com", "https://go.example.com"],
  ])("%s is %s", async (written, slug) => {
    expect(await one(`url,slug\nhttps://example.com/,${written}`)).toMatchObject({ slug });
  });
});

describe("other values", () => {
  it.each([
    ["enabled", "yes", true],
    ["enabled", "0", false],
    ["enabled", "maybe", "maybe"],
    ["createdAt", "2024-01-02 03:04:05 UTC", "2024-01-02 03:04:05Z"],
    ["createdAt", "1700000000000", "2023-11-14T22:13:20.000Z"],
    ["createdAt", "20240102", "20240102"],
    ["expiresAt", "null", undefined],
    ["importedClicks", "1.234.567", "1.234.567"],
    ["importedClicks", '"1,234,567"', 1_234_567],
    ["importedClicks", "-1", "-1"],
  ])("%s %s is read as %s", async (field, written, value) => {
    expect(((await one(`url,${field}\nhttps://example.com/,${written}`)) as Record<string, unknown>)[field]).toEqual(value);
  });
});

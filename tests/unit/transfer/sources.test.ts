import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isUnknownColumns, readLinkRows } from "@/lib/transfer/read-link-rows";
import { inEnglish } from "../../support/in-english";
import { refusalOf } from "../support/refusal";

const samples = "tests/support/imports";

type ReadOptions = NonNullable<Parameters<typeof readLinkRows>[1]>;

async function read(file: Buffer, options: ReadOptions = {}) {
  const { source, names, rows } = await readLinkRows(file, options);
  const values = [];
  for await (const { value } of rows) values.push(value);
  return { source, names, values };
}

const readText = (text: string, options?: ReadOptions) => read(Buffer.from(text), options);
const one = async (text: string, options?: ReadOptions) =>
  (await readText(text, options)).values[0];

const spring = { url: "https://example.com/spring", slug: "spring", title: "Spring sale" };
const clicks = { importedClicks: 4_120 };
const none = { importedClicks: 0 };
const news = { tags: ["news"] };
const newsAndSale = { tags: ["news", "sale"] };
const untilApril = { expiresAt: "2030-04-30T00:00:00.000Z" };
const docs = { url: "https://example.com/docs" };

/**
 * What each sample file says, by its name. Archived links of other shorteners still redirect, so
 * they are not disabled.
 */
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
      {
        ...spring,
        aliases: ["3xYzAbC"],
        title: "Spring, sale",
        createdAt: "2024-03-01T09:30:00+0000",
        ...clicks,
        ...news,
      },
      { ...docs, slug: "3kLmNoP", title: "Docs", createdAt: "2023-11-20T18:05:44+0000", ...none },
    ],
  },
  "bitly.json": {
    source: "bitly",
    values: [
      { ...spring, aliases: ["3xYzAbC"], createdAt: "2020-10-26T17:20:40+0000", ...news },
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
      {
        url: "https://example.com/bad",
        slug: "bad",
        enabled: false,
        createdAt: "2022-03-04T05:06:07.000Z",
        ...none,
      },
    ],
  },
  "yourls.sql": {
    source: "yourls",
    values: [
      {
        ...spring,
        title: `Mara's "sale"; (new), it's`,
        createdAt: "2019-05-06 07:08:09",
        ...clicks,
      },
      { url: "https://example.com/old", slug: "old", ...none },
    ],
  },
  "yourls-mysqldump.sql": {
    source: "yourls",
    values: [
      { ...spring, title: "Spring\nsale", createdAt: "2019-05-06 07:08:09", ...clicks },
      { ...docs, slug: "docs", createdAt: "2019-05-06 07:08:09", ...none },
    ],
  },
  "yourls-phpmyadmin.csv": {
    source: "yourls",
    values: [
      { ...spring, createdAt: "2019-05-06 07:08:09", ...clicks },
      { ...docs, slug: "docs", createdAt: "2019-05-06 07:08:09", ...none },
    ],
  },
  "rebrandly.csv": {
    source: "rebrandly",
    values: [
      { ...spring, enabled: true, createdAt: "2024-03-04T05:06:07.000Z", ...clicks, ...news },
      {
        ...docs,
        slug: "docs",
        title: "Docs",
        enabled: false,
        createdAt: "2025-01-01T00:00:00.000Z",
        ...none,
      },
    ],
  },
  "polr.csv": {
    source: "polr",
    values: [
      { url: spring.url, slug: "spring", createdAt: "2019-05-06 07:08:09", ...clicks },
      {
        url: "https://example.com/off",
        slug: "off",
        enabled: false,
        createdAt: "2019-05-06 07:08:09",
        ...none,
      },
      { ...docs, slug: "docs", enabled: false, createdAt: "2019-05-06 07:08:09", ...none },
    ],
  },
  "tinyurl.csv": {
    source: "tinyurl",
    values: [
      { url: spring.url, slug: "spring", createdAt: "2024-03-04 05:06:07" },
      { ...docs, slug: "docs", createdAt: "2025-01-01 00:00:00" },
    ],
  },
  "tiny-cc.csv": {
    source: "csv",
    values: [
      { url: spring.url, slug: "spring", note: "Printed" },
      { ...docs, slug: "docs" },
    ],
  },
  "bookmarks.txt": {
    source: "bookmarks",
    values: [
      {
        url: "https://example.com/spring?a=1&b=2",
        title: "Spring & sale",
        note: "Half price",
        createdAt: "2023-11-14T22:13:20.000Z",
        ...newsAndSale,
      },
      { ...docs, title: "Docs", createdAt: "2023-11-14T22:13:21.000Z" },
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
      {
        url: spring.url,
        slug: "spring",
        createdAt: "2024-03-04T05:06:07.000Z",
        ...clicks,
        ...newsAndSale,
      },
      { ...docs, slug: "docs/intro", createdAt: "2025-01-01T00:00:00.000Z", ...none },
    ],
  },
  "dub-api.json": {
    source: "dub",
    values: [
      { ...spring, createdAt: "2024-03-04T05:06:07.000Z", ...untilApril, ...clicks, ...news },
      {
        url: "https://example.com/off",
        slug: "off",
        enabled: false,
        createdAt: "2025-01-01T00:00:00.000Z",
        ...none,
      },
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
    for await (const { row: _, ...rest } of (await readLinkRows(Buffer.from(text), options)).rows)
      rows.push(inEnglish(rest));
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
    ["Polr", "long_url,short_url,is_disabled,secret_key\nhttps://example.com/,a,0,a1b2"],
    ["Bitly", "link,long_url,Password protected\nbit.ly/a,https://example.com/,Ja"],
    ["any other", "url,slug,Password\nhttps://example.com/,a,pw"],
    ["any other with a flag", "url,slug,is_protected\nhttps://example.com/,a,WAHR"],
  ])("disables a link of %s that had a password", async (_, text) => {
    expect(await fitted(text)).toEqual([
      {
        value: expect.objectContaining({ enabled: false, url: "https://example.com/" }),
        ...locked,
      },
    ]);
  });

  it.each([
    ["slug,url,hasPassword\na,https://example.com/,false"],
    ["slug,url,hasPassword\na,https://example.com/,"],
    ["slug,url,Password protected\na,https://example.com/,FALSCH"],
    ["slug,url,secret_key\na,https://example.com/,NULL"],
    ['[{"address":"a","target":"https://example.com/","password":false}]'],
    ['[{"domain":"dub.sh","key":"a","url":"https://example.com/","password":null}]'],
  ])("leaves a link without one as it is: %j", async (text) => {
    const [row] = await fitted(text);
    expect(row).not.toHaveProperty("disabled");
    expect(row?.value).not.toHaveProperty("enabled");
  });

  it.each([
    [
      "Slugline",
      "slug,url,botHitCount,maxClicks,clickCount,importedClicks\n",
      "a,https://example.com/,0,10,4,7",
      "b,https://example.com/,0,10,10,",
    ],
    [
      "Slugline with fewer columns",
      "slug,url,maxClicks,clickCount\n",
      "a,https://example.com/,10,4",
      "b,https://example.com/,10,12",
    ],
  ])("lets as many pass as are left of the maximum, of %s", async (_, head, some, none) => {
    const [first, last] = await fitted(`${head}${some}\n${none}`);
    expect(first).toEqual({ value: expect.objectContaining({ maxClicks: 6 }) });
    expect(last).toEqual({
      value: expect.objectContaining({ maxClicks: 10, enabled: false }),
      disabled: expect.stringContaining("no clicks left"),
    });
  });

  it.each([
    [
      "Shlink",
      "shortCode,longUrl,visits,meta.maxVisits\na,https://example.com/,10,10",
      { importedClicks: "visits" },
    ],
    [
      "any other",
      "slug,url,clicks,max_clicks\na,https://example.com/,10,10",
      { importedClicks: "clicks" },
    ],
  ])(
    "keeps a link without clicks left closed if its clicks were chosen by hand: %s",
    async (_, text, columns) => {
      expect((await fitted(text, { columns }))[0]).toEqual({
        value: expect.objectContaining({ enabled: false, importedClicks: 10 }),
        disabled: expect.stringContaining("no clicks left"),
      });
    },
  );

  it.each<[string, string, ReadOptions["columns"]]>([
    [
      "two names of its clicks",
      "slug,url,max_clicks,clickCount,visits\na,https://example.com/,10,0,10",
      {},
    ],
    [
      "a name of its clicks that was chosen",
      "slug,url,max_clicks,Besuche\na,https://example.com/,10,10",
      { importedClicks: "Besuche" },
    ],
    [
      "a maximum in its settings",
      '[{"slug":"a","url":"https://example.com/","settings":{"maxClicks":10},"visits":10}]',
      {},
    ],
    [
      "a password in its settings",
      '[{"slug":"a","url":"https://example.com/","settings":{"password":"pw"}}]',
      {},
    ],
    [
      "a state in its options",
      '[{"slug":"a","url":"https://example.com/","options":{"enabled":false}}]',
      {},
    ],
  ])("imports no link as open that was not, by %s", async (_, text, columns) => {
    const [row] = await fitted(text, { columns: columns ?? {} });
    expect(row?.value).toMatchObject({ enabled: false });
  });

  it.each([
    [
      "a column of clicks that was chosen as the slug",
      "visits,url,max_clicks\n10,https://example.com/,10",
      { slug: "visits" },
    ],
    [
      "the state of its owner",
      '[{"slug":"a","url":"https://example.com/","user":{"disabled":true,"password":"x"}}]',
      {},
    ],
  ])("disables no link for %s", async (_, text, columns) => {
    const [row] = await fitted(text, { columns });
    expect(row?.value).not.toHaveProperty("enabled");
  });

  it("keeps all short links of a Bitly link whose slug was chosen by hand", async () => {
    const text = "link,custom_link,long_url\nbit.ly/3abc,bit.ly/spring,https://example.com/";
    expect(await one(text, { columns: { slug: "link" } })).toMatchObject({
      slug: "3abc",
      aliases: ["spring"],
    });
    expect(await one(text, { columns: { slug: "custom_link" } })).toMatchObject({
      slug: "spring",
      aliases: ["3abc"],
    });
  });

  it.each([
    ["expires_at,valid_until", "2030-01-01,2020-01-01", { expiresAt: "2020-01-01" }],
    ["expires_at,valid_until", "1893456000,2029-01-01", { expiresAt: "2029-01-01" }],
    ["expires_at,valid_until", "2030-01-01,soon", { expiresAt: "soon" }],
    ["expires_at,valid_until", "2030-01-01,0000-00-00", { expiresAt: "2030-01-01" }],
    ["starts_at,valid_from", "2020-01-01,2040-01-01", { startsAt: "2040-01-01" }],
    ["max_clicks,max_visits", "100,7", { maxClicks: 7 }],
    ["max_clicks,max_visits", "100,few", { maxClicks: "few" }],
  ])("is what the strictest of several columns says: %s %s", async (names, written, expected) => {
    expect(await one(`url,${names}\nhttps://example.com/,${written}`)).toEqual({
      url: "https://example.com/",
      ...expected,
    });
  });

  it.each([
    ["is_disabled", "1", { enabled: false }],
    ["Deleted at", "2024-01-02", { enabled: false }],
    ["banned", "nein", {}],
    ["Status", "Expired", { enabled: false }],
    ["Status", "aktiv?", { enabled: "aktiv?" }],
    ["Active", "FAUX", { enabled: false }],
    ["DEVREDIŞI", "DOĞRU", { enabled: false }],
    ["Ａｃｔｉｖｅ", "Ｎｏ", { enabled: false }],
    ["Expiration date", "2020-01-31", { expiresAt: "2020-01-31" }],
    ["valid_until", "soon", { expiresAt: "soon" }],
    ["Max visits", "7", { maxClicks: 7 }],
  ])("keeps a link closed that was so elsewhere: %s %s", async (name, written, expected) => {
    for (const source of ["csv", "bitly", "rebrandly"] as const) {
      const text = `url,destination,long_url,${name}\nhttps://example.com/,https://example.com/,https://example.com/,${written}`;
      const columns = { url: "url" };
      expect(await one(text, { source, columns }), source).toEqual({
        url: "https://example.com/",
        ...expected,
      });
    }
  });

  it.each([
    ["Blocked,Expired,Active", "no,yes,true", { enabled: false }],
    ["Expired,Blocked,Active", "no,no,true", { enabled: true }],
    ["status,is_enabled", "active,0", { enabled: false }],
    ["is_active,state", "1,disabled", { enabled: false }],
    ["enabled,status", "true,suspended", { enabled: "suspended" }],
    ["blocked,active", "Inactive,1", { enabled: false }],
    ["is_disabled,active", "disabled,1", { enabled: false }],
  ])(
    "has a link closed if any of several columns says so: %s as %s",
    async (names, written, expected) => {
      expect(await one(`url,${names}\nhttps://example.com/,${written}`)).toEqual({
        url: "https://example.com/",
        ...expected,
      });
    },
  );

  it.each([
    [{ enabled: true, disabled: true }, { enabled: false }],
    [{ enabled: true, status: "disabled" }, { enabled: false }],
    [{ expiresAt: null, validUntil: "2020-01-01" }, { expiresAt: "2020-01-01" }],
  ])("has a link closed also in JSON of no known source: %j", async (members, expected) => {
    expect(await one(JSON.stringify([{ url: "https://example.com/", ...members }]))).toMatchObject(
      expected,
    );
  });

  it("counts the visits of Shlink against its maximum", async () => {
    const link = {
      shortCode: "a",
      longUrl: "https://example.com/",
      visitsSummary: { total: 3 },
      meta: { maxVisits: 5 },
    };
    expect(await fitted(JSON.stringify([link]))).toEqual([
      { value: expect.objectContaining({ maxClicks: 2, importedClicks: 3 }) },
    ]);
  });

  it("does both for a JSON file of the API", async () => {
    const link = { slug: "a", url: "https://example.com/", maxClicks: 5, clickCount: 3 };
    expect(await fitted(JSON.stringify([link]), { source: "csv" })).toEqual([
      { value: { ...link, maxClicks: 2, importedClicks: 3 } },
    ]);
  });
});

describe("a file of unknown columns", () => {
  const text = "Where to;Code;Hits;Since\nhttps://example.com/;x;1 234;1700000000\n";

  it("is refused with its columns", async () => {
    const refusal = await refusalOf(() => readText(text));
    expect(isUnknownColumns(refusal) && refusal.names).toEqual([
      "Where to",
      "Code",
      "Hits",
      "Since",
    ]);
    expect(refusal.message).toMatch(/"Where to", "Code", "Hits", "Since".*url=Where%20to/);
  });

  it("is read by the columns that were chosen", async () => {
    const columns = { url: "Where to", slug: "Code", importedClicks: "Hits", createdAt: "Since" };
    expect(await readText(text, { columns })).toMatchObject({
      source: "csv",
      values: [
        {
          url: "https://example.com/",
          slug: "x",
          importedClicks: 1_234,
          createdAt: "2023-11-14T22:13:20.000Z",
        },
      ],
    });
  });

  it("is refused if a chosen column is not in it", async () => {
    for (const columns of [{ url: "URL" }, { url: "Where to", slug: "Cod" }]) {
      expect((await refusalOf(() => readText(text, { columns }))).message).toMatch(
        /There is no column "(?:URL|Cod)"/,
      );
    }
  });
});

it("chosen columns replace those that are known, and a source that is given is not recognised again", async () => {
  const text = "keyword,url,title,timestamp,ip,clicks,note\na,https://example.com/,T,,,7,N";
  expect(await one(text, { columns: { title: "note", importedClicks: "" } })).toEqual({
    url: "https://example.com/",
    slug: "a",
    title: "N",
  });
  expect(await one(text, { source: "csv" })).toMatchObject({
    url: "https://example.com/",
    slug: "a",
    title: "T",
    note: "N",
  });
});

it("tags are names in a list, or between commas or bars; an empty column says nothing", async () => {
  const tags = async (text: string) =>
    (await one(`url,tags\nhttps://example.com/,${text}`)) as { tags?: unknown };
  expect((await tags('" a, b ,,c"')).tags).toEqual(["a", "b", "c"]);
  expect((await tags("a|b")).tags).toEqual(["a", "b"]);
  expect(await tags("")).toEqual({ url: "https://example.com/" });
  const inJson = async (tags: unknown) =>
    (
      (await one(
        JSON.stringify([{ destinationUrl: "https://example.com/", shortLink: "x", tags }]),
      )) as { tags?: unknown }
    ).tags;
  expect(await inJson([{ name: "a" }, "b", 7])).toEqual(["a", "b", 7]);
});

describe("a slug", () => {
  it.each([
    ["bit.ly/abc", "abc"],
    ["https://go.example.com/abc?utm_source=x#y", "abc"],
    ["http://localhost:3000/abc/", "abc"],
    ["/abc/", "abc"],
    ["abc", "abc"],
    ["a b", "a b"],
    ["a;b", "a;b"],
    ["a|b", "a|b"],
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
    ["importedClicks", "1.234.567", 1_234_567],
    ["importedClicks", '"1,234,567"', 1_234_567],
    ["importedClicks", "-1", "-1"],
    ["importedClicks", "1\u202f234\u202f567", 1_234_567],
    ["importedClicks", "1\u00a0234", 1_234],
    ["importedClicks", "1'234", 1_234],
    ["importedClicks", '"12,34,567"', 1_234_567],
    ["importedClicks", "7.0", 7],
    ["importedClicks", "1.5", "1.5"],
    ["importedClicks", "1.234.56", "1.234.56"],
    ["importedClicks", '"1.234,567"', "1.234,567"],
    ["enabled", "WAHR", true],
    ["enabled", "oui", true],
    ["enabled", "ja", true],
    ["enabled", "VRAI", true],
    ["enabled", "Falso", false],
    ["enabled", "нет", false],
    ["enabled", "HAYIR", false],
    ["enabled", "０", false],
    ["time_added", "1700000000", undefined, "2023-11-14T22:13:20.000Z"],
    ["Created", "2024/03/01 09:30:00", undefined, "2024-03-01 09:30:00"],
    ["Date added", "2024-03-01 09:30:00 +0100", undefined, "2024-03-01 09:30:00+0100"],
  ])(
    "%s %s is read as %s",
    async (field, written, value, createdAt = undefined as string | undefined) => {
      const read = (await one(`url,${field}\nhttps://example.com/,${written}`)) as Record<
        string,
        unknown
      >;
      expect(read[field]).toEqual(value);
      if (createdAt !== undefined) expect(read).toMatchObject({ createdAt });
    },
  );
});

describe("what is left out of a file", () => {
  const unused = async (text: string) => (await readLinkRows(Buffer.from(text))).unusedColumns;

  it.each([
    [
      "of any CSV",
      "url,slug,Owner,,UTM campaign\nhttps://example.com/,a,b,c,d",
      ["Owner", "column 4", "UTM campaign"],
    ],
    ["of YOURLS", "keyword,url,title,timestamp,ip,clicks\na,https://example.com/,,,,", ["ip"]],
    [
      "of our own",
      "slug,url,botHitCount,shortUrl,clickCount\na,https://example.com/,,,",
      ["botHitCount", "shortUrl"],
    ],
    [
      "of JSON, in whatever link it is",
      '[{"url":"https://example.com/"},{"url":"https://example.com/","geo":{"DE":"x"},"title":"t"}]',
      ["geo"],
    ],
    [
      "of JSON with members",
      '[{"shortCode":"a","longUrl":"https://example.com/","meta":{"maxVisits":5},"domain":null}]',
      ["domain"],
    ],
  ])("is named: %s", async (_, text, expected) => {
    expect(await unused(text)).toEqual(expected);
  });
});

describe("a file of another kind", () => {
  const zip = (name: string) =>
    Buffer.concat([
      Buffer.from("PK\x03\x04", "latin1"),
      Buffer.alloc(26),
      Buffer.from(name),
      Buffer.alloc(200),
    ]);
  it.each<[string, Buffer, RegExp]>([
    ["an Excel workbook", zip("xl/workbook.xml"), /xlsx.*CSV UTF-8/],
    ["an old one", Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1", "latin1"), /xls.*CSV UTF-8/],
    [
      "OpenDocument",
      zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
      /ods.*CSV UTF-8/,
    ],
    ["Numbers", zip("Index/Document.iwa"), /Numbers.*CSV UTF-8/],
    ["ZIP", zip("links.csv"), /unpack/],
    ["gzip", Buffer.from("\x1f\x8b\x08", "latin1"), /unpack/],
    ["PDF", Buffer.from("%PDF-1.7"), /CSV or JSON/],
    ["a web page", Buffer.from("<!doctype html><title>Links</title>"), /HTML/],
    ["XML", Buffer.from('<?xml version="1.0"?><urls/>'), /XML/],
  ])("is refused with what to do: %s", async (_, file, message) => {
    const refusal = await refusalOf(() => readLinkRows(file));
    expect([refusal.code, refusal.message]).toEqual([
      "validation_failed",
      expect.stringMatching(message),
    ]);
  });
});

it("a CSV file may begin with words of SQL", async () => {
  expect(await one("Use case,URL,Slug\nspring,https://example.com/,a")).toEqual({
    url: "https://example.com/",
    slug: "a",
  });
});

describe("an SQL dump", () => {
  const head =
    "INSERT INTO `yourls_url` (`keyword`, `url`, `title`, `timestamp`, `ip`, `clicks`) VALUES\n";
  const row = (slug: string) =>
    `('${slug}', 'https://example.com/', 'T', '2019-05-06 07:08:09', '', 1)`;

  it("is read across pieces", async () => {
    const text = `-- ${"x".repeat(20_000)}\n${head}${Array.from({ length: 1_000 }, (_, index) => row(`s${index}`)).join(",\n")};\n-- end`;
    const { values } = await readText(text);
    expect(values).toHaveLength(1_000);
    expect(values.at(-1)).toMatchObject({ slug: "s999", title: "T", importedClicks: 1 });
  });

  it.each([
    ["cut within a value", `${head}${row("a")},\n('b', 'https://exa`],
    ["cut within a statement", `${head}${row("a")},`],
    [
      "with an expression",
      `${head}('a', concat('https://', 'x'), 'T', '2019-05-06 07:08:09', '', 1);`,
    ],
    [
      "with a value too few",
      `${head}${row("a")}, ('b', 'https://example.com/', 'T', '2019-05-06 07:08:09', 1);`,
    ],
    ["without links", "INSERT INTO `users` (`id`, `name`) VALUES (1, 'x');"],
    [
      "of two tables of links",
      `${head}${row("a")};${head.replace("yourls_url", "old_url")}${row("b")};`,
    ],
    [
      "with a backslash in a table of another database",
      String.raw`INSERT INTO yourls_url (keyword, url) VALUES ('a', 'https://example.com/\n');`,
    ],
    [
      "of Postgres",
      "--\n-- PostgreSQL database dump\n--\n\nINSERT INTO public.yourls_url (keyword, url) VALUES ('a', 'https://example.com/');",
    ],
    [
      "of Postgres without its head",
      "COPY public.links (slug, url) FROM stdin;\na\thttps://example.com/\n\\.\n",
    ],
    [
      "of SQLite",
      "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nINSERT INTO links VALUES('a','https://example.com/');\nCOMMIT;",
    ],
    ["of selects", "INSERT INTO `yourls_url` (`keyword`, `url`) SELECT * FROM x;"],
  ])("%s is refused whole", async (_, text) => {
    expect((await refusalOf(() => readText(text))).code).toBe("validation_failed");
  });
});

describe("bookmarks", () => {
  const head = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n";
  const bookmark =
    '<DT><A HREF="https://example.com/" ADD_DATE="1700000000" ICON="data:,x" LAST_VISIT="1">Docs</A>\n';

  it("may have line breaks in a value that are written as references", async () => {
    for (const written of ["&#10;", "&#x0A;", "&#13;&#10;", "&NewLine;"]) {
      const text = `${head}<DT><A HREF="https://example.com/" TAGS="a${written}b,c">T${written}itle</A>\n</DL><p>`;
      expect(await one(text), written).toMatchObject({ title: expect.stringMatching(/^T +itle$/) });
    }
  });

  it("may be cut into pieces anywhere", async () => {
    const text = `${head}<!--${"x".repeat(16_384 - head.length - 50)}--><DT><A HREF="https://example.com/?a=1&amp;b=2" NOTE="x&#10;y">A</A>\n</DL><p>`;
    for (let shift = 0; shift < 60; shift++)
      expect(await one(text.replace("<!--x", `<!--x${"y".repeat(shift)}`))).toMatchObject({
        url: "https://example.com/?a=1&b=2",
      });
  });

  it("with folders in each other have a bound, which ends the work", async () => {
    const nested = (many: number) =>
      `${head}${"<DT><H3>F</H3>\n<DL><p>\n".repeat(many)}${bookmark}${"</DL><p>\n".repeat(many)}</DL><p>`;
    expect((await readText(nested(90))).values).toHaveLength(1);
    for (const text of [nested(300_000), `${head}${"<b>".repeat(300_000)}`])
      expect((await refusalOf(() => readText(text))).message).toContain("more than 100 levels");
  });

  it("name the attributes that are not used", async () => {
    const { unusedColumns } = await readLinkRows(Buffer.from(`${head}${bookmark}</DL><p>`));
    expect(unusedColumns).toEqual(["icon", "last_visit"]);
  });

  it.each([
    ["an open quote", `${head}<DT><A HREF="https://example.com/>A</A>\n${bookmark}</DL><p>`],
    [
      "an open quote in one line",
      `${head}<DT><A HREF="https://example.com/>A</A><DT><A HREF="https://example.org/">B</A></DL><p>`,
    ],
    [
      "a folder that does not end",
      `${head}${bookmark}<DT><H3>More</H3>\n<DL><p>${bookmark}</DL><p>`,
    ],
    ["a bookmark that is cut", `${head}${bookmark}<DT><A HREF="https://exam`],
  ])("with %s are refused whole", async (_, text) => {
    const { code, message } = await refusalOf(() => readText(text));
    expect([code, message]).toEqual(["validation_failed", expect.stringContaining("may be cut")]);
  });
});

it.each([
  [
    "two destinations by one name",
    { long_url: "https://a.example/", longUrl: "https://b.example/" },
  ],
  [
    "another slug in its settings",
    { slug: "a", settings: { slug: "b" }, long_url: "https://a.example/" },
  ],
])("a link of a JSON file with %s is refused", async (_, link) => {
  const rows = [];
  for await (const row of (await readLinkRows(Buffer.from(JSON.stringify([link])))).rows)
    rows.push(inEnglish(row));
  expect(rows).toEqual([
    { row: 1, value: null, problem: expect.stringMatching(/^The members ".*" and ".*" differ/) },
  ]);
});

it("a JSON file of unknown links with two addresses, or without a chosen member, is refused", async () => {
  const text =
    '[{"url":"https://sho.rt/a"},{"url":"https://sho.rt/b","long_url":"https://example.com/"}]';
  expect((await refusalOf(() => readText(text))).message).toMatch(
    /Several columns.*"url", "long_url"/,
  );
  expect(await one(text, { columns: { url: "url" } })).toEqual({ url: "https://sho.rt/a" });
  expect(
    (await refusalOf(() => readText(text, { columns: { url: "url", slug: "code" } }))).message,
  ).toMatch(/no column "code"/);
});

it("a Bitly link keeps its hash, and every custom back-half it has", async () => {
  const text =
    'link,custom_bitlinks,long_url\nbit.ly/3xY,"bit.ly/one, bit.ly/two",https://example.com/';
  expect(await one(text)).toMatchObject({ slug: "one", aliases: ["two", "3xY"] });
  expect(
    await one(
      '[{"link":"https://bit.ly/3xY","long_url":"https://example.com/","custom_bitlinks":["https://bit.ly/one","https://bit.ly/two"]}]',
    ),
  ).toEqual({
    url: "https://example.com/",
    slug: "one",
    aliases: ["two", "3xY"],
  });
});

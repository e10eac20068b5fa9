import { beforeAll, describe, expect, it } from "vitest";
import { allLanguages } from "@/lib/texts/languages";
import { importLinks } from "@/lib/transfer/import-links";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { formats, recogniseSource } from "@/lib/transfer/sources";
import { instantIn } from "@/lib/transfer/spreadsheet-times";
import { inEnglish } from "../../support/in-english";
import { useService } from "../support/service";

/** Files as other programs write them. */
type Options = Parameters<typeof readLinkRows>[1];
const url = "https://example.com/";

async function read(text: string, options?: Options) {
  const { rows, ...facts } = await readLinkRows(Buffer.from(text), options);
  const values: Record<string, unknown>[] = [];
  const notes: (string | undefined)[] = [];
  const closed: (string | undefined)[] = [];
  for await (const { value, problem, note, disabled } of rows) {
    values.push(value as Record<string, unknown>);
    notes.push(inEnglish(problem ?? note));
    closed.push(inEnglish(disabled));
  }
  return { ...facts, values, notes, closed };
}
const field = async (name: string, written: string, options?: Options) =>
  (await read(`url,${name}\n${url},"${written.replaceAll('"', '""')}"`, options)).values[0] ?? {};

describe("a sign of a source", () => {
  const vocabulary = ({ own, signs, whole = [], also = [], columns }: (typeof formats)[number]) =>
    new Set([own, ...signs, ...whole, also, ...Object.values(columns)].flat());

  it.each(formats.filter(({ signs }) => signs.length > 0))(
    "has a column that only $source has",
    (format) => {
      expect(format.own.length).toBeGreaterThan(0);
      for (const name of format.own)
        for (const other of formats)
          expect(other === format || !vocabulary(other).has(name), `${name} ${other.source}`).toBe(
            true,
          );
    },
  );

  it.each([
    "id,slug,url,created_at,updated_at",
    "id,slug,url,title,name,created_at,updated_at,link_status",
    "id,short_code,long_url,title,is_active,created_at,updated_at",
    "id,user_id,long_url,short_url,clicks,created_at,updated_at",
    "id,long_url,short_url,is_disabled,created_at",
    "id,link,long_url,description",
    "id,domain,key,url,enabled",
    "id,original_url,short_url,visits,user_id",
    "id,original_url,path,size",
    "id,name,address,target",
    "id,alias,long_url,active",
    "keyword,url,position,volume",
    "source,target,regex,code,type,hits,title,status",
    "short_link,destination_url,owner,created",
    "href,add_date,title",
  ])("is not among the columns of any table: %s", (names) => {
    const columns = names.split(",").map((name) => name.replaceAll("_", ""));
    expect(recogniseSource(new Set(columns))).toBe("csv");
  });

  it("is no common column of a JSON file either", async () => {
    const link = {
      id: 1,
      slug: "a",
      url,
      name: "T",
      createdAt: "2024-01-01",
      updatedAt: "2024-01-01",
    };
    expect(await read(JSON.stringify({ links: [link], total: 1 }))).toMatchObject({
      source: "csv",
      values: [{ slug: "a", title: "T" }],
    });
  });
});

describe("a state", () => {
  it.each([
    "link_status",
    "linkStatus",
    "Link state",
    "is_link_active",
    "post_status",
    "url_enabled",
    "visibility",
    "link_visible",
    "active_flag",
    "Active (Y/N)",
    "status_name",
    "enable",
    "Statut",
    "Durum",
    "状态",
  ])("closes the row under the name %s, or stops it", async (name) => {
    expect(await field(name, "disabled")).toMatchObject({ enabled: false });
    expect(await field(name, "enabled")).toMatchObject({ enabled: true });
    expect(await field(name, "N")).toMatchObject({ enabled: false });
    expect(await field(name, "frozen")).toMatchObject({ enabled: "frozen" });
  });

  it.each(["link_disabled", "isBlocked", "deactivated_at", "Hidden", "Gesperrt", "無効"])(
    "closes the row that is %s",
    async (name) => {
      expect(await field(name, "1")).toMatchObject({ enabled: false });
      expect(await field(name, "0")).not.toHaveProperty("enabled");
    },
  );

  it.each(["unread", "archive", "Archived", "To Read", "SUCCEEDED", "Read", "starred", "200"])(
    "is not what a reading list says: %s",
    async (word) => {
      expect(await field("status", word)).toEqual({ url });
    },
  );

  it.each([
    ["private", "1"],
    ["is_private", "yes"],
    ["public", "0"],
    ["is_public", "false"],
    ["visibility", "Private"],
    ["Link privacy", "private"],
  ])("that is %s %s closes the row, which is named", async (name, value) => {
    const { values, closed } = await read(`url,${name}\n${url},${value}`);
    expect(values).toEqual([{ url, enabled: false }]);
    expect(closed).toEqual([expect.stringContaining("it was private")]);
  });

  it.each([
    ["private", "0"],
    ["public", "1"],
    ["visibility", "unlisted"],
  ])("that is %s %s does not", async (name, value) => {
    expect(await field(name, value)).not.toMatchObject({ enabled: false });
  });

  it.each(["nofollow", "payment_status", "http_status", "status_code", "user_state"])(
    "is not that of something else: %s",
    async (name) => {
      expect(await field(name, "frozen")).toEqual({ url });
    },
  );
});

it("is no slug where the answer of a redirect stands under code", async () => {
  const head = "source,target,regex,code,type,hits,title,status\n";
  expect((await read(`${head}/old,${url},0,301,url,4,T,active`)).values[0]).toMatchObject({
    slug: "old",
  });
});

it.each(["expire", "valid_till", "active_until"])(
  "an end under the name %s is kept",
  async (name) => {
    expect(await field(name, "2030-01-02")).toMatchObject({ expiresAt: "2030-01-02" });
  },
);

describe("a cell with a list", () => {
  it.each([
    ['["a","b c"]', ["a", "b c"]],
    ["['a', 'b c']", ["a", "b c"]],
    ["('a', 'b c')", ["a", "b c"]],
    ["('a',)", ["a"]],
    ["(old)", ["(old)"]],
    ["[]", undefined],
    ["{}", undefined],
    ['{a,"b c",NULL}', ["a", "b c"]],
    ['[{"name":"a"},{"label":"b c"}]', ["a", "b c"]],
    ['{"0":"a","1":"b c"}', ["a", "b c"]],
    ["a|b c", ["a", "b c"]],
    ["a;b c", ["a", "b c"]],
    ["a, b c", ["a", "b c"]],
    ["a、b c", ["a", "b c"]],
    ["a، b c", ["a", "b c"]],
    ["a\nb c", ["a", "b c"]],
    ["- a\n- b c", ["a", "b c"]],
    ["#a #bc", ["a", "bc"]],
    ["#a, #bc", ["a", "bc"]],
    ['"a","b c"', ["a", "b c"]],
    ['a:2:{i:0;s:5:"grün";i:1;s:3:"b c";}', ["grün", "b c"]],
    ["C#", ["C#"]],
    ["a & b", ["a & b"]],
  ])("is read: %s", async (written, expected) => {
    expect((await field("tags", written)).tags).toEqual(expected);
  });

  it("keeps every character of a tag of Slugline", async () => {
    const own = "slug,url,botHitCount,tags\n";
    expect((await read(`${own}a,${url},0,"#a;b,[c]"`)).values[0]).toMatchObject({
      tags: ["#a;b", "[c]"],
    });
  });

  it("of names that are written as in HTML is read", async () => {
    expect((await field("tags", "rock&#44; pop, R&amp;B")).tags).toEqual(["rock, pop", "R&B"]);
    expect((await field("tags", '["R&amp;B"]')).tags).toEqual(["R&B"]);
  });

  it("takes no longer for a long one", async () => {
    for (const unit of ['"a"",', ";", '"', "{", "#a "])
      await field("tags", unit.repeat(100_000 / unit.length));
  });
});

describe("a text that is written as in HTML", () => {
  const titles = async (...rows: string[]) =>
    (await read(`url,title\n${rows.map((row) => `${url},${row}\n`).join("")}`)).values.map(
      ({ title }) => title,
    );

  it("is read where its column has none of the signs themselves", async () => {
    expect(await titles("Q&amp;A &#8211; it&#039;s &lt;b&gt;", "Plain")).toEqual([
      "Q&A – it's <b>",
      "Plain",
    ]);
    const links = [{ url, title: "Q&amp;A", tags: ["R&amp;B"] }];
    expect((await read(JSON.stringify(links))).values).toMatchObject([
      { title: "Q&A", tags: ["R&B"] },
    ]);
  });

  it("is kept where another row has one", async () => {
    const rows = ["How to write &amp;", "Fish & chips"];
    expect(await titles(...rows)).toEqual(rows);
  });

  it("is kept in a file of Slugline and in bookmarks", async () => {
    const own = `slug,url,botHitCount,title\na,${url},0,&amp;\n`;
    expect((await read(own)).values[0]).toMatchObject({ title: "&amp;" });
    const bookmark = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="${url}">&amp;amp;</A>\n</DL><p>`;
    expect((await read(bookmark)).values[0]).toMatchObject({ title: "&amp;" });
  });
});

it.each(["1", "-1", "888888888"])("a bookmark of the time %s has none", async (time) => {
  const bookmark = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="${url}" ADD_DATE="${time}">A</A>\n</DL><p>`;
  expect((await read(bookmark)).values).toEqual([{ url, title: "A" }]);
});

describe("a date", () => {
  const at = new Date("2024-03-05T13:07:00Z");
  const locales = [...allLanguages, "en-GB", "es-MX", "pt-PT", "de-AT", "ar-EG", "ar-SY"];

  it.each(locales)("is read as spreadsheets in %s write it", (locale) => {
    const order = locale === "en" ? "month-first" : "day-first";
    for (const dateStyle of ["short", "medium", "long", "full"] as const)
      for (const timeStyle of [undefined, "short", "medium"] as const) {
        const options = { dateStyle, ...(timeStyle && { timeStyle }), timeZone: "UTC" } as const;
        const text = new Intl.DateTimeFormat(locale, options).format(at);
        expect(instantIn(text, "UTC", order), text).toBe(
          timeStyle ? at.toISOString() : "2024-03-05T00:00:00.000Z",
        );
      }
  });

  it.each([
    ["45356", "2024-03-05T00:00:00.000Z"],
    ["45356,546527778", "2024-03-05T13:07:00.000Z"],
    ["5-Mar-24", "2024-03-05T00:00:00.000Z"],
    ["1er mars 2024", "2024-03-01T00:00:00.000Z"],
    ["05.03.2024 13.07 Uhr", "2024-03-05T13:07:00.000Z"],
    ["5 mar 2024 13h07", "2024-03-05T13:07:00.000Z"],
    ["2024年3月5日(火) 午後1:07", "2024-03-05T13:07:00.000Z"],
    ["2024/3/5 下午1:07", "2024-03-05T13:07:00.000Z"],
    ["Tue Mar 05 2024 13:07:00 GMT+0100 (CET)", "2024-03-05T12:07:00.000Z"],
    ["2024.03.05.", "2024-03-05T00:00:00.000Z"],
    ["1700000000000000", "2023-11-14T22:13:20.000Z"],
    ["5 march", undefined],
    ["31.02.2024", undefined],
    ["12", undefined],
  ])("%s is read as %s, or left for its rule to refuse", async (written, expected) => {
    expect((await field("created", written)).createdAt).toBe(expected ?? written);
  });

  it.each([
    "0",
    "0000-00-00",
    "1970-01-01 01:00:00",
    "01.01.1970",
    "0001-01-01T00:00:00Z",
    "1/0/1900",
  ])("%s of creation is none", async (written) => {
    expect(await field("created", written)).toEqual({ url });
  });

  it("of the past closes a link, whatever it was", async () => {
    expect(await field("expires", "1970-01-01 00:00:00")).toMatchObject({
      expiresAt: "1970-01-01 00:00:00",
    });
    expect(await field("expires", "0")).toEqual({ url });
  });

  const created = async (rows: string[], options?: Options, names = "url,created,expires") => {
    const found = await read([names, ...rows.map((row) => `${url},${row}`)].join("\n"), options);
    return { dates: found.values.map(({ createdAt }) => createdAt), unclear: found.unclearDates };
  };

  it.each([
    ["its own column", ["04/03/2024,", "13/03/2024,"], "2024-03-04T00:00:00.000Z"],
    ["its own column, of a row before", ["03/13/2024,", "03/04/2024,"], "2024-03-13T00:00:00.000Z"],
    ["another column", ["04/03/2024,12/31/2030"], "2024-04-03T00:00:00.000Z"],
    ["its own column first", ["04/03/2024,12/31/2030", "31/03/2024,"], "2024-03-04T00:00:00.000Z"],
    ["no empty row", ["04/03/2024,", ",", "31/03/2024,"], "2024-03-04T00:00:00.000Z"],
  ])("of two orders is decided by %s", async (_, rows, expected) => {
    expect((await created(rows)).dates[0]).toBe(expected);
  });

  it("of two orders that nothing decides is asked about", async () => {
    expect(await created(["04/03/2024,"])).toEqual({ dates: ["04/03/2024"], unclear: true });
    expect(await created(["04/03/2024,", "13/03/2024,", "03/13/2024,"])).toMatchObject({
      dates: ["04/03/2024", "2024-03-13T00:00:00.000Z", "2024-03-13T00:00:00.000Z"],
      unclear: true,
    });
    const [day, month] = ["2024-03-04T00:00:00.000Z", "2024-04-03T00:00:00.000Z"];
    expect(await created(["04/03/2024,"], { dateOrder: "day-first" })).toEqual({ dates: [day] });
    expect(await created(["04/03/2024,"], { dateOrder: "month-first" })).toEqual({
      dates: [month],
    });
    expect(await created(["05/05/2024,"])).toEqual({ dates: ["2024-05-05T00:00:00.000Z"] });
  });

  it.each([
    ["a day that is no year", ["24-03-05,", "24-03-5,"], "2024-03-05T00:00:00.000Z"],
    ["a year that is no day", ["24-03-05,", "99/03/05,"], "2024-03-05T00:00:00.000Z"],
    ["a day that is no month", ["05/03/24,", "05/25/24,", "5/3/24,"], "2024-05-03T00:00:00.000Z"],
    ["what two others leave", ["05/03/24,", "13/03/24,", "05/03/31,"], "05/03/24"],
    ["another column", ["05/03/24,32/12/31"], "2005-03-24T00:00:00.000Z"],
    ["itself", ["24/3/5,"], "2024-03-05T00:00:00.000Z"],
    ["a year beside points", ["24.03.05,", "32.03.05,"], "2024-03-05T00:00:00.000Z"],
    ["its points", ["24.03.05,", "12/25/2024,"], "2005-03-24T00:00:00.000Z"],
  ])("with a year of two digits is decided by %s", async (_, rows, expected) => {
    expect((await created(rows)).dates[0]).toBe(expected);
  });

  it("with a year of two digits that nothing decides is asked about", async () => {
    const rows = ["24-03-05,", "23-12-01,"];
    expect(await created(rows)).toEqual({ dates: ["24-03-05", "23-12-01"], unclear: true });
    expect((await created(rows, { dateOrder: "year-first" })).dates).toEqual([
      "2024-03-05T00:00:00.000Z",
      "2023-12-01T00:00:00.000Z",
    ]);
    expect((await created(rows, { dateOrder: "day-first" })).dates[0]).toBe(
      "2005-03-24T00:00:00.000Z",
    );
  });

  it("of two orders is decided in a JSON file, too", async () => {
    const links = ["04/03/2024", "31/03/2024"].map((created) => ({ url, created }));
    expect((await read(JSON.stringify(links))).values).toMatchObject([
      { createdAt: "2024-03-04T00:00:00.000Z" },
      { createdAt: "2024-03-31T00:00:00.000Z" },
    ]);
  });
});

describe("a table of a spreadsheet", () => {
  const head = "url,slug,title,note";
  const whole = `${url}1,a1,One,first`;

  it.each([
    ["with a whole row", `${head}\n${whole}\n${url}2,a2,Two\n${url}3,a3`],
    ["with the line ends of Excel", `${head}\r\n${url}2,a2,Two\r\n${url}3,a3\r\n`],
  ])("%s may leave out cells at the end of others", async (_, text) => {
    const { values, notes } = await read(text);
    expect(values.slice(-2)).toEqual([
      { url: `${url}2`, slug: "a2", title: "Two" },
      { url: `${url}3`, slug: "a3" },
    ]);
    expect(notes.slice(-2)).toEqual([
      expect.stringContaining("count as empty"),
      expect.stringContaining("count as empty"),
    ]);
  });

  it.each([
    ["another has too many", `${head}\n${whole}\n${url}2,a2\n${url}3,a,b,c,d`, 1],
    ["the next looks like more of the destination", `${head}\n${whole}\n${url}a,b/c.html`, 1],
    ["it looks whole", `${head}\n${url}2,a2\n${url}a,b/c.html,a1,One`, 1],
    ["a number goes on", `url,title,note\n${url},x,y\n${url}?at=1,2`, 1],
  ])("has no row cut if %s", async (_, text, at) => {
    expect((await read(text)).notes[at]).toMatch(
      /may have cut its destination|looks like more of it/,
    );
  });

  it.each([
    `Links export\n\nurl,slug\n${url},th1`,
    `Links export\n\n\nfrom,Mara\nurl,slug\n${url},th1`,
    `"Links, 2024"\n;;\nurl;slug\n${url};th1`,
    `sep=;\nLinks\nurl;slug\n${url};th1`,
    `\n\n  \nurl,slug\n\n${url},th1\n\n`,
  ])("may have titles and blank rows above its header: %j", async (text) => {
    expect((await read(text)).values).toEqual([{ url, slug: "th1" }]);
  });

  it("may have them above columns that are chosen, too", async () => {
    const text = `Links export\nWhere,Code\n${url},a`;
    await expect(read(text)).rejects.toMatchObject({ names: ["Where", "Code"] });
    expect((await read(text, { columns: { url: "Where", slug: "Code" } })).values).toEqual([
      { url, slug: "a" },
    ]);
  });
});

describe("a refusal", () => {
  beforeAll(() => void useService());
  const refusal = async (text: string) => {
    const { rows } = await readLinkRows(Buffer.from(text));
    for await (const { problems } of importLinks(rows, true, new Date()))
      return inEnglish(problems[0]?.message);
    return undefined;
  };

  it.each([
    [
      `Address,Link status\n`,
      `${url},frozen`,
      `enabled must be true or false ("Link status": "frozen").`,
    ],
    [`Address,Added on\n`, `${url},tomorrow`, `("Added on": "tomorrow")`],
    [
      `Address,Added on\n`,
      `${url},4/3/2024`,
      `dateOrder=day-first, month-first or year-first ("Added on": "4/3/2024")`,
    ],
    [
      `Address,Valid until\n`,
      `${url},${"x".repeat(90)}`,
      `("Valid until": "${"x".repeat(60)}...")`,
    ],
  ])("names the column and the value of the file: %s", async (head, row, expected) => {
    expect(await refusal(`${head.replace("Address", "Long URL")}${row}`)).toContain(expected);
  });

  it("names the member of a JSON file", async () => {
    expect(await refusal(JSON.stringify([{ url, settings: { linkStatus: "frozen" } }]))).toContain(
      `("settings.linkStatus": "frozen")`,
    );
  });
});

import { describe, expect, it } from "vitest";
import { spreadsheetOf, viewerSpreadsheet } from "@/lib/core/spreadsheet";
import { csvOf } from "@/lib/core/table-file";

describe("viewerSpreadsheet", () => {
  it.each([
    ["en-US", ","],
    ["en-GB", ","],
    ["ja", ","],
    ["de-DE", ";"],
    ["fr", ";"],
    ["pt-BR", ";"],
  ])("%s separates by %s", (locale, separator) => {
    const viewer = { locale, timeZone: "Europe/Berlin" };
    const heads = new Map([["slug", "Slug"]]);
    expect(viewerSpreadsheet({ excel: "" }, viewer, heads)).toEqual({
      ...{ separator, timeZone: "Europe/Berlin", heads },
    });
    expect(viewerSpreadsheet({}, viewer, heads)).toBeUndefined();
  });
});

it("a request to the API gets UTC unless it names a time zone", () => {
  expect(spreadsheetOf({})).toBeUndefined();
  expect(spreadsheetOf({ excel: "semicolon" })).toEqual({ separator: ";", timeZone: "UTC" });
  expect(spreadsheetOf({ excel: "comma", timezone: "Asia/Kolkata" })).toEqual({
    separator: ",",
    timeZone: "Asia/Kolkata",
  });
});

describe("csvOf for a spreadsheet", () => {
  const rows = [
    { slug: "007", at: "2026-03-29T00:59:59.999Z", until: null, share: 0.25 },
    { slug: "b", at: "2026-03-28T23:00:00.000Z", until: "2026-10-25T01:30:00.000Z", share: 1 },
  ];
  const columns = ["slug", "at", "until", "share"] as const;
  const file = (separator: "," | ";", timeZone: string) =>
    csvOf(rows, columns, { spreadsheet: { separator, timeZone }, times: ["at", "until"] });

  it("writes local times without T and Z, and the decimal mark of the separator", () => {
    expect(file(";", "Europe/Berlin")).toBe(
      [
        '\ufeff"slug";"at";"until";"share";"timeZone"',
        `"'007";2026-03-29 01:59:59;;0,25;"Europe/Berlin"`,
        '"b";2026-03-29;2026-10-25 02:30:00;1;"Europe/Berlin"',
        "",
      ].join("\r\n"),
    );
  });

  it("names no time zone where it is UTC", () => {
    expect(file(",", "UTC")).toBe(
      [
        '\ufeff"slug","at","until","share"',
        `"'007",2026-03-29 00:59:59,,0.25`,
        '"b",2026-03-28 23:00:00,2026-10-25 01:30:00,1',
        "",
      ].join("\r\n"),
    );
  });
});

it("the columns of a spreadsheet have spoken heads, and their own names without one", () => {
  const heads = new Map([["slug", "Kürzel"]]);
  expect(
    csvOf([{ slug: "a", clicks: 2 }], ["slug", "clicks"], {
      spreadsheet: { separator: ";", timeZone: "UTC", heads },
    }),
  ).toBe('\ufeff"Kürzel";"clicks"\r\n"a";2\r\n');
});

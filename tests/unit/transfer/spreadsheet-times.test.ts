import { describe, expect, it } from "vitest";
import { readLinkRows } from "@/lib/transfer/read-link-rows";
import { instantIn } from "@/lib/transfer/spreadsheet-times";
import { inEnglish } from "../../support/in-english";

describe("instantIn", () => {
  it.each([
    ["2026-11-19 14:20:00", null, "2026-11-19T13:20:00.000Z"],
    ["2026-07-01 00:00", null, "2026-06-30T22:00:00.000Z"],
    ["2026-11-19", null, "2026-11-18T23:00:00.000Z"],
    ["19.11.2026 14:20", null, "2026-11-19T13:20:00.000Z"],
    ["1.2.2026", null, "2026-01-31T23:00:00.000Z"],
    ["1.2.26", null, "2026-01-31T23:00:00.000Z"],
    ["04/03/2026 14:20", "day-first", "2026-03-04T13:20:00.000Z"],
    ["4/3/2026, 2:20:05 PM", "month-first", "2026-04-03T12:20:05.000Z"],
    ["4/3/2026 12:20 am", "month-first", "2026-04-02T22:20:00.000Z"],
    // Clocks skip this hour, and come twice to that one.
    ["2026-03-29 02:30:00", null, "2026-03-29T01:00:00.000Z"],
    ["2026-10-25 02:30:00", null, "2026-10-25T00:30:00.000Z"],
  ] as const)("reads %s (%s)", (text, order, expected) => {
    expect(instantIn(text, "Europe/Berlin", order)).toBe(expected);
  });

  it.each([
    ["4/3/2026 14:20", null],
    ["31.4.2026", null],
    ["13/13/2026", "day-first"],
    ["2026-11-19 25:00", null],
    ["2026-11-19T14:20:00.000Z", null],
    ["tomorrow", null],
  ] as const)("leaves %s alone", (text, order) => {
    expect(instantIn(text, "Europe/Berlin", order)).toBe(text);
  });
});

/** `createdAt` of the rows of an export that a spreadsheet has saved. */
async function createdIn(dates: readonly string[], zone = "Europe/Berlin") {
  const lines = dates.map((date, index) => `s${index};https://example.com;0;${date};${zone}`);
  const file = ["slug;url;botHitCount;createdAt;timeZone", ...lines].join("\r\n");
  const { source, unusedColumns, rows } = await readLinkRows(Buffer.from(file));
  expect([source, unusedColumns]).toEqual(["slugline", ["botHitCount"]]);
  const found = [];
  for await (const { value, problem } of rows)
    found.push(inEnglish(problem) ?? (value as { createdAt?: string }).createdAt);
  return found;
}

describe("an export that was saved by a spreadsheet", () => {
  it("finds by one date which number is the day", async () => {
    expect(await createdIn(["4/3/2026 14:20", "4/13/2026 14:20"])).toEqual([
      "2026-04-03T12:20:00.000Z",
      "2026-04-13T12:20:00.000Z",
    ]);
    expect(await createdIn(["4/3/2026", "13/4/2026"])).toEqual([
      "2026-03-03T23:00:00.000Z",
      "2026-04-12T22:00:00.000Z",
    ]);
  });

  it("guesses no order, and no time zone", async () => {
    expect(await createdIn(["4/3/2026", "5/6/2026"])).toEqual(["4/3/2026", "5/6/2026"]);
    expect(await createdIn(["2026-04-03"], "Berlin")).toEqual([
      'Line 2: "Berlin" is not a time zone such as Europe/Berlin.',
    ]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayMs } from "@/lib/core/day";
import { parseExpiry } from "@/lib/links/expiry";

const isoOf = (text: string) => parseExpiry(text)?.toISOString() ?? null;

describe("parseExpiry", () => {
  it("is tested where local time is not UTC", () => {
    expect(new Date(2030, 0, 1).getTimezoneOffset()).toBe(-345);
  });

  it.each([
    ["a date alone", "2030-01-31", "2030-01-31T00:00:00.000Z"],
    ["no zone", "2030-01-31T12:30:15", "2030-01-31T12:30:15.000Z"],
    ["no zone, no seconds", "2030-01-31T12:30", "2030-01-31T12:30:00.000Z"],
    ["no zone, hours only", "2030-01-31T12", "2030-01-31T12:00:00.000Z"],
    ["UTC", "2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["milliseconds", "2030-01-31T12:00:00.125Z", "2030-01-31T12:00:00.125Z"],
    ["microseconds", "2030-01-31T12:00:00.125999Z", "2030-01-31T12:00:00.125Z"],
    [
      "microseconds before 1970, cut off alike",
      "1930-01-31T12:00:00.125999Z",
      "1930-01-31T12:00:00.125Z",
    ],
    ["a comma", "2030-01-31T12:00:00,5Z", "2030-01-31T12:00:00.500Z"],
    ["an offset", "2030-01-31T12:00:00+05:45", "2030-01-31T06:15:00.000Z"],
    ["a negative offset", "2030-01-31T22:00:00-03:30", "2030-02-01T01:30:00.000Z"],
    ["an offset in hours", "2030-01-31T12:00:00+02", "2030-01-31T10:00:00.000Z"],
    ["a basic offset", "2030-01-31T12:00:00+0200", "2030-01-31T10:00:00.000Z"],
    ["a space for T", "2030-01-31 12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["end of day as 24:00", "2030-01-31T24:00:00Z", "2030-02-01T00:00:00.000Z"],
    ["a week date", "2030-W05-4", "2030-01-31T00:00:00.000Z"],
    ["a week date with time", "2030-W05-4T12:00Z", "2030-01-31T12:00:00.000Z"],
    ["an ordinal date", "2030-031", "2030-01-31T00:00:00.000Z"],
    ["the last day of a leap year", "2028-366", "2028-12-31T00:00:00.000Z"],
    ["basic format", "20300131", "2030-01-31T00:00:00.000Z"],
    ["basic format with time", "20300131T120000Z", "2030-01-31T12:00:00.000Z"],
    ["basic week date", "2030W054", "2030-01-31T00:00:00.000Z"],
    ["basic ordinal date", "2030031", "2030-01-31T00:00:00.000Z"],
    ["29 February of a leap year", "2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["a week 53 that exists", "2026-W53-7", "2027-01-03T00:00:00.000Z"],
    ["the past", "1999-12-31T23:59:59Z", "1999-12-31T23:59:59.000Z"],
    ["the first instant", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["the last millisecond", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("reads %s: %s", (_, text, instant) => {
    expect(isoOf(text)).toBe(instant);
  });

  it.each([
    "",
    " ",
    "tomorrow",
    "2030",
    "20",
    "203",
    "2030-02-30",
    "2026-02-30",
    "2030-02-29",
    "2030-13-01",
    "2030-00-10",
    "2030-01-00",
    "2030-01-32",
    "2030-366",
    "2030-000",
    "2030-W54-1",
    "2030-W00-1",
    "2030-W05-8",
    "2030-W05-0",
    "2030-W53-1",
    "2030-1-1",
    "30-01-31",
    "31.01.2030",
    "01/31/2030",
    "Thu, 31 Jan 2030 12:00:00 GMT",
    "1896091200",
    "1896091200000",
    "2030-01-31T",
    "2030-01-31T25:00:00Z",
    "2030-01-31T24:00:01Z",
    "2030-01-31T12:60:00Z",
    "2030-01-31T12:00:61Z",
    "2030-01-31T12:00:00X",
    "2030-01-31T12:00:00Zx",
    "2030-01-31T12:00:00Z 2030",
    "2030-01-31T12:00:00+25:00",
    "2030-01-31T12:00:00+02:60",
    "2030-01-31T12:00:00Z+02:00",
    "2030-01-31TZ",
    "2030-01-31T+x",
    "2030-01-31T-30",
    "2030-01-31x",
    "2030-01-31 noon",
    "x2030-01-31",
    " 2030-01-31",
    "0000-06-01",
    "9999-12-31T23:59:59-01:00",
    "+012030-01-31",
    "null",
    "١٢٣٤-٠١-٠١",
  ])("refuses %j", (text) => {
    expect(parseExpiry(text)).toBeNull();
  });

  it("parses every formatted instant, in any offset", () => {
    const instant = fc.date({
      min: new Date("0002-01-01T00:00:00Z"),
      max: new Date("9998-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(instant, offset, (at, minutes) => {
        const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const two = (n: number) => String(Math.trunc(n)).padStart(2, "0");
        const zone = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
        expect(isoOf(at.toISOString())).toBe(at.toISOString());
        expect(isoOf(local + zone)).toBe(at.toISOString());
      }),
    );
  });

  it("reads each day of the years 1 to 9999 in every spelling, and no day that is not there", () => {
    const day = fc.date({
      min: new Date("0001-01-08T00:00:00Z"),
      max: new Date("9999-12-24T00:00:00Z"),
      noInvalidDate: true,
    });
    const padded = (n: number, length: number) => String(n).padStart(length, "0");
    fc.assert(
      fc.property(day, (at) => {
        const iso = at.toISOString().slice(0, 10);
        const midnight = new Date(`${iso}T00:00:00Z`).getTime();
        const year = at.getUTCFullYear();
        const ordinal = padded(
          Math.round(
            (midnight - new Date(`${padded(year, 4)}-01-01T00:00:00Z`).getTime()) / dayMs,
          ) + 1,
          3,
        );
        // A week belongs to the year of its Thursday.
        const weekday = at.getUTCDay() || 7;
        const thursday = new Date(midnight + (4 - weekday) * dayMs);
        const weekYear = padded(thursday.getUTCFullYear(), 4);
        const week = padded(
          Math.floor(
            (thursday.getTime() - new Date(`${weekYear}-01-01T00:00:00Z`).getTime()) / dayMs / 7,
          ) + 1,
          2,
        );
        const [y = "", m = "", d = ""] = iso.split("-");
        for (const text of [
          iso,
          y + m + d,
          `${y}-${ordinal}`,
          y + ordinal,
          `${weekYear}-W${week}-${weekday}`,
          `${weekYear}W${week}${weekday}`,
        ])
          expect(parseExpiry(text)?.getTime(), text).toBe(midnight);
      }),
      { numRuns: 500 },
    );
    for (let year = 1; year <= 9999; year += 7) {
      const y = padded(year, 4);
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      expect([isoOf(`${y}-02-29`) !== null, isoOf(`${y}-366`) !== null], y).toEqual([
        isLeap,
        isLeap,
      ]);
      for (const text of [
        `${y}-00-01`,
        `${y}-13-01`,
        `${y}-04-31`,
        `${y}-01-00`,
        `${y}-000`,
        `${y}-367`,
        `${y}-W00-1`,
        `${y}-W54-1`,
      ])
        expect(parseExpiry(text), text).toBeNull();
    }
  });

  it("accepts nothing beyond the grammar of ISO 8601", () => {
    const time = /\d{2}(?::?\d{2}(?::?\d{2})?)?(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/;
    const grammar = new RegExp(
      `^\\d{4}(?:-?\\d{2}-?\\d{2}|-?W\\d{2}-?\\d|-?\\d{3})(?:[T ]${time.source})?$`,
    );
    const part = fc.constantFrom(
      "T",
      " ",
      "Z",
      "+",
      "-",
      ":",
      ".",
      ",",
      "0",
      "12",
      "30",
      "x",
      "+02:00",
      "12:00",
    );
    fc.assert(
      fc.property(
        fc.constantFrom("2030-01-31", "2030-01-31T", "2030-01-31T12:00"),
        fc.array(part, { maxLength: 5 }),
        (start, rest) => {
          const text = start + rest.join("");
          if (!grammar.test(text)) expect(parseExpiry(text), text).toBeNull();
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("gives a real date between the years 1 and 9999 or null, for any text", () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9TWZ:+.-]{4,24}$/),
      fc.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[Z+-]?\d{0,4}$/),
    );
    fc.assert(
      fc.property(text, (given) => {
        const date = parseExpiry(given);
        if (date !== null) expect(date.toISOString()).toMatch(/^\d{4}-/);
      }),
    );
  });
});

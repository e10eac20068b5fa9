import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calendarRanges,
  chosenRange,
  neighbouringRange,
  type RangeChoice,
  type RangeLimits,
  sameDaysBefore,
} from "@/lib/core/range-choice";

const limits: RangeLimits = {
  today: "2026-11-19",
  first: "2025-03-03",
  last: "2026-11-19",
  timeZone: "UTC",
};
const dates = (from: string, to = from) => ({ from, to });

describe("the range chosen", () => {
  it.each<[RangeChoice, string, string, Partial<RangeLimits>?]>([
    [1, "2026-11-19", "2026-11-19"],
    [30, "2026-10-21", "2026-11-19"],
    ["yesterday", "2026-11-18", "2026-11-18"],
    ["this-month", "2026-11-01", "2026-11-19"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["last-month", "2025-12-01", "2025-12-31", { today: "2026-01-31" }],
    ["last-month", "2028-02-01", "2028-02-29", { today: "2028-03-31" }],
    ["year-to-date", "2026-01-01", "2026-11-19"],
    ["all", "2025-03-03", "2026-11-19"],
    ["all", "2025-03-03", "2025-05-01", { last: "2025-05-01" }],
    // Five years at most.
    ["all", "2021-11-16", "2026-11-19", { first: "2009-01-01" }],
    [dates("2000-01-01", "2026-11-19"), "2021-11-16", "2026-11-19"],
    [dates("2026-11-10", "2027-01-01"), "2026-11-10", "2026-11-19"],
    [dates("2027-01-01", "2027-02-01"), "2026-11-19", "2026-11-19"],
  ])("of %j is %s to %s", (choice, from, to, other = {}) => {
    expect(chosenRange(choice, { ...limits, ...other })).toMatchObject({ from, to });
  });

  it("begins and ends with local days", () => {
    expect(chosenRange("yesterday", { ...limits, timeZone: "Asia/Kathmandu" })).toMatchObject({
      since: new Date("2026-11-17T18:15:00Z"),
      until: new Date("2026-11-18T18:15:00Z"),
    });
  });
});

describe("the neighbour", () => {
  it.each<[RangeChoice, RangeChoice | null, RangeChoice | null]>([
    [1, "yesterday", null],
    ["yesterday", dates("2026-11-17"), 1],
    [7, dates("2026-11-06", "2026-11-12"), null],
    ["this-month", "last-month", null],
    ["last-month", dates("2026-09-01", "2026-09-30"), "this-month"],
    ["year-to-date", dates("2025-01-01", "2025-12-31"), null],
    ["all", null, null],
    [dates("2026-11-06", "2026-11-12"), dates("2026-10-30", "2026-11-05"), 7],
    [dates("2026-09-21", "2026-10-20"), dates("2026-08-22", "2026-09-20"), 30],
    // Shown as today.
    [dates("2027-01-01", "2027-02-01"), "yesterday", null],
    [dates("2025-01-01", "2025-12-31"), null, "year-to-date"],
    [dates("2026-09-01", "2026-09-30"), dates("2026-08-01", "2026-08-31"), "last-month"],
    [
      dates("2026-01-01", "2026-03-31"),
      dates("2025-10-01", "2025-12-31"),
      dates("2026-04-01", "2026-06-30"),
    ],
    [
      dates("2026-11-03", "2026-11-05"),
      dates("2026-10-31", "2026-11-02"),
      dates("2026-11-06", "2026-11-08"),
    ],
    // The later one is not over yet.
    [
      dates("2026-11-05", "2026-11-14"),
      dates("2026-10-26", "2026-11-04"),
      dates("2026-11-15", "2026-11-24"),
    ],
    // Nothing was counted before.
    [dates("2025-03-03", "2025-03-05"), null, dates("2025-03-06", "2025-03-08")],
    [
      dates("2025-03-04", "2025-03-05"),
      dates("2025-03-02", "2025-03-03"),
      dates("2025-03-06", "2025-03-07"),
    ],
  ])("of %j is %j before and %j after", (choice, before, after) => {
    expect([
      neighbouringRange(choice, "before", limits),
      neighbouringRange(choice, "after", limits),
    ]).toEqual([before, after]);
  });

  it("adjoins the range, on both sides", () => {
    const date = fc
      .date({ min: new Date("2025-04-01"), max: new Date("2026-11-19"), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10));
    const chosen = fc.oneof(
      fc.constantFrom<RangeChoice>(1, 7, 30, 90, ...calendarRanges),
      fc.tuple(date, date).map((both) => dates(...(both.sort() as [string, string]))),
    );
    const unlimited = { ...limits, first: "1990-01-01" };
    fc.assert(
      fc.property(chosen, (choice) => {
        const before = neighbouringRange(choice, "before", unlimited);
        expect(before).not.toBeNull();
        if (before === null) return;
        const [own, earlier] = [chosenRange(choice, unlimited), chosenRange(before, unlimited)];
        expect(earlier.until).toEqual(own.since);
        // By months, if the earlier range happens to consist of whole months.
        const back = neighbouringRange(before, "after", unlimited);
        expect(back && chosenRange(back, unlimited).since).toEqual(own.since);
      }),
    );
  });
});

describe("the same days before", () => {
  const on = (today: string) => ({ ...limits, today });

  it.each([
    // A month in progress, with as many days of the month before as it has.
    ["2026-11-28", "this-month", dates("2026-10-01", "2026-10-28")],
    ["2026-11-01", "this-month", dates("2026-10-01", "2026-10-01")],
    ["2026-03-30", "this-month", dates("2026-02-01", "2026-02-28")],
    ["2028-03-30", "this-month", dates("2028-02-01", "2028-02-29")],
    ["2026-02-28", "this-month", dates("2026-01-01", "2026-01-28")],
    ["2026-01-15", "this-month", dates("2025-12-01", "2025-12-15")],
    // Whole months.
    ["2026-11-28", "last-month", dates("2026-09-01", "2026-09-30")],
    ["2026-03-02", "last-month", dates("2026-01-01", "2026-01-31")],
    ["2028-04-02", "last-month", dates("2028-02-01", "2028-02-29")],
    ["2026-11-28", dates("2026-01-01", "2026-03-31"), dates("2025-10-01", "2025-12-31")],
    ["2026-11-28", dates("2026-10-01", "2026-12-31"), dates("2026-07-01", "2026-08-28")],
    // A year in progress.
    ["2026-11-28", "year-to-date", dates("2025-01-01", "2025-11-28")],
    ["2028-02-29", "year-to-date", dates("2027-01-01", "2027-02-28")],
    // No months: as many days before.
    ["2026-11-30", 30, null],
    ["2026-11-28", "yesterday", null],
    ["2026-11-28", dates("2026-11-01", "2026-11-28"), null],
    // To come, and longer than any range.
    ["2026-11-28", dates("2026-12-01", "2026-12-31"), null],
    ["2026-11-28", dates("2020-01-01", "2026-10-31"), null],
  ] as const)("on %s of %j are %j", (today, choice, expected) => {
    expect(sameDaysBefore(choice, on(today))).toEqual(expected);
  });
});

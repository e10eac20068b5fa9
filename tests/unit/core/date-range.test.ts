import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  datesBefore,
  datesOf,
  lastDays,
  rangeBefore,
  rangeBetween,
  rangeOfDates,
  wholeMonths,
} from "@/lib/core/date-range";

const iso = ({ since, until }: { since: Date; until: Date }) => [
  since.toISOString(),
  until.toISOString(),
];

describe("lastDays", () => {
  it.each([
    [
      "the last millisecond of a day",
      1,
      "2026-03-01T23:59:59.999Z",
      "2026-03-01T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
    ],
    [
      "the first instant of the next",
      1,
      "2026-03-02T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ],
    [
      "local midnight, which is none in UTC",
      1,
      "2026-03-01T18:15:00.000Z",
      "2026-03-01T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
    ],
    [
      "seven days",
      7,
      "2026-03-01T12:00:00.000Z",
      "2026-02-23T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
    ],
    [
      "across a leap day",
      2,
      "2028-03-01T12:00:00.000Z",
      "2028-02-29T00:00:00.000Z",
      "2028-03-02T00:00:00.000Z",
    ],
    [
      "a year",
      365,
      "2026-12-31T12:00:00.000Z",
      "2026-01-01T00:00:00.000Z",
      "2027-01-01T00:00:00.000Z",
    ],
  ])("ends with today: %s", (_, days, now, since, until) => {
    expect(iso(lastDays(days, new Date(now)))).toEqual([since, until]);
  });
});

describe("datesOf", () => {
  it("has exactly one entry per day, from `since` to today, for any date range", () => {
    const now = fc.date({
      min: new Date("2000-01-01T00:00:00Z"),
      max: new Date("2100-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), now, (days, at) => {
        const dateRange = lastDays(days, at);
        const dates = datesOf(dateRange);
        expect(dates).toHaveLength(days);
        expect(dates[0]).toBe(dateRange.since.toISOString().slice(0, 10));
        expect(dates.at(-1)).toBe(at.toISOString().slice(0, 10));
        expect(dates).toEqual([...new Set(dates)].sort());
      }),
      { numRuns: 50 },
    );
  });
});

describe("rangeBetween", () => {
  it("includes both days", () => {
    const dateRange = rangeBetween(
      new Date("2026-02-27T13:00:00Z"),
      new Date("2026-03-01T00:00:00Z"),
    );
    expect([dateRange.days, ...iso(dateRange)]).toEqual([
      3,
      "2026-02-27T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
    ]);
  });
});

describe("rangeBefore", () => {
  it.each([
    ["previous", 30, "2026-01-30T00:00:00.000Z"],
    ["weekdays", 30, "2026-01-25T00:00:00.000Z"],
    ["weekdays", 7, "2026-03-17T00:00:00.000Z"],
    ["weekdays", 1, "2026-03-23T00:00:00.000Z"],
  ] as const)("%s of %i days", (comparison, days, since) => {
    const dateRange = lastDays(days, new Date("2026-03-30T12:00:00Z"));
    const before = rangeBefore(dateRange, comparison);
    expect([before.days, before.since.toISOString()]).toEqual([days, since]);
    if (comparison === "weekdays")
      expect(before.since.getUTCDay()).toBe(dateRange.since.getUTCDay());
    else expect(before.until).toEqual(dateRange.since);
  });
});

describe("a year before", () => {
  const yearBefore = (from: string, to: string, timeZone?: string) => {
    const before = rangeBefore(rangeOfDates(from, to, timeZone), "year");
    return [before.from, before.to, before.days];
  };

  it.each([
    ["2026-11-01", "2026-11-30", ["2025-11-01", "2025-11-30", 30]],
    ["2025-12-20", "2026-01-10", ["2024-12-20", "2025-01-10", 22]],
    ["2026-01-01", "2026-12-31", ["2025-01-01", "2025-12-31", 365]],
    ["2028-02-29", "2028-02-29", ["2027-02-28", "2027-02-28", 1]],
    ["2028-02-01", "2028-02-29", ["2027-02-01", "2027-02-28", 28]],
    ["2029-01-01", "2029-03-31", ["2028-01-01", "2028-03-31", 91]],
  ])("of %s to %s", (from, to, expected) => {
    expect(yearBefore(from, to)).toEqual(expected);
  });

  it("begins at local midnight, also when the clocks were set otherwise", () => {
    const before = rangeBefore(rangeOfDates("2026-03-28", "2026-03-30", "Europe/Berlin"), "year");
    // In 2025 summer time began on 30 March, in 2026 on the 29th.
    expect(iso(before)).toEqual(["2025-03-27T23:00:00.000Z", "2025-03-30T22:00:00.000Z"]);
  });

  it("finds the dates that a date is compared with", () => {
    const leap = rangeOfDates("2028-02-27", "2028-03-01");
    const before = rangeBefore(leap, "year");
    expect(datesOf(leap).map((date) => datesBefore(date, leap, before))).toEqual([
      ["2027-02-27"],
      ["2027-02-28"],
      ["2027-02-28"],
      ["2027-03-01"],
    ]);
    const after = rangeOfDates("2029-02-27", "2029-03-01");
    expect(
      datesOf(after).map((date) => datesBefore(date, after, rangeBefore(after, "year"))),
    ).toEqual([["2028-02-27"], ["2028-02-28", "2028-02-29"], ["2028-03-01"]]);
    const week = rangeOfDates("2026-11-13", "2026-11-19");
    expect(datesBefore("2026-11-14", week, rangeBefore(week, "weekdays"))).toEqual(["2026-11-07"]);
  });
});

describe("the same days of earlier months", () => {
  const datesIn = (from: string, to: string, before: readonly [string, string]) => {
    const [range, earlier] = [rangeOfDates(from, to), rangeOfDates(...before)];
    return Object.fromEntries(
      datesOf(range).map((date) => [date, datesBefore(date, range, earlier)]),
    );
  };

  it("of a longer month have the last day of a shorter one several times", () => {
    const march = datesIn("2026-03-01", "2026-03-31", ["2026-02-01", "2026-02-28"]);
    expect(march["2026-03-27"]).toEqual(["2026-02-27"]);
    for (const day of [28, 29, 30, 31])
      expect(march[`2026-03-${day}`], `${day}`).toEqual(["2026-02-28"]);
    const leap = datesIn("2028-03-01", "2028-03-31", ["2028-02-01", "2028-02-29"]);
    expect(leap["2028-03-29"]).toEqual(["2028-02-29"]);
  });

  it("of a shorter month leave none of a longer one out", () => {
    const february = datesIn("2026-02-01", "2026-02-28", ["2026-01-01", "2026-01-31"]);
    expect(february["2026-02-27"]).toEqual(["2026-01-27"]);
    expect(february["2026-02-28"]).toEqual([
      "2026-01-28",
      "2026-01-29",
      "2026-01-30",
      "2026-01-31",
    ]);
  });

  it("are those of as many months before, month by month", () => {
    const quarter = datesIn("2026-01-01", "2026-03-31", ["2025-10-01", "2025-12-31"]);
    expect(quarter["2026-02-01"]).toEqual(["2025-11-01"]);
    expect(Object.values(quarter).flat().sort().at(-1)).toBe("2025-12-31");
  });

  it("are not meant by the same number of days that are no months", () => {
    // 60 days before 60 days.
    const days = datesIn("2026-01-01", "2026-03-01", ["2025-11-02", "2025-12-31"]);
    expect(days["2026-02-01"]).toEqual(["2025-12-03"]);
  });
});

describe("wholeMonths", () => {
  it.each([
    ["2026-01-15", "2026-04-10", "2026-02-01", "2026-04-01"],
    ["2026-01-01", "2026-02-28", "2026-01-01", "2026-03-01"],
    ["2026-03-01", "2026-03-30", null, null],
    ["2026-03-02", "2026-04-29", null, null],
    ["2025-12-31", "2026-02-01", "2026-01-01", "2026-02-01"],
  ])("from %s to %s", (from, to, first, end) => {
    const months = wholeMonths(rangeBetween(new Date(from), new Date(to)));
    if (first === null) expect(months.first).toEqual(months.end);
    else expect([months.first, months.end]).toEqual([new Date(first), new Date(end ?? "")]);
  });
});

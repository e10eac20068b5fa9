import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { datesOf, lastDays, rangeBefore, rangeBetween, wholeMonths } from "@/lib/core/date-range";

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

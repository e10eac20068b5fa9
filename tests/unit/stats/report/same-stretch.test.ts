import { expect, it } from "vitest";
import { type DateRange, datesOf, rangeBefore, rangeOfDates, utcDays } from "@/lib/core/date-range";
import { fillDayCounts } from "@/lib/stats/query/series";
import type { RangeCounts } from "@/lib/stats/report/report";
import { sameStretch } from "@/lib/stats/report/same-stretch";

/** Each UTC day has as many visitors as its day of the month. */
const counts = (dateRange: DateRange): RangeCounts => ({
  dateRange,
  clicks: 0,
  uniqueVisitors: 0,
  days: fillDayCounts(dateRange, new Map()),
  visitorDays: datesOf(utcDays(dateRange)).map((date) => ({
    date,
    uniqueVisitors: Number(date.slice(8)),
  })),
  series: [],
});

it.each([
  ["UTC", "2026-11-20T12:00:00Z", 18 + 19, 11 + 12],
  // Noon in New York: the 20th has begun in UTC too, and the range has a part of the 21st.
  ["America/New_York", "2026-11-20T17:00:00Z", 18 + 19, 11 + 12],
  // In New York it is still the 20th, which is over in UTC.
  ["America/New_York", "2026-11-21T02:00:00Z", 18 + 19 + 20, 11 + 12 + 13],
  // In Tokyo it is the 20th, and in UTC still the 19th.
  ["Asia/Tokyo", "2026-11-19T20:00:00Z", 17 + 18, 10 + 11],
])("compares visitors of finished UTC days in %s at %s", (timeZone, now, visitors, before) => {
  const range = rangeOfDates("2026-11-18", "2026-11-20", timeZone);
  const stretch = sameStretch(counts(range), counts(rangeBefore(range, "weekdays")), new Date(now));
  expect([stretch.now.uniqueVisitors, stretch.before.uniqueVisitors]).toEqual([visitors, before]);
});

it("compares the same days when only one of the ranges has a part of one more UTC day", () => {
  // Summer time ended on 25 October, so the range in October begins on the 24th in UTC.
  const [range, earlier] = [
    rangeOfDates("2026-11-01", "2026-11-03", "Europe/London"),
    rangeOfDates("2026-10-25", "2026-10-27", "Europe/London"),
  ];
  const { before } = sameStretch(counts(range), counts(earlier), new Date("2026-11-03T12:00:00Z"));
  expect(before.uniqueVisitors).toBe(24 + 25 + 26);
});

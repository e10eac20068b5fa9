import { expect, it } from "vitest";
import {
  type DateRange,
  datesOf,
  hoursOf,
  rangeBefore,
  rangeOfDates,
  utcDays,
} from "@/lib/core/date-range";
import { fillDayCounts } from "@/lib/stats/query/series";
import type { RangeCounts } from "@/lib/stats/report/report";
import { missingBefore, openDays, sameStretch } from "@/lib/stats/report/same-stretch";

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

it("compares a leap day that is not over with nothing, as the day before has its counterpart", () => {
  const range = rangeOfDates("2028-02-01", "2028-02-29");
  const earlier = rangeBefore(range, "year");
  const now = new Date("2028-02-29T12:00:00Z");
  expect(openDays(range, earlier, now)?.before).toBeNull();
  const days = (dateRange: DateRange): RangeCounts => ({
    ...counts(dateRange),
    days: datesOf(dateRange).map((date) => ({ date, clicks: 1, uniqueVisitors: 0 })),
  });
  const stretch = sameStretch(days(range), days(earlier), now);
  const visitors = (28 * 29) / 2;
  expect([stretch.now, stretch.before]).toEqual([
    { clicks: 28, uniqueVisitors: visitors },
    { clicks: 28, uniqueVisitors: visitors },
  ]);
});

it("compares the first days of March with all of February once that has no more", () => {
  const [range, earlier] = [
    rangeOfDates("2026-03-01", "2026-03-30"),
    rangeOfDates("2026-02-01", "2026-02-28"),
  ];
  const days = (dateRange: DateRange): RangeCounts => ({
    ...counts(dateRange),
    days: datesOf(dateRange).map((date) => ({ date, clicks: 1, uniqueVisitors: 0 })),
  });
  const stretch = sameStretch(days(range), days(earlier), new Date("2026-03-30T12:00:00Z"));
  expect([stretch.now, stretch.before]).toEqual([
    { clicks: 29, uniqueVisitors: (29 * 30) / 2 },
    { clicks: 28, uniqueVisitors: (28 * 29) / 2 },
  ]);
});

it("compares full hours by the clock when one of the days has an hour less", () => {
  const hourly = (dateRange: DateRange): RangeCounts => ({
    ...counts(dateRange),
    series: hoursOf(dateRange).map((start) => ({
      start: start.toISOString(),
      clicks: 1,
      uniqueVisitors: 1,
    })),
  });
  // Summer time began on 29 March 2026, so 10:30 is nine and a half hours after midnight.
  const range = rangeOfDates("2026-03-29", "2026-03-29", "Europe/Berlin");
  const earlier = rangeBefore(range, "year");
  const stretch = sameStretch(hourly(range), hourly(earlier), new Date("2026-03-29T08:30:00Z"));
  expect([stretch.now.clicks, stretch.before.clicks]).toEqual([9, 10]);
});

it("tells earlier figures that are not there yet from those that are no longer kept", () => {
  const range = rangeOfDates("2026-11-01", "2026-11-30");
  const now = new Date("2026-12-05T00:00:00Z");
  const report = {
    dateRange: range,
    previous: { dateRange: rangeBefore(range, "year") },
    isFiltered: true,
    clicksSince: "2026-01-01T00:00:00.000Z",
  };
  expect(missingBefore({ createdAt: "2025-11-02T00:00:00Z" }, report, now)).toBe("yet");
  expect(missingBefore({ createdAt: "2025-11-01T10:00:00Z" }, report, now)).toBe("kept");
  expect(
    missingBefore({ createdAt: "2025-11-01" }, { ...report, isFiltered: false }, now),
  ).toBeNull();
});

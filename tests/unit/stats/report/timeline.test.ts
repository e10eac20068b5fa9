import { describe, expect, it } from "vitest";
import {
  datesOf,
  hoursOf,
  lastDays,
  rangeBefore,
  rangeBetween,
  rangeOfDates,
  utcDays,
} from "@/lib/core/date-range";
import type { Link } from "@/lib/links/link";
import { fillDayCounts, fillHours } from "@/lib/stats/query/series";
import type { LinkReport } from "@/lib/stats/report/link-report";
import { timelineOf } from "@/lib/stats/report/timeline";

const now = new Date("2026-11-19T10:20:00Z");

/** A report with one click in each hour, or each day, since the link's creation. */
function makeReport({
  range = lastDays(30, now),
  createdAt = "2026-11-16T14:30:00.000Z",
  expiresAt = null as string | null,
  hours = false,
}): LinkReport {
  const counts = (dateRange: typeof range) => {
    const lived = (ms: number) => ms >= Date.parse(createdAt.slice(0, 10)) && ms <= now.getTime();
    const step = hours ? 3_600_000 : 86_400_000;
    const counted = new Map<number, { clicks: number; uniqueVisitors: number }>();
    for (let ms = dateRange.since.getTime(); ms < dateRange.until.getTime(); ms += step)
      if (lived(ms)) counted.set(ms, { clicks: 2, uniqueVisitors: 1 });
    const days = fillDayCounts(dateRange, hours ? new Map() : counted);
    const visitorDays = datesOf(utcDays(dateRange)).map((date) => ({
      date,
      uniqueVisitors: counted.get(Date.parse(date))?.uniqueVisitors ?? 0,
    }));
    return {
      dateRange,
      clicks: 0,
      uniqueVisitors: 0,
      days,
      visitorDays,
      series: hours ? fillHours(hoursOf(dateRange), counted) : [],
    };
  };
  const link = { slug: "a", createdAt, expiresAt } as Link;
  return {
    ...counts(range),
    previous: counts(rangeBefore(range, "weekdays")),
    link,
    isFiltered: false,
  } as unknown as LinkReport;
}

const draw = (request: Partial<Parameters<typeof timelineOf>[0]> & { report: LinkReport }) =>
  timelineOf({
    subject: request.report.link,
    chart: "clicks",
    interval: "day",
    botHits: new Map(),
    now,
    ...request,
  });

describe("a timeline", () => {
  it("by day starts on the day of creation, and compares with nothing before", () => {
    const line = draw({ report: makeReport({}) });
    expect(line.points).toEqual(
      ["16", "17", "18", "19"].map((day) => ({ start: `2026-11-${day}`, count: 2 })),
    );
    expect(line).toMatchObject({ before: null, upcoming: [], isOpen: true });
  });

  it("by hour runs from the hour of creation to the current one", () => {
    const { points } = draw({
      report: makeReport({
        range: lastDays(7, now),
        createdAt: "2026-11-18T14:30:00.000Z",
        hours: true,
      }),
      interval: "hour",
    });
    expect(points).toHaveLength(21);
    expect(points[0]?.start).toBe("2026-11-18T14:00:00.000Z");
    expect(points.at(-1)?.start).toBe("2026-11-19T10:00:00.000Z");
  });

  it("compares from the creation on", () => {
    const { before } = draw({
      report: makeReport({ range: lastDays(7, now), createdAt: "2026-11-08T14:30:00.000Z" }),
    });
    expect(before?.map((point) => point?.start ?? null)).toEqual([
      null,
      null,
      "2026-11-08",
      "2026-11-09",
      "2026-11-10",
      "2026-11-11",
      "2026-11-12",
    ]);
  });

  it("by week and month adds days up, and tells parts from whole ones", () => {
    const report = makeReport({ range: lastDays(30, now), createdAt: "2026-01-01T00:00:00.000Z" });
    const weeks = draw({ report, interval: "week" });
    expect(weeks.points).toEqual([
      { start: "2026-10-21", count: 10, end: "2026-10-25" },
      { start: "2026-10-26", count: 14 },
      { start: "2026-11-02", count: 14 },
      { start: "2026-11-09", count: 14 },
      { start: "2026-11-16", count: 8 },
    ]);
    // Each point is compared with as many days, five weeks before.
    expect(weeks.before?.map((point) => point?.count)).toEqual([10, 14, 14, 14, 8]);
    expect(weeks.before?.[0]).toEqual({ start: "2026-09-16", count: 10, end: "2026-09-20" });
    const months = draw({ report, interval: "month" });
    expect(months.points).toEqual([
      { start: "2026-10-21", count: 22, end: "2026-10-31" },
      { start: "2026-11-01", count: 38 },
    ]);
  });

  it("compares with a year earlier by date, and counts a leap day in longer intervals only", () => {
    const compared = (from: string, to: string, interval: "day" | "month") => {
      const range = rangeOfDates(from, to);
      const at = new Date("2029-06-01T00:00:00Z");
      const report = makeReport({ range, createdAt: "2026-01-01T00:00:00.000Z" });
      const counted = (dateRange: typeof range) => ({
        ...report,
        dateRange,
        days: datesOf(dateRange).map((date) => ({ date, clicks: 1, uniqueVisitors: 0 })),
      });
      const previous = counted(rangeBefore(range, "year"));
      return draw({ report: { ...counted(range), previous }, interval, now: at }).before?.map(
        (point) => point && [point.start, point.count],
      );
    };
    expect(compared("2028-02-28", "2028-03-01", "day")).toEqual([
      ["2027-02-28", 1],
      ["2027-02-28", 1],
      ["2027-03-01", 1],
    ]);
    expect(compared("2028-02-01", "2028-03-31", "month")).toEqual([
      ["2027-02-01", 28],
      ["2027-03-01", 31],
    ]);
    expect(compared("2029-02-01", "2029-03-31", "month")).toEqual([
      ["2028-02-01", 29],
      ["2028-03-01", 31],
    ]);
  });

  it("of a range in the past is not open, and its last week may be a part", () => {
    const range = rangeBetween(new Date("2026-11-02"), new Date("2026-11-11"));
    const line = draw({
      report: makeReport({ range, createdAt: "2026-01-01T00:00:00.000Z" }),
      interval: "week",
    });
    expect(line.points).toEqual([
      { start: "2026-11-02", count: 14 },
      { start: "2026-11-09", count: 6, end: "2026-11-11" },
    ]);
    expect(line.isOpen).toBe(false);
  });

  it("counts visitors, or bot hits by day even where clicks have hours", () => {
    const report = makeReport({});
    expect(draw({ report, chart: "visitors" }).points[0]?.count).toBe(1);
    const bots = draw({
      report,
      chart: "bots",
      interval: "hour",
      botHits: new Map([["2026-11-17", 5]]),
    });
    expect(bots).toMatchObject({ interval: "day", before: null });
    expect(bots.points.map(({ count }) => count)).toEqual([0, 5, 0, 0]);
  });

  it.each([
    ["2026-11-21T09:00:00.000Z", ["2026-11-20", "2026-11-21"]],
    ["2026-11-19T23:00:00.000Z", []],
    ["2027-11-21T09:00:00.000Z", []],
    ["2026-11-18T09:00:00.000Z", []],
  ])("runs on to the expiry at %s if that is not too far", (expiresAt, upcoming) => {
    expect(draw({ report: makeReport({ expiresAt }) }).upcoming).toEqual(upcoming);
  });

  it("compares each hour with the same hour of the day, when clocks change in one of the ranges", () => {
    // 25 October has 25 hours.
    const range = rangeOfDates("2026-10-24", "2026-10-26", "Europe/Berlin");
    const { points, before } = draw({
      report: makeReport({ range, createdAt: "2026-01-01T00:00:00.000Z", hours: true }),
      interval: "hour",
    });
    expect(points).toHaveLength(73);
    expect(before?.[24]?.start).toBe("2026-10-17T22:00:00.000Z");
    // 01:00 UTC is 02:00 for the second time.
    expect([points[27]?.start, before?.[27]?.start]).toEqual([
      "2026-10-25T01:00:00.000Z",
      "2026-10-18T00:00:00.000Z",
    ]);
    expect([points[72]?.start, before?.[72]?.start]).toEqual([
      "2026-10-26T22:00:00.000Z",
      "2026-10-19T21:00:00.000Z",
    ]);
  });

  it("compares UTC days of visitors, when only the earlier range has a part of one more", () => {
    const range = rangeOfDates("2026-10-26", "2026-10-28", "Europe/London");
    const { points, before } = draw({
      report: makeReport({ range, createdAt: "2026-01-01T00:00:00.000Z" }),
      chart: "visitors",
    });
    expect(points.map(({ start }) => start)).toEqual(["2026-10-26", "2026-10-27", "2026-10-28"]);
    expect(before?.map((point) => point?.start)).toEqual([
      "2026-10-19",
      "2026-10-20",
      "2026-10-21",
    ]);
  });

  it("shows bot hits of the UTC days with the dates of the range, and of the current one", () => {
    const botHits = new Map([
      ["2026-11-17", 1],
      ["2026-11-18", 2],
      ["2026-11-19", 4],
      ["2026-11-20", 8],
    ]);
    const hits = (from: string, to: string, timeZone: string, at: string) => {
      const report = makeReport({
        range: rangeOfDates(from, to, timeZone),
        createdAt: "2026-01-01T00:00:00.000Z",
      });
      return draw({ report, chart: "bots", botHits, now: new Date(at) }).points.map(
        ({ count }) => count,
      );
    };
    expect(hits("2026-11-18", "2026-11-18", "Asia/Tokyo", "2026-11-20T12:00:00Z")).toEqual([2]);
    expect(hits("2026-11-18", "2026-11-18", "America/New_York", "2026-11-20T12:00:00Z")).toEqual([
      2,
    ]);
    expect(hits("2026-11-18", "2026-11-19", "America/New_York", "2026-11-20T02:00:00Z")).toEqual([
      2, 4, 8,
    ]);
  });

  it.each([
    ["America/New_York", "2026-11-20T02:00:00Z", "visitors", ["2026-11-21", "2026-11-22"]],
    [
      "America/New_York",
      "2026-11-20T02:00:00Z",
      "clicks",
      ["2026-11-20", "2026-11-21", "2026-11-22"],
    ],
    ["Asia/Tokyo", "2026-11-19T20:00:00Z", "visitors", ["2026-11-20", "2026-11-21", "2026-11-22"]],
    ["Asia/Tokyo", "2026-11-19T20:00:00Z", "clicks", ["2026-11-21", "2026-11-22"]],
  ] as const)(
    "of days in %s runs on from %s in the %s chart's own zone",
    (timeZone, at, chart, upcoming) => {
      const report = makeReport({
        range: lastDays(7, new Date(at), timeZone),
        createdAt: "2026-01-01T00:00:00.000Z",
        expiresAt: "2026-11-22T12:00:00.000Z",
      });
      const line = draw({ report, chart, now: new Date(at) });
      expect(line.upcoming).toEqual(upcoming);
      expect(line.points.map(({ start }) => start)).not.toContain(upcoming[0]);
    },
  );
});

import { describe, expect, it } from "vitest";
import { hoursOf, rangeBetween } from "@/lib/core/date-range";
import { fillDayCounts, fillHours, groupDays } from "@/lib/stats/query/series";

const at = (text: string) => Date.parse(text);
const figures = (clicks: number, uniqueVisitors: number) => ({ clicks, uniqueVisitors });

describe("groupDays", () => {
  const dateRange = rangeBetween(new Date("2026-01-31"), new Date("2026-02-09"));
  const days = fillDayCounts(
    dateRange,
    new Map([
      [at("2026-01-31"), figures(1, 1)],
      [at("2026-02-01"), figures(5, 2)],
      [at("2026-02-02"), figures(7, 3)],
      [at("2026-02-09"), figures(9, 4)],
      [at("2026-02-10"), figures(99, 99)],
    ]),
  );

  it("has exactly the days of the date range", () => {
    const points = groupDays(days, "day");
    expect(points).toHaveLength(10);
    expect(points[0]).toEqual({ start: "2026-01-31T00:00:00.000Z", ...figures(1, 1) });
    expect(points[3]).toEqual({ start: "2026-02-03T00:00:00.000Z", ...figures(0, 0) });
    expect(points[9]).toEqual({ start: "2026-02-09T00:00:00.000Z", ...figures(9, 4) });
  });

  it("sums weeks from Monday", () => {
    expect(groupDays(days, "week")).toEqual([
      { start: "2026-01-26T00:00:00.000Z", ...figures(6, 3) },
      { start: "2026-02-02T00:00:00.000Z", ...figures(7, 3) },
      { start: "2026-02-09T00:00:00.000Z", ...figures(9, 4) },
    ]);
  });

  it("sums months", () => {
    expect(groupDays(days, "month")).toEqual([
      { start: "2026-01-01T00:00:00.000Z", ...figures(1, 1) },
      { start: "2026-02-01T00:00:00.000Z", ...figures(21, 9) },
    ]);
  });
});

it("fillHours has every hour of the date range", () => {
  const points = fillHours(
    hoursOf(rangeBetween(new Date("2026-03-28"), new Date("2026-03-29"))),
    new Map([[at("2026-03-29T23:00:00Z"), figures(3, 2)]]),
  );
  expect(points).toHaveLength(48);
  expect(points[47]).toEqual({ start: "2026-03-29T23:00:00.000Z", ...figures(3, 2) });
  expect(points.reduce((total, { clicks }) => total + clicks, 0)).toBe(3);
});

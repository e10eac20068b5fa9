import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fullName as nameOf, shortName, ticksOf } from "@/components/stats/chart/chart-points";
import { useTexts as textsOf } from "../../../support/english-texts";

const english = { t: textsOf("stats.chart"), locale: "en" };
const fullName = (
  point: Parameters<typeof nameOf>[0],
  interval: Parameters<typeof nameOf>[1],
  timeZone?: string,
) => nameOf(point, interval, english, timeZone);

it.each([
  ["2026-11-19", "day", "2026-11-22", "19 Nov"],
  ["2025-11-23", "day", "2026-11-22", "23 Nov 2025"],
  ["2025-12-31", "day", "2026-01-01", "31 Dec 2025"],
  ["2026-11-01T00:00:00.000Z", "month", "2026-11-01T00:00:00.000Z", "Nov"],
  ["2025-12-01T00:00:00.000Z", "month", "2026-11-01T00:00:00.000Z", "Dec 2025"],
  ["2026-11-19T14:00:00.000Z", "hour", "2026-11-19T20:00:00.000Z", "14:00"],
] as const)(
  "on the axis, %s of interval %s with the last point %s is %s",
  (start, interval, last, name) => {
    expect(shortName(start, interval, last)).toBe(name);
  },
);

it("in full form, every point shows its year", () => {
  expect(fullName({ start: "2026-11-19" }, "day")).toBe("Thu 19 Nov 2026");
  expect(fullName({ start: "2026-11-16" }, "week")).toBe("Week of 16 Nov 2026");
  expect(fullName({ start: "2026-11-01" }, "month")).toBe("Nov 2026");
  expect(fullName({ start: "2026-11-19", end: "2026-11-22" }, "week")).toBe(
    "19 Nov to 22 Nov 2026",
  );
  expect(fullName({ start: "2025-12-30", end: "2026-01-04" }, "week")).toBe(
    "30 Dec 2025 to 4 Jan 2026",
  );
  expect(fullName({ start: "2026-11-19", end: "2026-11-19" }, "month")).toBe("Thu 19 Nov 2026");
});

it("hours are shown in a time zone, and of several days by their dates", () => {
  const start = "2026-11-19T22:30:00.000Z";
  expect(fullName({ start }, "hour")).toBe("Thu 19 Nov 2026, 22:30 UTC");
  expect(fullName({ start }, "hour", "Asia/Kolkata")).toBe("Fri 20 Nov 2026, 04:00 GMT+5:30");
  expect(shortName(start, "hour", start, 24, "Asia/Kolkata")).toBe("04:00");
  expect(shortName(start, "hour", start, 168, "Asia/Kolkata")).toBe("20 Nov");
});

it.each([
  ["UTC", [0, 24, 48]],
  ["America/New_York", [0, 5, 29, 53]],
])("ticks of many hours in %s are where days begin", (timeZone, ticks) => {
  const starts = Array.from({ length: 60 }, (_, hour) =>
    new Date(Date.UTC(2026, 10, 17, hour)).toISOString(),
  );
  expect(ticksOf(starts, "hour", 7, timeZone)).toEqual(ticks);
});

describe("ticks of days", () => {
  const spread = (count: number, most: number) =>
    ticksOf(Array(count).fill("2026-11-19"), "day", most);

  it("labels all points if there are few", () => {
    expect(spread(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("labels at most the given number, in order, always with the first and the last", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 400 }),
        fc.integer({ min: 2, max: 12 }),
        (count, most) => {
          const ticks = spread(count, most);
          expect(ticks.length).toBeLessThanOrEqual(most);
          expect(ticks[0]).toBe(0);
          expect(ticks.at(-1)).toBe(count - 1);
          expect([...ticks].sort((a, b) => a - b)).toEqual(ticks);
          expect(new Set(ticks).size).toBe(ticks.length);
        },
      ),
    );
  });
});

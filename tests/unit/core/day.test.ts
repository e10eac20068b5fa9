import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayMs, isoDate, startOfDay } from "@/lib/core/day";

const instants = fc.date({
  min: new Date("1900-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

describe("a day", () => {
  it.each([
    ["2026-03-01T00:00:00.000Z", "2026-03-01"],
    ["2026-03-01T23:59:59.999Z", "2026-03-01"],
    // Already the next day in Kathmandu, where these tests run.
    ["2026-03-01T18:15:00.000Z", "2026-03-01"],
    ["1969-12-31T12:00:00.000Z", "1969-12-31"],
    ["2028-02-29T06:00:00.000Z", "2028-02-29"],
  ])("%s lies in %s", (at, date) => {
    expect(isoDate(new Date(at))).toBe(date);
    expect(startOfDay(new Date(at)).toISOString()).toBe(`${date}T00:00:00.000Z`);
  });

  it("begins at 00:00 UTC, at most a day before", () => {
    fc.assert(
      fc.property(instants, (at) => {
        const start = startOfDay(at);
        expect(start.toISOString()).toBe(`${isoDate(at)}T00:00:00.000Z`);
        expect(at.getTime() - start.getTime()).toBeLessThan(dayMs);
        expect(at.getTime()).toBeGreaterThanOrEqual(start.getTime());
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastDays, rangeOfDates } from "@/lib/core/date-range";
import {
  addDays,
  endOfWeek,
  fromLocal,
  localDate,
  startOfDate,
  startsOfDates,
  toLocal,
} from "@/lib/core/local-time";
import { listTimeZones } from "@/lib/core/time-zone";

/**
 * A second way: Intl's own date at each minute, from the start of a search that steps through two
 * days.
 */
function slowDate(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
}

function slowStart(date: string, timeZone: string): Date {
  const from = Date.parse(date) - 16 * 3_600_000;
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  // Offsets since 1975 are whole minutes.
  for (let at = from + 32 * 3_600_000; at >= from; at -= 60_000)
    if (format.format(at) < date) return new Date(at + 60_000);
  throw new Error("not found");
}

const zones = listTimeZones();
const anyZone = fc.constantFrom(...zones);
/**
 * Zones that change their clocks, half of them at midnight, by half an hour, or across the date
 * line.
 */
const oddZones = fc.constantFrom(
  ...[
    "America/Havana",
    "Asia/Beirut",
    "Africa/Cairo",
    "America/Asuncion",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Pacific/Chatham",
  ],
  ...[
    "Pacific/Apia",
    "Africa/Casablanca",
    "Asia/Tehran",
    "America/Santiago",
    "Europe/Berlin",
    "Asia/Gaza",
    "Asia/Pyongyang",
    "America/Scoresbysund",
  ],
);
const anyTime = fc.date({
  min: new Date("1980-01-01T00:00:00Z"),
  max: new Date("2036-01-01T00:00:00Z"),
  noInvalidDate: true,
});

describe("the start of a date", () => {
  it.each([
    ["UTC", "2026-11-19", "2026-11-19T00:00:00.000Z"],
    ["Asia/Kathmandu", "2026-11-19", "2026-11-18T18:15:00.000Z"],
    ["Pacific/Kiritimati", "2026-11-19", "2026-11-18T10:00:00.000Z"],
    ["Pacific/Niue", "2026-11-19", "2026-11-19T11:00:00.000Z"],
    // Midnight is skipped.
    ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"],
    // Midnight comes twice within the date.
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
    // At 00:01, clocks were set back to the day before.
    ["America/St_Johns", "2009-11-01", "2009-11-01T03:30:00.000Z"],
    // The whole date was skipped, so it begins and ends with the next one.
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z"],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z"],
  ])("in %s, %s is at %s", (timeZone, date, start) => {
    expect(startOfDate(date, timeZone).toISOString()).toBe(start);
  });

  it("is where a search minute by minute finds it, in every zone", () => {
    const zone = fc.oneof(anyZone, oddZones);
    fc.assert(
      fc.property(zone, anyTime, (timeZone, at) => {
        const date = slowDate(at, timeZone);
        expect(localDate(at, timeZone)).toBe(date);
        expect({ timeZone, date, start: startOfDate(date, timeZone) }).toEqual({
          timeZone,
          date,
          start: slowStart(date, timeZone),
        });
      }),
      { numRuns: 300 },
    );
  });

  it("is the same for one date and for many in a row, which follow each other", () => {
    fc.assert(
      fc.property(oddZones, anyTime, fc.integer({ min: 1, max: 400 }), (timeZone, at, days) => {
        const from = localDate(at, timeZone);
        const starts = startsOfDates(from, days, timeZone);
        expect(starts).toEqual(
          Array.from({ length: days + 1 }, (_, index) =>
            startOfDate(addDays(from, index), timeZone),
          ),
        );
        expect(starts).toEqual([...starts].sort((a, b) => a.getTime() - b.getTime()));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["Europe/Berlin", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-25", 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["Pacific/Apia", "2011-12-30", 0],
  ])("a day of %s on %s has %d hours", (timeZone, date, hours) => {
    const { since, until } = rangeOfDates(date, date, timeZone);
    expect((until.getTime() - since.getTime()) / 3_600_000).toBe(hours);
  });
});

describe("local time", () => {
  it("leads back to its instant, or to the other one with the same local time", () => {
    fc.assert(
      fc.property(oddZones, anyTime, (timeZone, at) => {
        const local = toLocal(at, timeZone);
        const both = [fromLocal(local, timeZone), fromLocal(local, timeZone, "last")].map((each) =>
          each.getTime(),
        );
        expect(both).toContain(at.getTime());
      }),
    );
  });

  it.each([
    ["first", "2026-10-25T00:30:00.000Z"],
    ["last", "2026-10-25T01:30:00.000Z"],
  ] as const)("that comes twice is the %s", (which, instant) => {
    expect(fromLocal(new Date("2026-10-25T02:30:00Z"), "Europe/Berlin", which).toISOString()).toBe(
      instant,
    );
  });

  it.each(["0002-11-26T14:20", "0202-11-26T14:20"])(
    "%s of a year that is still being typed is near it in UTC",
    (text) => {
      const local = new Date(`${text}Z`);
      expect(Math.abs(fromLocal(local, "Asia/Tokyo").getTime() - local.getTime())).toBeLessThan(
        86_400_000,
      );
    },
  );

  it("that is skipped is when clocks are set forward", () => {
    expect(fromLocal(new Date("2026-03-29T02:30:00Z"), "Europe/Berlin").toISOString()).toBe(
      "2026-03-29T01:00:00.000Z",
    );
  });
});

it("the last days end with the local today", () => {
  const now = new Date("2026-11-19T20:00:00Z");
  expect(lastDays(2, now, "Asia/Tokyo")).toEqual({
    from: "2026-11-19",
    to: "2026-11-20",
    days: 2,
    since: new Date("2026-11-18T15:00:00Z"),
    until: new Date("2026-11-20T15:00:00Z"),
    timeZone: "Asia/Tokyo",
  });
});

describe("endOfWeek", () => {
  it.each([
    ["2026-11-25T12:00Z", "UTC", "2026-11-27T18:00Z"],
    ["2026-11-27T17:59Z", "UTC", "2026-11-27T18:00Z"],
    ["2026-11-27T18:00Z", "UTC", "2026-12-04T18:00Z"],
    ["2026-11-28T00:00Z", "UTC", "2026-12-04T18:00Z"],
    // There it is Friday already.
    ["2026-11-26T20:00Z", "Pacific/Auckland", "2026-11-27T05:00Z"],
    // Clocks are set forward on the Sunday before.
    ["2026-03-28T12:00Z", "Europe/Berlin", "2026-04-03T16:00Z"],
  ])("%s in %s: %s", (now, timeZone, at) => {
    expect(endOfWeek(new Date(now), timeZone)).toEqual(new Date(at));
  });
});

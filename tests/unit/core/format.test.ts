import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatAgo,
  formatDay,
  formatInstant,
  formatMatches,
  formatNumber,
  formatRange,
  formatShare,
  formatTime,
  formatUntil,
} from "@/lib/core/format";

const now = new Date("2026-11-19T14:20:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

it("numbers use the viewer's locale", () => {
  expect([formatNumber(74326, "en"), formatNumber(74326, "de-DE")]).toEqual(["74,326", "74.326"]);
});

it("matches of a search are counted up to 2,000, and all links exactly", () => {
  expect([
    formatMatches(2_000, { q: "a" }, "en"),
    formatMatches(2_001, { q: "a" }, "en"),
    formatMatches(10_001, { q: "" }, "en"),
    formatMatches(10_001, { q: "", destination: "a" }, "en"),
  ]).toEqual(["2,000", "2,000+", "10,001", "2,000+"]);
});

it.each([
  [0, 0, "0%"],
  [1, 200, "<1%"],
  [1, 100, "1%"],
  [2, 3, "67%"],
])("%d of %d is %s", (part, whole, text) => {
  expect(formatShare(part, whole, "en")).toBe(text);
});

it("a range is in the language of the viewer, and one number is no range", () => {
  expect(formatRange(1, 50, "en")).toBe("1–50");
  expect(formatRange(1_001, 1_050, "de")).toBe("1.001–1.050");
  expect(formatRange(1, 50, "ja")).toBe("1～50");
  expect(formatRange(7, 7, "en")).toBe("7");
});

describe("dates", () => {
  it("are UTC days, in any local time zone", () => {
    expect(formatDay(new Date("2026-09-05T23:59:00Z"), { year: "always", weekday: true })).toBe(
      "Sat 5 Sep 2026",
    );
  });

  it("show the year only if it differs", () => {
    expect(formatInstant(new Date("2026-11-30T23:59:00Z"), now)).toBe("30 Nov, 23:59 UTC");
    expect(formatInstant(new Date("2027-01-01T00:00:00Z"), now)).toBe("1 Jan 2027, 00:00 UTC");
    expect(formatDay(new Date("2025-11-20T00:00:00Z"), { year: now })).toBe("20 Nov 2025");
    expect(formatDay(new Date("2026-01-01T00:00:00Z"), { year: now })).toBe("1 Jan");
  });

  it.each([
    // Both are the new year in UTC, and not in New York.
    [
      "2027-01-01T03:00:00Z",
      "2027-01-01T06:00:00Z",
      "America/New_York",
      "31 Dec 2026, 22:00 GMT-5",
    ],
    // Different years in UTC, the same in Kathmandu.
    ["2026-12-31T19:00:00Z", "2027-01-01T06:00:00Z", "Asia/Kathmandu", "1 Jan, 00:45 GMT+5:45"],
    // The same year in UTC, different ones in Kathmandu.
    [
      "2026-12-31T17:00:00Z",
      "2026-12-31T19:00:00Z",
      "Asia/Kathmandu",
      "31 Dec 2026, 22:45 GMT+5:45",
    ],
    ["2026-12-31T23:30:00Z", "2027-01-01T00:10:00Z", "UTC", "31 Dec 2026, 23:30 UTC"],
  ])("of %s, seen at %s in %s: the year is that of the time zone", (at, seen, timeZone, text) => {
    expect(formatInstant(new Date(at), new Date(seen), timeZone)).toBe(text);
  });
});

it.each([
  [0, "now"],
  [59_000, "now"],
  [5 * minute, "5 min"],
  [23 * hour, "23 h"],
  [51 * day, "51 d"],
  [70 * day, "2 mo"],
  [800 * day, "2 y"],
  [-day, "now"],
])("%d ms ago is %s", (ms, text) => {
  expect(formatAge(after(-ms), now)).toBe(text);
});

it.each([
  [10_000, "in 1 minute"],
  [25 * minute, "in 25 minutes"],
  [28 * hour, "in 28 hours"],
  [3 * day, "in 3 days"],
])("in %d ms is %s", (ms, text) => {
  expect(formatUntil(after(ms), now)).toBe(text);
});

describe("other languages have the forms of Intl", () => {
  const at = new Date("2026-09-05T23:59:00Z");
  it.each([
    ["de", "Sa., 5. Sept. 2026", "5. Sept., 23:59 UTC", "vor 5 Minuten", "in 25 Minuten"],
    ["en-US", "Sat 5 Sep 2026", "5 Sep, 23:59 UTC", "5 min ago", "in 25 minutes"],
    ["ja", "2026年9月5日(土)", "9月5日 23:59 UTC", "5 分前", "25 分後"],
  ])("%s", (locale, day, instant, ago, until) => {
    expect(formatDay(at, { year: "always", weekday: true, locale })).toBe(day);
    expect(formatInstant(at, now, "UTC", locale)).toBe(instant);
    expect(formatAgo(after(-5 * minute), now, minute, locale)).toBe(ago);
    expect(formatUntil(after(25 * minute), now, locale)).toBe(until);
  });

  it("midnight is 00:00 everywhere", () => {
    const midnight = new Date("2026-09-05T00:00:00Z");
    for (const locale of ["en", "de", "ja", "tr"])
      expect(formatTime(midnight, "UTC", locale)).toBe("00:00");
  });

  it("the last minute is now", () => {
    expect([formatAge(now, now, "de"), formatAgo(now, now, minute, "fr")]).toEqual([
      "jetzt",
      "maintenant",
    ]);
    expect(formatShare(1, 200, "de")).toBe("<1\u00a0%");
    expect(formatShare(1, 200, "ar")).toMatch(/^\u200e<1/);
  });
});

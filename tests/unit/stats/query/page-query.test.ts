import { describe, expect, it, test } from "vitest";
import type { Link } from "@/lib/links/link";
import {
  dateRangeOf,
  earlierRangeOf,
  intervalOf,
  type PageQuery,
  parsePageQuery,
  searchParamsOf,
  smallestRangeWithData,
  toStatisticsQuery,
} from "@/lib/stats/query/page-query";

const now = new Date("2026-11-19T10:00:00Z");
const usual: PageQuery = {
  range: 30,
  timeZone: "UTC",
  compare: "previous",
  chart: "clicks",
  interval: null,
  filters: {},
  more: "clicks",
};
const createdOn = (day: string, rest: Partial<Link> = {}) =>
  ({ createdAt: `${day}T14:00:00.000Z`, expiresAt: null, ...rest }) as Link;

test("a URL sets range, comparison, chart, interval and filters", () => {
  const query = parsePageQuery(
    searchParamsOf(
      "http://x/?days=7&compare=off&chart=visitors&interval=day&more=hours&country=DE&country=!FR&utm_source=a%26b",
    ),
  );
  expect(query).toEqual({
    range: 7,
    timeZone: "UTC",
    compare: "off",
    chart: "visitors",
    interval: "day",
    filters: { country: { is: ["DE"], isNot: ["FR"] }, utm_source: { is: ["a&b"], isNot: [] } },
    more: "hours",
  });
});

test("filtered clicks have no bots", () => {
  const shown = (parameters: string) => {
    const { chart, more } = parsePageQuery(searchParamsOf(`http://x/?${parameters}`));
    return [chart, more];
  };
  expect(shown("chart=bots&more=bots")).toEqual(["bots", "bots"]);
  expect(shown("chart=bots&more=bots&utm_campaign=spring")).toEqual(["clicks", "clicks"]);
  expect(shown("chart=visitors&more=hours&country=DE")).toEqual(["visitors", "hours"]);
});

test.each([
  "days=14",
  "days=x",
  "chart=x",
  "interval=x",
  "more=x",
  "from=x",
  "to=2026-02-31",
  "country=",
  "country=%00",
  `country=${"x".repeat(400)}`,
])("%s falls back to the default", (text) => {
  expect(parsePageQuery(searchParamsOf(`http://x/?${text}`))).toEqual(usual);
});

describe("date range", () => {
  it.each([
    ["days=7", "2026-11-13", "2026-11-19"],
    ["days=all", "2026-11-01", "2026-11-19"],
    ["range=yesterday&days=7", "2026-11-18", "2026-11-18"],
    ["range=this-month", "2026-11-01", "2026-11-19"],
    ["range=last-month", "2026-10-01", "2026-10-31"],
    ["range=year-to-date", "2026-01-01", "2026-11-19"],
    ["range=last-month&from=2026-11-03", "2026-11-03", "2026-11-03"],
    ["range=last-year", "2026-10-21", "2026-11-19"],
    ["from=2026-11-03&to=2026-11-05", "2026-11-03", "2026-11-05"],
    ["from=2026-11-05&to=2026-11-03", "2026-11-03", "2026-11-05"],
    ["from=2026-11-05", "2026-11-05", "2026-11-05"],
    ["from=2026-11-05&to=2030-01-01", "2026-11-05", "2026-11-19"],
    ["from=2030-01-01&to=2030-01-02", "2026-11-19", "2026-11-19"],
    ["from=1900-01-01&to=2026-11-05", "2021-11-02", "2026-11-05"],
    ["from=0001-01-01&to=0001-01-02", "2026-10-21", "2026-11-19"],
    ["from=9999-01-01", "2026-10-21", "2026-11-19"],
  ])("of %s", (text, from, to) => {
    const range = dateRangeOf(
      parsePageQuery(searchParamsOf(`http://x/?${text}`)),
      createdOn("2026-11-01"),
      now,
    );
    expect(range).toMatchObject({ from, to });
  });

  it("of all time ends with an expiry that is over, even of a disabled link", () => {
    const rangeFor = (expiresAt: string) =>
      dateRangeOf(
        { range: "all", timeZone: "UTC" },
        createdOn("2026-11-01", { expiresAt, enabled: false }),
        now,
      );
    expect(rangeFor("2026-11-04T10:00:00.000Z")).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-04",
    });
    expect(rangeFor("2026-12-04T10:00:00.000Z")).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-19",
    });
  });
});

describe("interval", () => {
  it.each<[string, Partial<PageQuery>, string]>([
    ["2026-11-18", {}, "hour"],
    ["2026-11-17", {}, "hour"],
    ["2026-11-13", {}, "hour"],
    ["2026-11-12", {}, "day"],
    ["2025-01-01", { range: 7 }, "hour"],
    ["2025-01-01", { range: "yesterday" }, "hour"],
    // Days of filtered clicks can be answered at once.
    ["2025-01-01", { range: 7, filters: { country: { is: ["CH"], isNot: [] } } }, "day"],
    [
      "2025-01-01",
      { range: 7, filters: { country: { is: ["CH"], isNot: [] } }, interval: "hour" },
      "hour",
    ],
    ["2025-01-01", { range: "yesterday", filters: { country: { is: ["CH"], isNot: [] } } }, "hour"],
    ["2025-01-01", {}, "day"],
    ["2025-01-01", { range: 1 }, "hour"],
    ["2025-01-01", { range: 90 }, "day"],
    ["2025-01-01", { range: 365 }, "month"],
    ["2026-06-01", { range: 365 }, "week"],
    ["2026-11-10", { range: 365 }, "day"],
    ["2025-01-01", { range: 90, interval: "week" }, "week"],
    // Too many or too few points.
    ["2025-01-01", { range: 90, interval: "hour" }, "day"],
    ["2025-01-01", { range: 7, interval: "month" }, "hour"],
  ])("of a link from %s with %j is %s", (day, changes, interval) => {
    const query = { ...usual, ...changes };
    const link = createdOn(day);
    expect(intervalOf(query, link, dateRangeOf(query, link, now))).toBe(interval);
  });
});

test.each([
  [{}, ["2026-09-21", "2026-10-20"]],
  [{ compare: "previous" }, ["2026-09-21", "2026-10-20"]],
  [{ compare: "weekdays" }, ["2026-09-16", "2026-10-15"]],
  [{ compare: "year" }, ["2025-10-21", "2025-11-19"]],
  [{ range: "this-month" }, ["2026-10-01", "2026-10-19"]],
  [{ range: "this-month", compare: "weekdays" }, ["2026-10-11", "2026-10-29"]],
  [{ range: "last-month" }, ["2026-09-01", "2026-09-30"]],
  [{ range: "last-month", compare: "off" }, null],
  [{ days: "all" }, null],
])("%j is compared with %j", (given, dates) => {
  const earlier = earlierRangeOf(parsePageQuery(given), createdOn("2025-01-01"), now);
  expect(earlier && [earlier.from, earlier.to]).toEqual(dates);
});

test("hours are read only when they are shown", () => {
  const link = createdOn("2025-01-01");
  expect(toStatisticsQuery(parsePageQuery({ days: "1" }), link, now)).toMatchObject({
    interval: "hour",
    compare: "previous",
    dateRange: { days: 1 },
  });
  expect(toStatisticsQuery(parsePageQuery({ compare: "off" }), link, now)).toMatchObject({
    interval: null,
    compare: null,
    dateRange: { days: 30 },
  });
  expect(toStatisticsQuery(parsePageQuery({ compare: "year" }), link, now).compare).toBe("year");
  expect(toStatisticsQuery(parsePageQuery({ compare: "odd" }), link, now).compare).toBe("previous");
  expect(toStatisticsQuery(parsePageQuery({ days: "all" }), link, now)).toMatchObject({
    interval: null,
    compare: null,
  });
});

test.each([
  ["2026-11-19T00:00:00.000Z", 1],
  ["2026-11-18T23:59:59.999Z", 7],
  ["2026-11-13T00:00:00.000Z", 7],
  ["2026-11-12T23:59:59.999Z", 30],
  ["2025-11-20T00:00:00.000Z", 365],
  ["2025-11-19T23:59:59.999Z", null],
  [null, null],
])("a link clicked last at %s has data in %s days", (lastClickedAt, days) => {
  expect(smallestRangeWithData(lastClickedAt, now)).toBe(days);
});

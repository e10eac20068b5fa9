import { describe, expect, it } from "vitest";
import { hasFilters } from "@/lib/stats/query/filters";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";

const now = new Date("2026-03-30T22:00:00Z");
const problemsOf = (query: Record<string, unknown>) =>
  statsQuerySchema.safeParse(query).error?.issues.map(({ path }) => path.join("."));
const windowOfQuery = (query: Record<string, unknown>) => {
  const { dateRange } = statisticsQuery(statsQuerySchema.parse(query), now);
  return [
    dateRange.days,
    dateRange.since.toISOString().slice(0, 10),
    dateRange.until.toISOString().slice(0, 10),
  ];
};

describe("statsQuerySchema", () => {
  it.each([
    [{}, 30],
    [{ days: "1" }, 1],
    [{ days: "365" }, 365],
    [{ days: "366" }, 365],
    [{ days: "99999999999999999999" }, 365],
    [{ day: "7" }, 30],
  ])("reads %j as %i days", (query, days) => {
    expect(statsQuerySchema.parse(query)).toEqual({ days });
  });

  it.each(["0", "-1", "1.5", "week", "", "1e2", " 7", "NaN", "Infinity"])("refuses %j", (days) => {
    expect(problemsOf({ days })).toEqual(["days"]);
  });

  it("accepts single, repeated and negated filters", () => {
    const { country, utm_source } = statsQuerySchema.parse({
      country: ["CH", "!DE", "AT"],
      utm_source: "!None",
    });
    expect(country).toEqual({ is: ["CH", "AT"], isNot: ["DE"] });
    expect(utm_source).toEqual({ is: [], isNot: ["None"] });
  });

  it.each([
    [{ utm_source_is: ["!sale", "-x"] }, { is: ["!sale", "-x"], isNot: [] }],
    [{ utm_source_not: "!sale" }, { is: [], isNot: ["!sale"] }],
    [
      { utm_source: ["!sale", "b"], utm_source_is: "!c" },
      { is: ["b", "!c"], isNot: ["sale"] },
    ],
    [{ utm_source_is: "None" }, { is: [], isNot: [], named: ["None"] }],
    [{ utm_source_is: "" }, { is: [], isNot: [], named: [""] }],
    [{ utm_source_is: "Direct" }, { is: ["Direct"], isNot: [] }],
  ])("reads %j beside the name of the filter", (given, filter) => {
    const query = statisticsQuery(statsQuerySchema.parse(given), now);
    expect(query.filters).toEqual({ utm_source: filter });
  });

  it.each([
    [{ country: "" }, ["country.0"]],
    [{ country_not: "" }, ["country_not.0"]],
    [{ city_not: ["a", "a\0b"] }, ["city_not.1"]],
    [{ browser: ["Chrome", "!"] }, ["browser.1"]],
    [{ city: "a\0b" }, ["city.0"]],
    [{ os: Array(51).fill("x") }, ["os"]],
    [{ from: "2026-02-30" }, ["from"]],
    [{ from: "0000-01-01", to: "9999-12-31" }, ["from", "to"]],
    [{ from: "yesterday", to: "2026-01-01T00:00:00Z" }, ["from", "to"]],
    [{ from: "2026-03-02", to: "2026-03-01" }, ["to"]],
    [{ from: "2016-03-02", to: "2026-03-01" }, ["from"]],
    [{ interval: "minute" }, ["interval"]],
    [{ interval: "hour", days: "32" }, ["interval"]],
    [{ interval: "hour", from: "2026-01-01", to: "2026-02-01" }, ["interval"]],
    [{ compare: "next" }, ["compare"]],
  ])("refuses %j", (query, paths) => {
    expect(problemsOf(query)).toEqual(paths);
  });
});

describe("statisticsQuery", () => {
  it.each([
    [{}, [30, "2026-03-01", "2026-03-31"]],
    [{ days: "7", to: "2026-02-10" }, [7, "2026-02-04", "2026-02-11"]],
    [{ from: "2026-03-29" }, [2, "2026-03-29", "2026-03-31"]],
    [{ from: "2026-03-29", to: "2026-03-29", days: "9" }, [1, "2026-03-29", "2026-03-30"]],
    [{ from: "2026-04-02" }, [1, "2026-04-02", "2026-04-03"]],
  ])("%j is the date range %j", (query, expected) => {
    expect(windowOfQuery(query)).toEqual(expected);
  });

  it("refuses a date range that starts more than five years ago", () => {
    expect(() => windowOfQuery({ from: "2001-01-01" })).toThrow(
      "from must be at most five years ago",
    );
  });

  it("allows hourly intervals only up to a month when only `from` is given", () => {
    expect(() => windowOfQuery({ from: "2026-01-01", interval: "hour" })).toThrow(
      "interval can be hour for at most 31 days",
    );
  });
});

describe("hasFilters", () => {
  it("treats empty filters as none", () => {
    expect(
      [
        {},
        { country: undefined },
        { os: { is: [], isNot: [] } },
        { os: { is: [], isNot: ["x"] } },
      ].map(hasFilters),
    ).toEqual([false, false, false, true]);
  });
});

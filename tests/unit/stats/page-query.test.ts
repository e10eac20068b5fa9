import { expect, test } from "vitest";
import { parsePageQuery, searchParamsOf, toStatisticsQuery } from "@/lib/stats/page-query";

test("a URL sets range, comparison and filters", () => {
  const query = parsePageQuery(searchParamsOf("http://x/?days=7&compare=off&country=DE&country=!FR&utm_source=a%26b"));
  expect(query).toEqual({
    days: 7,
    compare: false,
    filters: { country: { is: ["DE"], isNot: ["FR"] }, utm_source: { is: ["a&b"], isNot: [] } },
  });
});

test.each(["days=14", "days=x", "country=", "country=%00", `country=${"x".repeat(400)}`])("%s falls back to the default", (text) => {
  expect(parsePageQuery(searchParamsOf(`http://x/?${text}`))).toEqual({ days: 30, compare: true, filters: {} });
});

test("a single day is shown by hour", () => {
  const now = new Date("2026-11-19T10:00:00Z");
  expect(toStatisticsQuery(parsePageQuery({ days: "1" }), now)).toMatchObject({ interval: "hour", compare: "weekdays", dateRange: { days: 1 } });
  expect(toStatisticsQuery(parsePageQuery({ compare: "off" }), now)).toMatchObject({ interval: null, compare: null, dateRange: { days: 30 } });
});

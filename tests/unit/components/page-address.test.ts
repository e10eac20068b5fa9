import { expect, test } from "vitest";
import { linkPageHref, negated, toggled } from "@/components/stats/page-address";
import { statisticsCurl } from "@/components/stats/statistics-curl";
import { parsePageQuery, searchParamsOf } from "@/lib/stats/page-query";

const usual = { days: 30, compare: true, filters: {} };

test("default values are omitted from the URL", () => {
  expect(linkPageHref("a", usual)).toBe("/dashboard/links/a");
});

test("a URL parses back to its query", () => {
  const query = { days: 90, compare: false, filters: { city: { is: ["Zürich & Umgebung"], isNot: ["!odd"] }, utm_source: { is: ["'"], isNot: [] } } };
  expect(
    parsePageQuery(searchParamsOf(`http://x${linkPageHref("a", { ...query, filters: { city: { is: ["Zürich & Umgebung"], isNot: [] } } })}`)),
  ).toEqual({
    ...query,
    filters: { city: { is: ["Zürich & Umgebung"], isNot: [] } },
  });
});

test("a label filter is set, negated and removed", () => {
  const one = toggled({}, "country", "DE");
  expect(one).toEqual({ country: { is: ["DE"], isNot: [] } });
  expect(toggled(one, "country", "FR")).toEqual({ country: { is: ["DE", "FR"], isNot: [] } });
  const not = negated(one, "country", "DE");
  expect(not).toEqual({ country: { is: [], isNot: ["DE"] } });
  expect(negated(not, "country", "DE")).toEqual(one);
  expect(toggled(not, "country", "DE")).toEqual({});
});

test("filter values cannot break out of the curl command", () => {
  const command = statisticsCurl("a", { ...usual, filters: { utm_source: { is: ["'; rm -rf / '"], isNot: [] } } }, "https://go.example.com");
  expect(command.match(/'/g)).toHaveLength(2);
  expect(command).toContain("/api/links/a/stats?days=30&compare=weekdays&utm_source=%27%3B+rm");
});

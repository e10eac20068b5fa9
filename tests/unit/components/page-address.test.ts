import { expect, test } from "vitest";
import { linkPageHref, negated, toggled } from "@/components/stats/page-address";
import { statisticsCurl } from "@/components/stats/statistics-curl";
import { parsePageQuery, searchParamsOf } from "@/lib/stats/page-query";

const usual = { days: 30, compare: true, filters: {} };

test("what is as usual is left out of the address", () => {
  expect(linkPageHref("a", usual)).toBe("/dashboard/links/a");
});

test("an address leads back to the query it was made of", () => {
  const query = { days: 90, compare: false, filters: { city: { is: ["Zürich & Umgebung"], isNot: ["!odd"] }, utm_source: { is: ["'"], isNot: [] } } };
  expect(
    parsePageQuery(searchParamsOf(`http://x${linkPageHref("a", { ...query, filters: { city: { is: ["Zürich & Umgebung"], isNot: [] } } })}`)),
  ).toEqual({
    ...query,
    filters: { city: { is: ["Zürich & Umgebung"], isNot: [] } },
  });
});

test("a label is chosen, turned round and let go", () => {
  const one = toggled({}, "country", "DE");
  expect(one).toEqual({ country: { is: ["DE"], isNot: [] } });
  expect(toggled(one, "country", "FR")).toEqual({ country: { is: ["DE", "FR"], isNot: [] } });
  const not = negated(one, "country", "DE");
  expect(not).toEqual({ country: { is: [], isNot: ["DE"] } });
  expect(negated(not, "country", "DE")).toEqual(one);
  expect(toggled(not, "country", "DE")).toEqual({});
});

test("nothing in a filter ends the argument of the curl command", () => {
  const command = statisticsCurl("a", { ...usual, filters: { utm_source: { is: ["'; rm -rf / '"], isNot: [] } } }, "https://go.example.com");
  expect(command.match(/'/g)).toHaveLength(2);
  expect(command).toContain("/api/links/a/stats?days=30&compare=weekdays&utm_source=%27%3B+rm");
});

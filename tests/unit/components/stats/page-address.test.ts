import { expect, test } from "vitest";
import { linkPageHref, defaultPageQuery as usual } from "@/components/stats/page-address";
import { statisticsCurl } from "@/components/stats/report/statistics-curl";
import type { Link } from "@/lib/links/link";
import { negated, toggled } from "@/lib/stats/query/change-filters";
import { type PageQuery, parsePageQuery, searchParamsOf } from "@/lib/stats/query/page-query";

const link = { slug: "a", createdAt: "2026-11-01T10:00:00.000Z", expiresAt: null } as Link;
const now = new Date("2026-11-19T10:00:00Z");

test("default values are omitted from the URL", () => {
  expect(linkPageHref("a", usual)).toBe("/dashboard/links/a");
});

test("a URL parses back to its query", () => {
  const query: PageQuery = {
    range: 90,
    timeZone: "UTC",
    compare: "year",
    chart: "visitors",
    interval: "week",
    filters: {
      city: { is: ["Zürich & Umgebung", "!odd"], isNot: ["!odder", "-", "odd"] },
      utm_source: { is: ["'", "-x"], isNot: ["None"] },
      utm_campaign: { is: [], isNot: [], named: ["None", ""] },
    },
    more: "hours",
  };
  expect(parsePageQuery(searchParamsOf(`http://x${linkPageHref("a", query)}`))).toEqual(query);
});

test.each(["all" as const, 7, "last-month" as const, { from: "2026-01-01", to: "2026-02-03" }])(
  "a URL parses back to the range %j",
  (range) => {
    const query: PageQuery = { ...usual, range };
    expect(parsePageQuery(searchParamsOf(`http://x${linkPageHref("a", query)}`))).toEqual(query);
  },
);

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
  const command = statisticsCurl(
    "/api/links/a/stats",
    link,
    { ...usual, filters: { utm_source: { is: ["'; rm -rf / '"], isNot: [] } } },
    "https://go.example.com",
    now,
  );
  expect(command.match(/'/g)).toHaveLength(2);
  expect(command).toContain("/api/links/a/stats?days=30&compare=previous&utm_source=%27%3B+rm");
});

test.each([
  [{ range: "all" as const }, "?from=2026-11-01&to=2026-11-19"],
  [
    { range: { from: "2026-11-10", to: "2026-11-11" } },
    "?from=2026-11-10&to=2026-11-11&compare=previous&interval=hour",
  ],
  // 19 days of October, of which the API does not know.
  [{ range: "this-month" as const }, "?from=2026-11-01&to=2026-11-19"],
  [
    { range: "last-month" as const, compare: "weekdays" as const },
    "?from=2026-10-01&to=2026-10-31&compare=weekdays&interval=hour",
  ],
  [{ range: 365, compare: "off" as const, interval: "week" as const }, "?days=365&interval=week"],
  [{ range: 7, compare: "year" as const }, "?days=7&compare=year&interval=hour"],
])("the curl command of %j asks for %s", (changes, parameters) => {
  expect(
    statisticsCurl(
      "/api/links/a/stats",
      link,
      { ...usual, ...changes },
      "https://go.example.com",
      now,
    ),
  ).toContain(`/stats${parameters}'`);
});

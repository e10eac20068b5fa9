import { expect, it } from "vitest";
import { otherParameter, statisticsPage } from "@/components/links/links-href";
import { parseOther } from "@/lib/stats/query/report-scope";

it.each([
  ["guide", { slug: ["guide"] }],
  ["/guide", { slug: ["guide"] }],
  [" https://go.example.com/guide?utm_source=x ", { slug: ["guide"] }],
  ["tag:spring sale", { tag: ["spring sale"] }],
  ["tag: spring", { tag: ["spring"] }],
  ["tag:", null],
  ["", null],
  ["\0", null],
  [["first", "second"], { slug: ["first"] }],
])("with=%j is %j", (given, expected) => {
  expect(parseOther({ with: given })).toEqual(expected);
});

it("nothing stands beside a report without the parameter", () => {
  expect(parseOther({})).toBeNull();
  expect(statisticsPage({ slug: ["a"] })).toBe("/dashboard/statistics?slug=a");
});

it.each([{ slug: ["guide"] }, { tag: ["spring sale"] }])("%j comes back from its URL", (other) => {
  expect(parseOther({ with: otherParameter(other) })).toEqual(other);
  const page = new URL(statisticsPage({ tag: ["a"] }, other), "http://x");
  expect(parseOther(Object.fromEntries(page.searchParams))).toEqual(other);
});

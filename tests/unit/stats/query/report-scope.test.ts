import { expect, it } from "vitest";
import { statisticsPage } from "@/components/links/links-href";
import { searchParamsOf } from "@/lib/stats/query/page-query";
import { parseScope, type ReportScope, reportQuerySchema } from "@/lib/stats/query/report-scope";
import { inEnglish } from "../../../support/in-english";

it.each<[ReportScope, string]>([
  [{}, "/dashboard/statistics"],
  [{ tag: ["Print & web"] }, "/dashboard/statistics?tag=Print+%26+web"],
  [{ tag: ["a", "b"] }, "/dashboard/statistics?tag=a%2Cb"],
  [{ tag: ["a", "b"], tagMode: "all" }, "/dashboard/statistics?tag=a%2Cb&tagMode=all"],
  [{ slug: ["spring-sale", "x_1"] }, "/dashboard/statistics?slug=spring-sale%2Cx_1"],
])("%j has an address that reads as the same links", (scope, address) => {
  expect(statisticsPage(scope)).toBe(address);
  expect(parseScope(searchParamsOf(`http://localhost${address}`))).toEqual(scope);
});

it.each<[Record<string, string | string[]>, ReportScope]>([
  [{ slug: " a, b\nc  a " }, { slug: ["a", "b", "c"] }],
  [{ slug: "https://go.example.com/spring go.example.com/x" }, { slug: ["spring", "x"] }],
  [
    { slug: "https://go.example.com/spring/?utm_source=x#top https://go.example.com/spring / x" },
    { slug: ["spring", "x"] },
  ],
  [{ tag: " a,a" }, { tag: ["a"] }],
  [{ tag: ["a", "b,c"], tagMode: "any" }, { tag: ["a", "b", "c"] }],
  [{ tag: "a", slug: "b" }, { tag: ["a"] }],
  [{ tag: " , ", slug: "" }, {}],
])("the page reads %j as %j", (given, scope) => {
  expect(parseScope(given)).toEqual(scope);
});

it("the API takes tags or slugs, each once, and not too many", () => {
  expect(reportQuerySchema.parse({ slug: ["a", "b", "a"] }).slug).toEqual(["a", "b"]);
  expect(
    inEnglish(reportQuerySchema.safeParse({ slug: "a", tag: "b" }).error?.issues[0]?.message),
  ).toBe("cannot be combined with tag: leave one of them out");
  const many = Array.from({ length: 101 }, (_, index) => `s${index}`);
  expect(inEnglish(reportQuerySchema.safeParse({ slug: many }).error?.issues[0]?.message)).toMatch(
    /^must not be given more than 100 times/,
  );
});

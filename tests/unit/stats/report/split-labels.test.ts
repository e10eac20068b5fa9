import { expect, it } from "vitest";
import { dimensionNames } from "@/lib/stats/query/dimensions";
import { breakdownsOf, type LabelCount } from "@/lib/stats/report/read-statistics";
import type { Report } from "@/lib/stats/report/report";
import { splitLabels } from "@/lib/stats/report/split-labels";

const source = (labels: LabelCount[], more: Partial<Report> = {}) =>
  splitLabels(
    {
      breakdowns: breakdownsOf((name) => (name === "source" ? labels : [])),
      labelCounts: Object.fromEntries(dimensionNames.map((name) => [name, labels.length])),
      ...{ isFiltered: false, unread: 0 },
      ...more,
    } as Report,
    "source",
  );
const none = { label: "None", detail: null };

it("clicks without a source and those of a source called None are two rows", () => {
  expect(source([{ ...none, count: 7, named: 2, change: { now: 7, before: 1 } }])).toEqual([
    { ...none, count: 5, rest: "absent", exact: "" },
    { ...none, count: 2, exact: "None" },
  ]);
  expect(source([{ ...none, count: 2, named: 2 }])).toEqual([{ ...none, count: 2, exact: "None" }]);
  expect(source([{ ...none, count: 5 }])).toEqual([{ ...none, count: 5, rest: "absent" }]);
});

it("a row that becomes two is sorted in", () => {
  const news = { label: "news", detail: null, count: 4 };
  expect(source([{ ...none, count: 7, named: 2 }, news]).map(({ count }) => count)).toEqual([
    5, 4, 2,
  ]);
});

it("Other is a text as long as no labels are beyond the cap", () => {
  const other = { label: "Other", detail: null, count: 3 };
  expect(source([other])).toEqual([other]);
  const rest = [{ ...other, rest: "other" }];
  expect(source([other], { labelCounts: { source: 1_001 } })).toEqual(rest);
  expect(source([other], { unread: 1 })).toEqual(rest);
  expect(source([other], { labelCounts: { source: 1_001 }, isFiltered: true })).toEqual([other]);
});

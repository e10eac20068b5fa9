import { expect, test } from "vitest";
import { campaignMatrix, matchingCells } from "@/lib/stats/campaign-matrix";

const cell = (slug: string, campaign: string, tag: string, count: number) => ({ linkId: slug.length, slug, title: null, campaign, tag, count });
const cells = [cell("a", "None", "x", 50), cell("a", "spring", "newsletter", 9), cell("bb", "spring", "None", 20), cell("bb", "spring", "x", 3)];

test("campaigns and tags are sorted by clicks, missing ones last", () => {
  const matrix = campaignMatrix(cells, 8);
  expect(matrix.columns).toEqual(["x", "newsletter", "None"]);
  expect(matrix.groups.map(({ campaign, total, counts }) => ({ campaign, total, counts }))).toEqual([
    { campaign: "spring", total: 32, counts: [3, 9, 20] },
    { campaign: "None", total: 50, counts: [50, 0, 0] },
  ]);
  expect(matrix.groups[0]?.rows.map(({ slug, counts }) => [slug, counts])).toEqual([
    ["bb", [3, 0, 20]],
    ["a", [0, 9, 0]],
  ]);
  expect(matrix).toMatchObject({ counts: [53, 9, 20], total: 82, most: 50 });
});

test("tags without a column are summed in the last column", () => {
  const matrix = campaignMatrix(cells, 2);
  expect(matrix.columns).toEqual(["x", null]);
  expect(matrix.counts).toEqual([53, 29]);
});

test("no cells give an empty table", () => {
  expect(campaignMatrix([], 8)).toEqual({ columns: [], groups: [], counts: [], total: 0, most: 0 });
});

test("cells are filtered by the selection", () => {
  expect(matchingCells(cells, { campaign: "spring", tag: null, slug: "bb" })).toHaveLength(2);
  expect(matchingCells(cells, { campaign: null, tag: "x", slug: null })).toHaveLength(2);
});

import { describe, expect, it, test } from "vitest";
import { campaignMatrix, firstGroups, matchingCells } from "@/lib/stats/report/campaign-matrix";
import type { CampaignCell } from "@/lib/stats/report/campaigns";

const cell = (slug: string, campaign: string, tag: string, count: number) => ({
  linkId: slug.length,
  slug,
  title: null,
  campaign,
  tag,
  count,
});
const cells = [
  cell("a", "None", "x", 50),
  cell("a", "spring", "newsletter", 9),
  cell("bb", "spring", "None", 20),
  cell("bb", "spring", "x", 3),
];

test("campaigns and tags are sorted by clicks, missing ones last", () => {
  const matrix = campaignMatrix(cells, 8);
  expect(matrix.columns).toEqual(["x", "newsletter", "None"]);
  expect(matrix.groups.map(({ campaign, total, counts }) => ({ campaign, total, counts }))).toEqual(
    [
      { campaign: "spring", total: 32, counts: [3, 9, 20] },
      { campaign: "None", total: 50, counts: [50, 0, 0] },
    ],
  );
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

describe("firstGroups", () => {
  const manyCells = (campaigns: number, links: number, name = "c") =>
    Array.from({ length: campaigns * links }, (_, index) => ({
      linkId: index % links,
      slug: `l${index % links}`,
      title: null,
      campaign: `${name}${Math.floor(index / links)}`,
      tag: `t${index}`,
      count: 1,
    }));
  const shown = (cells: CampaignCell[], chosen: string | null = null) =>
    firstGroups(campaignMatrix(cells, 7).groups, chosen);
  const rowsOf = (groups: ReturnType<typeof shown>) =>
    groups.reduce((sum, { rows }) => sum + rows.length + 1, 0);

  it("has everything of a small matrix, with eight links of a campaign, or all of the chosen one", () => {
    expect(shown(manyCells(3, 2)).map(({ rows }) => rows.length)).toEqual([2, 2, 2]);
    expect(shown(manyCells(2, 20)).map(({ rows }) => rows.length)).toEqual([8, 8]);
    expect(shown(manyCells(1, 20), "c0").map(({ rows }) => rows.length)).toEqual([20]);
  });

  it("ends after as many rows as a page can show, and earlier where names are long", () => {
    expect(rowsOf(shown(manyCells(2_000, 1)))).toBeLessThanOrEqual(61);
    expect(rowsOf(shown(manyCells(1, 2_000), "c0"))).toBeLessThanOrEqual(61);
    const long = shown(manyCells(500, 1, "x".repeat(250)));
    expect(long.length).toBeGreaterThan(0);
    expect(rowsOf(long)).toBeLessThanOrEqual(20);
  });
});

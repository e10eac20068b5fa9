import { expect, test } from "vitest";
import { campaignLine, campaignsCsv } from "@/lib/stats/report/campaign-lines";
import { campaignsOf } from "@/lib/stats/report/campaigns";

const cell = (
  slug: string,
  campaign: string,
  source: string,
  count: number,
  ...sent: ("campaign" | "source")[]
) => ({
  linkId: slug.length,
  slug,
  title: slug === "a" ? "First" : null,
  campaign,
  source,
  count,
  ...(sent.length > 0 ? { sent } : {}),
});

test("campaigns, their channels and links are sorted by clicks, missing tags last", () => {
  expect(
    campaignsOf([
      cell("a", "None", "x", 50),
      cell("a", "spring", "newsletter", 9),
      cell("bb", "spring", "None", 20),
      cell("bb", "spring", "x", 3),
      cell("bb", "autumn", "x", 40),
    ]),
  ).toEqual([
    {
      campaign: "autumn",
      clicks: 40,
      sources: [{ source: "x", clicks: 40 }],
      links: [{ slug: "bb", title: null, clicks: 40 }],
    },
    {
      campaign: "spring",
      clicks: 32,
      sources: [
        { source: "newsletter", clicks: 9 },
        { source: "x", clicks: 3 },
        { source: "None", clicks: 20 },
      ],
      links: [
        { slug: "bb", title: null, clicks: 23 },
        { slug: "a", title: "First", clicks: 9 },
      ],
    },
    {
      campaign: "None",
      clicks: 50,
      sources: [{ source: "x", clicks: 50 }],
      links: [{ slug: "a", title: "First", clicks: 50 }],
    },
  ]);
});

test("no cells are no campaigns", () => {
  expect(campaignsOf([])).toEqual([]);
});

const sentCells = [
  cell("a", "None", "x", 50),
  cell("None", "None", "None", 9, "campaign"),
  cell("bb", "None", "None", 3, "campaign", "source"),
];

test("a campaign called None and clicks without one are two, and so are sources", () => {
  expect(campaignsOf(sentCells)).toMatchObject([
    {
      campaign: "None",
      isSent: true,
      clicks: 12,
      sources: [
        { source: "None", isSent: true, clicks: 3 },
        { source: "None", clicks: 9 },
      ],
      links: [{ slug: "None" }, { slug: "bb" }],
    },
    { campaign: "None", clicks: 50 },
  ]);
});

test("a file says which tags were sent as None", () => {
  const lines = sentCells.map(campaignLine);
  expect(lines.map(({ detail }) => detail)).toEqual([
    undefined,
    "utm_campaign=None",
    "utm_campaign=None&utm_source=None",
  ]);
  const heads = (given: typeof lines) => campaignsCsv(given).split("\r\n")[0];
  expect(heads(lines)).toBe('"slug","title","campaign","source","clicks","detail"');
  expect(heads(lines.slice(0, 1))).toBe('"slug","title","campaign","source","clicks"');
});

import { expect, test } from "vitest";
import { campaignsOf } from "@/lib/stats/report/campaigns";

const cell = (slug: string, campaign: string, source: string, count: number) => ({
  linkId: slug.length,
  slug,
  title: slug === "a" ? "First" : null,
  campaign,
  source,
  count,
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

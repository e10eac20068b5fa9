import { describe, expect, it } from "vitest";
import { lastDays, rangeOfDates } from "@/lib/core/date-range";
import type { Link } from "@/lib/links/link";
import { plainChannel } from "@/lib/messages/digest";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { LinkReport } from "@/lib/stats/report/link-report";
import { type StoryFacts, summarize } from "@/lib/stats/report/story";

const now = new Date("2026-11-22T12:00:00Z");
const query: PageQuery = {
  range: 30,
  timeZone: "UTC",
  compare: "previous",
  chart: "clicks",
  interval: null,
  filters: {},
  more: "clicks",
};
const row = (label: string, count: number) => ({ label, detail: null, count });

interface Given {
  createdAt?: string;
  expiresAt?: string | null;
  lastClickedAt?: string | null;
  clicks?: number;
  firstDay?: number;
  sources?: [string, number][];
  referrers?: [string, number][];
  apps?: [string, number][];
  rank?: [fewer: number, others: number] | null;
  query?: Partial<PageQuery>;
  isFiltered?: boolean;
}

function facts(given: Given): StoryFacts {
  const {
    createdAt = "2026-11-17T12:00:00.000Z",
    expiresAt = null,
    lastClickedAt = "2026-11-22T11:00:00.000Z",
    clicks = 0,
    rank = null,
  } = given;
  const asked = { ...query, ...given.query };
  const dateRange =
    typeof asked.range === "object"
      ? rangeOfDates(asked.range.from, asked.range.to)
      : lastDays(Number(asked.range), now);
  const breakdowns = {
    source: (given.sources ?? []).map(([...of]) => row(...of)),
    referrer: (given.referrers ?? []).map(([...of]) => row(...of)),
  };
  return {
    report: {
      link: { slug: "a", createdAt, expiresAt, lastClickedAt, enabled: true } as Link,
      dateRange,
      clicks,
      firstDayClicks: given.firstDay ?? 0,
      breakdowns,
      ...{ labelCounts: {}, unread: 0 },
      isFiltered: given.isFiltered ?? false,
    } as unknown as LinkReport,
    query: asked,
    history: {
      botHits: new Map(),
      apps: (given.apps ?? []).map(([name, count]) => ({ name, count, firstSeenAt: createdAt })),
      changes: [],
      unusualDays: [],
    },
    rank: rank && { fewer: rank[0], others: rank[1] },
    now,
    locale: "en",
  };
}

const storyText = (given: Given) =>
  summarize(facts(given))
    .map(({ text }) => text)
    .join("");

describe("the sentence", () => {
  it("names a channel as whoever sends it away wants", () => {
    const given = facts({ clicks: 2, sources: [["evil.example", 2]] });
    const parts = summarize({
      ...given,
      nameChannel: (filter, label) => plainChannel(filter, label, "one source"),
    });
    expect(parts.map(({ text }) => text).join("")).toContain(" All came from one source.");
  });

  it("reports clicks, first day, rank, channel and previews", () => {
    const given: Given = {
      clicks: 1_118,
      firstDay: 402,
      rank: [34, 40],
      sources: [
        ["None", 600],
        ["podcast", 369],
      ],
      apps: [["Slack", 38]],
    };
    expect(storyText(given)).toBe(
      "1,118 clicks in 5 days. 402 came within the first 24 hours, more than 8 of 10 of your links. 33% came from podcast. Slack fetched the preview 38 times.",
    );
    expect(summarize(facts(given)).flatMap(({ changes }) => changes ?? [])).toEqual([
      { range: { from: "2026-11-17", to: "2026-11-18" }, interval: "hour", chart: "clicks" },
      { filters: { utm_source: { is: ["podcast"], isNot: [] } } },
      { chart: "bots" },
    ]);
  });

  it.each<[string, Given, string]>([
    [
      "nothing",
      { query: { range: 7 }, createdAt: "2026-01-01T00:00:00.000Z" },
      "No clicks in the last 7 days.",
    ],
    [
      "nothing lately",
      { createdAt: "2026-01-01T00:00:00.000Z", lastClickedAt: "2026-08-03T10:00:00.000Z" },
      "No clicks in the last 30 days. The last one came on 3 Aug.",
    ],
    [
      "previews alone",
      { apps: [["Slack", 1]] },
      "No clicks in 5 days. Slack fetched the preview once.",
    ],
    [
      "one",
      { clicks: 1, firstDay: 1, sources: [["podcast", 1]] },
      "1 click in 5 days. It came within the first 24 hours. It came from podcast.",
    ],
    ["one, later", { clicks: 1, firstDay: 0, referrers: [["Direct", 1]] }, "1 click in 5 days."],
    [
      "a few",
      {
        clicks: 7,
        firstDay: 7,
        referrers: [
          ["a.example", 3],
          ["Direct", 4],
        ],
        apps: [["Slack", 2]],
      },
      "7 clicks in 5 days. All came within the first 24 hours. 3 of 7 came from a.example. Slack fetched the preview twice.",
    ],
    [
      "a slow start",
      { clicks: 40, firstDay: 0, sources: [["x", 40]] },
      "40 clicks in 5 days. None came within the first 24 hours. All came from X.",
    ],
    [
      "nearly all",
      { clicks: 1_000, firstDay: 999, sources: [["x", 999]] },
      "1,000 clicks in 5 days. 999 came within the first 24 hours. Nearly all came from X.",
    ],
    [
      "a first day that is not over",
      { createdAt: "2026-11-22T02:00:00.000Z", clicks: 3, firstDay: 3 },
      "3 clicks in 10 hours.",
    ],
    [
      "today",
      { createdAt: "2026-11-01T02:00:00.000Z", clicks: 3, firstDay: 3, query: { range: 1 } },
      "3 clicks today.",
    ],
    [
      "a range",
      {
        createdAt: "2026-01-01T02:00:00.000Z",
        clicks: 3,
        firstDay: 3,
        query: { range: { from: "2026-11-03", to: "2026-11-05" } },
      },
      "3 clicks from 3 Nov to 5 Nov.",
    ],
    [
      "a day",
      {
        createdAt: "2026-01-01T02:00:00.000Z",
        clicks: 3,
        query: { range: { from: "2026-11-03", to: "2026-11-03" } },
      },
      "3 clicks on 3 Nov.",
    ],
    [
      "an expired link",
      {
        createdAt: "2026-11-10T02:00:00.000Z",
        expiresAt: "2026-11-14T02:00:00.000Z",
        clicks: 3,
        firstDay: 2,
      },
      "3 clicks in 4 days, until it expired on 14 Nov. 2 came within the first 24 hours.",
    ],
    [
      "an expiry before the creation",
      { createdAt: "2026-11-17T12:00:00.000Z", expiresAt: "2026-11-14T02:00:00.000Z" },
      "No clicks in 5 days.",
    ],
    [
      "filters",
      { clicks: 12, firstDay: 9, isFiltered: true, apps: [["Slack", 3]] },
      "12 clicks match the filters in 5 days.",
    ],
    ["one that matches", { clicks: 1, isFiltered: true }, "1 click matches the filters in 5 days."],
    ["none that match", { isFiltered: true }, "No clicks match the filters in 5 days."],
    [
      "a channel that is filtered already",
      {
        clicks: 12,
        isFiltered: true,
        sources: [["podcast", 12]],
        query: { filters: { utm_source: { is: ["podcast"], isNot: [] } } },
      },
      "12 clicks match the filters in 5 days.",
    ],
    [
      "a small channel",
      { clicks: 200, firstDay: 10, sources: [["podcast", 19]] },
      "200 clicks in 5 days. 10 came within the first 24 hours.",
    ],
  ])("of %s", (_, given, text) => {
    expect(storyText(given)).toBe(text);
  });

  it.each([
    [[9, 9], ""],
    [[4, 10], ""],
    [[5, 10], ", more than 5 of 10 of your links"],
    [[39, 40], ", more than 9 of 10 of your links"],
    [[40, 40], ", more than any other of your links"],
    [[160, 200], ", more than 8 of 10 of your latest 200 links"],
  ] as const)("with %j of the other links below says %j", (rank, text) => {
    expect(storyText({ clicks: 40, firstDay: 30, rank: [...rank] })).toBe(
      `40 clicks in 5 days. 30 came within the first 24 hours${text}.`,
    );
  });
});

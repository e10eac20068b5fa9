import type { z } from "zod";
import type {
  clickRecordSchema,
  exportedClickSchema,
  linkAliasesSchema,
  linkHistorySchema,
  linkSchema,
  replacementReportSchema,
  setAsideReportSchema,
} from "./response-schemas";
import type { anyStatisticsSchema, reportSchema } from "./statistics-schemas";

/** Answers as the documentation shows them. */

export function exampleLink(baseUrl: string): z.output<typeof linkSchema> {
  return {
    id: 7,
    slug: "spring-sale",
    url: "https://example.com/page",
    shortUrl: `${baseUrl}/spring-sale`,
    title: "Spring sale",
    enabled: true,
    clickCount: 42,
    lastClickedAt: "2026-01-31T12:00:00.000Z",
    botHitCount: 3,
    ogFetchFailCount: 0,
    expiresAt: null,
    createdAt: "2026-01-01T09:30:00.000Z",
    updatedAt: "2026-01-01T09:30:00.000Z",
  };
}

export const exampleReplacement: z.output<typeof replacementReportSchema> = {
  changed: 1,
  results: [
    {
      status: 200,
      slug: "spring-sale",
      changes: [{ field: "url", from: "https://old.example/page", to: "https://new.example/page" }],
    },
  ],
};

export const exampleHistory: z.output<typeof linkHistorySchema> = {
  createdBy: { name: "Ada" },
  changes: [
    {
      at: "2026-01-31T12:00:00.000Z",
      by: "Ada",
      field: "url",
      from: "https://example.com/",
      to: "https://example.com/page",
    },
  ],
};

export function exampleAliases(baseUrl: string): z.output<typeof linkAliasesSchema> {
  const times = {
    lastClickedAt: "2026-01-31T12:00:00.000Z",
    createdAt: "2026-01-05T08:00:00.000Z",
  };
  return { aliases: [{ slug: "spring", shortUrl: `${baseUrl}/spring`, clickCount: 12, ...times }] };
}

export const exampleSetAside: z.output<typeof setAsideReportSchema> = {
  found: [
    {
      visitor: "0c9d2f61-5a7e-8b41-8f3c-6d1e0b7a4925",
      date: "2026-01-31",
      hours: ["2026-01-31T10:00:00.000Z", "2026-01-31T11:00:00.000Z"],
      since: "2026-01-31T10:00:00.000Z",
      until: "2026-01-31T12:00:00.000Z",
      clicks: 950,
      of: 1_020,
    },
  ],
  setAside: [
    {
      visitor: "7be01f4c-93d2-8a6e-8c15-2f9b7d3e6a80",
      date: "2026-01-30",
      clicks: 310,
      setAsideAt: "2026-01-31T09:00:00.000Z",
      undoUntil: "2026-02-01T09:00:00.000Z",
      state: "set aside",
    },
  ],
};

const exampleRecord: z.output<typeof clickRecordSchema> = {
  createdAt: "2026-01-31T12:00:00.000Z",
  referrer: "Direct",
  country: "NL",
  region: null,
  city: "Utrecht",
  device: "Mobile",
  browser: "Mobile Safari",
  os: "iOS",
  locale: "en-US",
  utmSource: "newsletter",
  utmMedium: "email",
  utmCampaign: null,
};

export const exampleClick: z.output<typeof exportedClickSchema> = {
  ...exampleRecord,
  cursor: "AZt9fQAAc1KdYVBXQkZHUQ",
};

export const exampleStatistics: z.output<typeof anyStatisticsSchema> = {
  slug: "spring-sale",
  totalClicks: 42,
  lastClickedAt: "2026-01-31T12:00:00.000Z",
  botHitCount: 3,
  ogFetchFailCount: 0,
  range: { days: 1, since: "2026-01-31T00:00:00.000Z", clicks: 2, uniqueVisitors: 2 },
  lifetime: { firstDayClicks: 12, totalClicks: 42 },
  clicksByDay: [{ date: "2026-01-31", count: 2 }],
  topReferrers: [{ referrer: "Direct", count: 2 }],
  topCountries: [{ country: "NL", count: 2 }],
  devices: [{ device: "Mobile", count: 2 }],
  browsers: [{ browser: "Mobile Safari", count: 2 }],
  operatingSystems: [{ os: "iOS", count: 2 }],
  locales: [{ locale: "en-US", count: 2 }],
  utmSources: [{ source: "newsletter", count: 2 }],
  utmMediums: [{ medium: "email", count: 2 }],
  utmCampaigns: [{ campaign: "None", count: 2 }],
  recentClicks: [exampleRecord],
};

const { slug, ...together } = exampleStatistics;
export const exampleReport: z.output<typeof reportSchema> = {
  ...together,
  topLinks: [{ slug, title: "Spring sale", clicks: 2, share: 1, previousClicks: null }],
};

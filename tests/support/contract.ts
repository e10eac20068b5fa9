import { z } from "zod";
import { filterNames } from "@/lib/stats/query";

/** The exact schemas of docs/api-contract.md, Resources, and the problem body of docs/behaviour.md, Errors. */

const timestamp = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);

export const linkSchema = z.strictObject({
  id: z.int(),
  slug: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  url: z.url(),
  shortUrl: z.url(),
  title: z.string().min(1).max(500).nullable(),
  enabled: z.boolean(),
  clickCount: count,
  lastClickedAt: timestamp.nullable(),
  botHitCount: count,
  ogFetchFailCount: count,
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const linkListSchema = z.strictObject({ links: z.array(linkSchema).max(200), total: count, limit: z.int().min(1).max(200), offset: count });

export const clickRecordSchema = z.strictObject({
  createdAt: timestamp,
  referrer: z.string(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  device: z.enum(["Desktop", "Mobile", "Tablet", "TV", "Console", "Wearable", "Embedded", "Unknown"]),
  browser: z.string(),
  os: z.string(),
  locale: z.string().nullable(),
  utmSource: z.string().nullable(),
  utmMedium: z.string().nullable(),
  utmCampaign: z.string().nullable(),
});

const labelled = <K extends string>(key: K) =>
  z.array(z.strictObject({ [key]: z.string(), count: z.int().min(1) } as Record<K, z.ZodString> & { count: z.ZodInt })).max(50);

export const linkStatisticsSchema = z.strictObject({
  slug: z.string(),
  totalClicks: count,
  lastClickedAt: timestamp.nullable(),
  botHitCount: count,
  ogFetchFailCount: count,
  range: z.strictObject({ days: z.int().min(1).max(365), since: timestamp, clicks: count, uniqueVisitors: count }),
  lifetime: z.strictObject({ firstDayClicks: count, totalClicks: count }),
  clicksByDay: z.array(z.strictObject({ date: z.iso.date(), count })),
  topReferrers: labelled("referrer"),
  topCountries: labelled("country"),
  devices: labelled("device"),
  browsers: labelled("browser"),
  operatingSystems: labelled("os"),
  locales: labelled("locale"),
  utmSources: labelled("source"),
  utmMediums: labelled("medium"),
  utmCampaigns: labelled("campaign"),
  recentClicks: z.array(clickRecordSchema).max(20),
});

export const globalStatisticsSchema = z.strictObject({
  totalLinks: count,
  totalClicks: count,
  totalBotHits: count,
  clicksToday: count,
  topLinks: z.array(linkSchema).max(5),
});

export const problemSchema = z.strictObject({
  type: z.string().regex(/^urn:slugline:problem:[a-z_]+$/),
  title: z.string().min(1),
  status: z.int().min(400).max(599),
  detail: z.string().min(1),
  code: z.string().regex(/^[a-z_]+$/),
  errors: z.array(z.strictObject({ path: z.string(), code: z.string().regex(/^[a-z_]+$/), message: z.string().min(1) })),
  requestId: z.string().min(1),
  error: z.string().min(1),
});

export type Link = z.output<typeof linkSchema>;
export type LinkList = z.output<typeof linkListSchema> & { nextCursor?: string | null };
export type LinkStatistics = z.output<typeof linkStatisticsSchema>;
export type GlobalStatistics = z.output<typeof globalStatisticsSchema>;
export type Problem = z.output<typeof problemSchema>;

/** The schema of a successful response, by its path below /api. */
export function successSchema(method: string, path: string): z.ZodType {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  if (pathname === "/api/stats") return globalStatisticsSchema;
  if (pathname === "/api/links") return method === "POST" ? linkSchema : listSchemaFor(searchParams);
  return /\/stats$/.test(pathname) ? statisticsSchemaFor(searchParams) : linkSchema;
}

/** docs/api.md adds `nextCursor`, which is present only with one of its parameters. */
function listSchemaFor(parameters: URLSearchParams): z.ZodType {
  const isExtended = ["url", "state", "sort", "cursor"].some((name) => parameters.has(name));
  return isExtended ? linkListSchema.extend({ nextCursor: z.string().nullable() }) : linkListSchema;
}

/** Fields that docs/statistics.md adds to the contract are present only with their parameter. */
function statisticsSchemaFor(parameters: URLSearchParams): z.ZodType {
  const point = z.strictObject({ start: timestamp, clicks: count, uniqueVisitors: count });
  const series = parameters.has("interval") ? { series: z.array(point) } : {};
  const { range, clicksByDay } = linkStatisticsSchema.shape;
  const previous = parameters.has("compare") ? { previous: z.strictObject({ range, clicksByDay, ...series }) } : {};
  const clicksSince = filterNames.some((name) => parameters.has(name)) ? { clicksSince: timestamp.nullable() } : {};
  return linkStatisticsSchema.extend({ ...series, ...previous, ...clicksSince });
}

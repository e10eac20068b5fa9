import { z } from "zod";
import {
  type anyLinkListSchema,
  type anyLinkSchema,
  bulkReportSchema,
  clicksSinceSchema,
  globalStatisticsSchema,
  ignoredSlugSchema,
  linkHealthSchema,
  linkHistorySchema,
  linkListSchema,
  linkSchema,
  linkStatisticsSchema,
  missedLinksSchema,
  previousSchema,
  problemSchema,
  seriesSchema,
  tagSchema,
} from "@/lib/http/response-schemas";
import { filterNames } from "@/lib/stats/query";

export { problemSchema };

export type Link = z.output<typeof anyLinkSchema>;
export type LinkList = z.output<typeof anyLinkListSchema>;
export type LinkStatistics = z.output<typeof linkStatisticsSchema>;
export type GlobalStatistics = z.output<typeof globalStatisticsSchema>;
export type Problem = z.output<typeof problemSchema>;

/** The schema of a successful response, by its path below /api and the body of the request. */
export function successSchema(method: string, path: string, body?: unknown): z.ZodType {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  if (pathname === "/api/stats") return globalStatisticsSchema.extend({ topLinks: z.array(plainOrTagged).max(5) });
  if (pathname === "/api/tags" && method !== "POST") return z.strictObject({ tags: z.array(tagSchema) });
  if (pathname.startsWith("/api/tags")) return tagSchema;
  if (pathname === "/api/links") return method === "POST" ? linkSchemaFor(body) : listSchemaFor(searchParams);
  if (pathname === "/api/links/bulk" && method === "POST") return bulkReportSchema;
  if (pathname === "/api/missed-links") return missedLinksSchema;
  if (pathname.startsWith("/api/missed-links/")) return ignoredSlugSchema;
  if (pathname.endsWith("/health")) return linkHealthSchema;
  if (pathname.endsWith("/history")) return linkHistorySchema;
  return /\/stats$/.test(pathname) ? statisticsSchemaFor(searchParams) : linkSchemaFor(body);
}

const taggedLinkSchema = linkSchema.extend({ tags: z.array(z.string()), note: z.string().nullable() });

/** A link without tags and note is exactly that of the contract. */
const plainOrTagged = z.union([
  linkSchema,
  taggedLinkSchema.refine(({ tags, note }) => tags.length > 0 || note !== null, "has neither tags nor a note"),
]);

/** docs/api.md: the answer to a request that names tags or a note has both. */
function linkSchemaFor(body: unknown): z.ZodType {
  const isAsked = typeof body === "object" && body !== null && ("tags" in body || "note" in body);
  return isAsked ? taggedLinkSchema : plainOrTagged;
}

/** docs/api.md adds `nextCursor`, which is present only with one of its parameters. */
function listSchemaFor(parameters: URLSearchParams): z.ZodType {
  const isExtended = ["url", "state", "tag", "sort", "cursor"].some((name) => parameters.has(name));
  const schema = linkListSchema.extend({ links: z.array(plainOrTagged).max(200) });
  return isExtended ? schema.extend({ nextCursor: z.string().nullable() }) : schema;
}

/** Fields that docs/statistics.md adds to the contract are present only with their parameter. */
function statisticsSchemaFor(parameters: URLSearchParams): z.ZodType {
  const series = parameters.has("interval") ? { series: seriesSchema } : {};
  const previous = parameters.has("compare") ? { previous: previousSchema.extend(series) } : {};
  const clicksSince = filterNames.some((name) => parameters.has(name)) ? { clicksSince: clicksSinceSchema } : {};
  return linkStatisticsSchema.extend({ ...series, ...previous, ...clicksSince });
}

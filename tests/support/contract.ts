import { z } from "zod";
import {
  type anyLinkListSchema,
  clicksSinceSchema,
  globalStatisticsSchema,
  ignoredSlugSchema,
  linkHealthSchema,
  linkListSchema,
  linkSchema,
  linkStatisticsSchema,
  missedLinksSchema,
  previousSchema,
  problemSchema,
  seriesSchema,
} from "@/lib/http/response-schemas";
import { filterNames } from "@/lib/stats/query";

export { problemSchema };

export type Link = z.output<typeof linkSchema>;
export type LinkList = z.output<typeof anyLinkListSchema>;
export type LinkStatistics = z.output<typeof linkStatisticsSchema>;
export type GlobalStatistics = z.output<typeof globalStatisticsSchema>;
export type Problem = z.output<typeof problemSchema>;

/** The schema of a successful response, by its path below /api. */
export function successSchema(method: string, path: string): z.ZodType {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  if (pathname === "/api/stats") return globalStatisticsSchema;
  if (pathname === "/api/links") return method === "POST" ? linkSchema : listSchemaFor(searchParams);
  if (pathname === "/api/missed-links") return missedLinksSchema;
  if (pathname.startsWith("/api/missed-links/")) return ignoredSlugSchema;
  if (pathname.endsWith("/health")) return linkHealthSchema;
  return /\/stats$/.test(pathname) ? statisticsSchemaFor(searchParams) : linkSchema;
}

/** docs/api.md adds `nextCursor`, which is present only with one of its parameters. */
function listSchemaFor(parameters: URLSearchParams): z.ZodType {
  const isExtended = ["url", "state", "sort", "cursor"].some((name) => parameters.has(name));
  return isExtended ? linkListSchema.extend({ nextCursor: z.string().nullable() }) : linkListSchema;
}

/** Fields that docs/statistics.md adds to the contract are present only with their parameter. */
function statisticsSchemaFor(parameters: URLSearchParams): z.ZodType {
  const series = parameters.has("interval") ? { series: seriesSchema } : {};
  const previous = parameters.has("compare") ? { previous: previousSchema.extend(series) } : {};
  const clicksSince = filterNames.some((name) => parameters.has(name)) ? { clicksSince: clicksSinceSchema } : {};
  return linkStatisticsSchema.extend({ ...series, ...previous, ...clicksSince });
}

import { z } from "zod";
import {
  type anyLinkListSchema,
  type anyLinkSchema,
  bulkReportSchema,
  deliverySchema,
  ignoredSlugSchema,
  linkAliasesSchema,
  linkHealthSchema,
  linkHistorySchema,
  linkListSchema,
  linkSchema,
  missedLinksSchema,
  newReceiverAnswerSchema,
  problemSchema,
  receiverSchema,
  replacementReportSchema,
  setAsideClicksSchema,
  setAsideReportSchema,
  tagSchema,
} from "@/lib/commands/response-schemas";
import { createdShareSchema, shareSchema } from "@/lib/commands/shares";
import {
  anySeriesSchema,
  anyStatisticsSchema,
  clicksSinceSchema,
  globalStatisticsSchema,
  linkStatisticsSchema,
  previousSchema,
  topLinksSchema,
} from "@/lib/commands/statistics-schemas";
import { knownTimeZone } from "@/lib/core/time-zone";
import { shownExtras } from "@/lib/links/field-schemas";
import { filterParameters } from "@/lib/stats/query/filter-parameters";

export { problemSchema };

export type Link = z.output<typeof anyLinkSchema>;
export type LinkList = z.output<typeof anyLinkListSchema>;
export type LinkStatistics = z.output<typeof linkStatisticsSchema>;
export type GlobalStatistics = z.output<typeof globalStatisticsSchema>;
export type Problem = z.output<typeof problemSchema>;

/** By the last part of the path. */
const parts: Record<string, z.ZodType> = {
  health: linkHealthSchema,
  aliases: linkAliasesSchema,
  history: linkHistorySchema,
  shares: z.strictObject({ shares: z.array(shareSchema) }),
  "set-aside": setAsideReportSchema,
};

const schemaOfPart = (method: string, part: string) =>
  method === "POST" && part === "set-aside" ? setAsideClicksSchema : parts[part];

const reportsOfMany: Record<string, z.ZodType> = {
  "/api/links/bulk": bulkReportSchema,
  "/api/links/replace": replacementReportSchema,
  "/api/shares": createdShareSchema,
};

/** The schema of a successful response, by its path below /api and the body of the request. */
export function successSchema(method: string, path: string, body?: unknown): z.ZodType {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  if (pathname === "/api/stats")
    return globalStatisticsSchema.extend({ topLinks: z.array(plainOrTagged).max(5) });
  if (pathname === "/api/stats/report") {
    const { slug: _, ...shape } = statisticsSchemaFor(searchParams).shape;
    // Left out while no link has them.
    const { destinations, domains, sentLabels } = anyStatisticsSchema.shape;
    return z.strictObject({
      ...shape,
      destinations,
      domains,
      sentLabels,
      topLinks: topLinksSchema,
    });
  }
  if (pathname === "/api/tags" && method !== "POST")
    return z.strictObject({ tags: z.array(tagSchema) });
  if (pathname.startsWith("/api/tags")) return tagSchema;
  if (pathname.startsWith("/api/webhooks")) return receiverSchemaFor(method, pathname);
  if (pathname === "/api/links")
    return method === "POST" ? linkSchemaFor(body) : listSchemaFor(searchParams);
  const ofMany = method === "POST" && reportsOfMany[pathname];
  if (ofMany) return ofMany;
  if (pathname === "/api/missed-links") return missedLinksSchema;
  if (pathname.startsWith("/api/missed-links/")) return ignoredSlugSchema;
  const part = schemaOfPart(method, pathname.slice(pathname.lastIndexOf("/") + 1));
  if (part) return part;
  return /\/stats$/.test(pathname) ? statisticsSchemaFor(searchParams) : linkSchemaFor(body);
}

function receiverSchemaFor(method: string, pathname: string): z.ZodType {
  if (pathname.endsWith("/test")) return deliverySchema;
  if (pathname.endsWith("/deliveries"))
    return z.strictObject({ deliveries: z.array(deliverySchema) });
  if (pathname !== "/api/webhooks") return receiverSchema;
  return method === "POST"
    ? newReceiverAnswerSchema
    : z.strictObject({ webhooks: z.array(receiverSchema) });
}

const tagged = { tags: z.array(z.string()), note: z.string().nullable() };
const aliases = z.array(z.string());

/** What a link without the extra has: null, or false for a flag. */
function unsetOf(name: string) {
  return shownExtras[name as keyof typeof shownExtras] instanceof z.ZodBoolean ? false : null;
}

/**
 * A link without tags, note, aliases and extras is exactly that of the contract. The answer to a
 * request that names some has these.
 */
function linkSchemaNaming(named: readonly string[]): z.ZodType {
  const isNoted = named.includes("tags") || named.includes("note");
  const isNamed = named.includes("aliases") || named.includes("keepOldSlug");
  const asked = Object.entries(shownExtras).filter(([name]) =>
    named.includes(name === "hasPassword" ? "password" : name),
  );
  return linkSchema
    .extend({
      ...(isNoted ? tagged : z.object(tagged).partial().shape),
      ...z.object(shownExtras).partial().shape,
      ...Object.fromEntries(asked),
    })
    .extend({ aliases: isNamed ? aliases : aliases.min(1).optional() })
    .refine((link) => isNoted || "tags" in link === "note" in link, "has only one of tags and note")
    .refine(
      (link) => isNoted || !("tags" in link) || link.tags?.length || link.note !== null,
      "has neither tags nor a note",
    )
    .refine(
      (link) =>
        Object.entries(link).every(
          ([name, value]) =>
            !(name in shownExtras) ||
            asked.some(([each]) => each === name) ||
            value !== unsetOf(name),
        ),
      "has a field that is not set",
    );
}

const plainOrTagged = linkSchemaNaming([]);

function linkSchemaFor(body: unknown): z.ZodType {
  return linkSchemaNaming(typeof body === "object" && body !== null ? Object.keys(body) : []);
}

/** docs/api.md adds `nextCursor`, which is present only with one of its parameters. */
function listSchemaFor(parameters: URLSearchParams): z.ZodType {
  const isExtended = [
    "url",
    "state",
    "tag",
    "notTag",
    "campaign",
    "channel",
    "destination",
    "sort",
    "cursor",
  ].some((name) => parameters.has(name));
  const schema = linkListSchema.extend({ links: z.array(plainOrTagged).max(200) });
  return isExtended ? schema.extend({ nextCursor: z.string().nullable() }) : schema;
}

/** Visitors are counted by UTC day, so they are null for days of another time zone. */
const seriesWith = (uniqueVisitors: z.ZodType) =>
  z.array(anySeriesSchema.element.extend({ uniqueVisitors }));

/** Fields that docs/statistics.md adds to the contract are present only with their parameter. */
function statisticsSchemaFor(parameters: URLSearchParams) {
  const isLocal =
    parameters.has("timezone") && knownTimeZone(parameters.get("timezone") ?? "") !== "UTC";
  const isByDay = isLocal && parameters.get("interval") !== "hour";
  const series = parameters.has("interval")
    ? { series: seriesWith(isByDay ? z.null() : z.int().min(0)) }
    : {};
  const previous = parameters.has("compare") ? { previous: previousSchema.extend(series) } : {};
  const clicksSince = ["timezone", ...filterParameters].some((name) => parameters.has(name))
    ? { clicksSince: clicksSinceSchema, sentLabels: anyStatisticsSchema.shape.sentLabels }
    : {};
  return linkStatisticsSchema.extend({ ...series, ...previous, ...clicksSince });
}

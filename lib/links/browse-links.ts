import { z } from "zod";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { env } from "../env";
import { type Link, linkInclude, toLink } from "./link";

export const linkFilters = ["all", "active", "disabled", "expired", "failing"] as const;
export const linkSorts = ["newest", "clicks", "last-click"] as const;
export type LinkFilter = (typeof linkFilters)[number];
export type LinkSort = (typeof linkSorts)[number];

/** The address of the links page; what cannot be used falls back instead of failing. Pages count from 1. */
export const browseQuerySchema = z.object({
  q: z
    .string()
    .transform((text) => text.replaceAll("\0", "").trim())
    .catch(""),
  state: z.enum(linkFilters).catch("all"),
  sort: z.enum(linkSorts).catch("newest"),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});
export type BrowseQuery = z.output<typeof browseQuerySchema>;

export const browsePageLength = 20;

export interface BrowsedLinks {
  links: Link[];
  /** Matches of the search by filter, whichever filter is on; `all` counts each once. */
  counts: Record<LinkFilter, number>;
}

/** A page of links as the dashboard shows them. */
export async function browseLinks({ q, state, sort, page }: BrowseQuery, now: Date): Promise<BrowsedLinks> {
  const matching = q === "" ? Prisma.sql`TRUE` : matches(q);
  const [ids, [counts]] = await Promise.all([
    database().$queryRaw<{ id: number }[]>`
      SELECT l."id" FROM "Link" l ${sort === "newest" && state !== "failing" ? Prisma.empty : Prisma.sql`JOIN "LinkTotals" t ON t."linkId" = l."id"`}
      WHERE ${matching} AND ${condition(state, now)}
      ORDER BY ${order[sort]} LIMIT ${browsePageLength} OFFSET ${(page - 1) * browsePageLength}`,
    database().$queryRaw<[Record<LinkFilter, bigint>]>`
      SELECT count(*) AS "all",
             count(*) FILTER (WHERE ${condition("active", now)}) AS "active",
             count(*) FILTER (WHERE ${condition("disabled", now)}) AS "disabled",
             count(*) FILTER (WHERE ${condition("expired", now)}) AS "expired",
             count(*) FILTER (WHERE ${condition("failing", now)}) AS "failing"
      FROM "Link" l JOIN "LinkCounter" t ON t."linkId" = l."id" WHERE ${matching}`,
  ]);
  const wanted = ids.map(({ id }) => id);
  const rows = await database().link.findMany({ where: { id: { in: wanted } }, include: linkInclude });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    links: wanted.flatMap((id) => byId.get(id) ?? []).map((row) => toLink(row, env().BASE_URL)),
    counts: Object.fromEntries(linkFilters.map((name) => [name, Number(counts[name])])) as Record<LinkFilter, number>,
  };
}

/** A substring of slug, URL or title, whatever its case; `%` and `_` mean themselves. */
function matches(q: string): Prisma.Sql {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`(l."slug" ILIKE ${pattern} OR l."url" ILIKE ${pattern} OR l."title" ILIKE ${pattern})`;
}

function condition(filter: LinkFilter, now: Date): Prisma.Sql {
  switch (filter) {
    case "all":
      return Prisma.sql`TRUE`;
    case "active":
      return Prisma.sql`l."enabled" AND (l."expiresAt" IS NULL OR l."expiresAt" > ${now}::timestamptz)`;
    case "disabled":
      return Prisma.sql`NOT l."enabled"`;
    case "expired":
      return Prisma.sql`l."enabled" AND l."expiresAt" <= ${now}::timestamptz`;
    case "failing":
      return Prisma.sql`t."ogFetchFailCount" > 0`;
  }
}

const order: Record<LinkSort, Prisma.Sql> = {
  newest: Prisma.sql`l."createdAt" DESC, l."id" DESC`,
  clicks: Prisma.sql`t."clickCount" DESC, l."id" DESC`,
  "last-click": Prisma.sql`t."lastClickedAt" DESC NULLS LAST, l."id" DESC`,
};

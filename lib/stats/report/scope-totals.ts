import type { Prisma } from "../../database/generated/client";
import { inScope, type Scope } from "../query/scope";
import { readAllTime } from "./global-statistics";

/** All-time numbers of the links in a scope together. */
export interface ScopeTotals {
  /** Number of links. */
  links: number;
  /** When the first of them was created, ISO 8601; null without links. */
  createdAt: string | null;
  clickCount: number;
  lastClickedAt: string | null;
  botHitCount: number;
  ogFetchFailCount: number;
  firstDayClicks: number;
}

type Row = { [Name in keyof ScopeTotals]: ScopeTotals[Name] extends number ? number : Date | null };

export async function readScopeTotals(
  reader: Prisma.TransactionClient,
  scope: Scope,
): Promise<ScopeTotals> {
  const [row] = scope === "all" ? await readAll(reader) : await readLinks(reader, scope);
  return {
    ...row,
    createdAt: row.createdAt?.toISOString() ?? null,
    lastClickedAt: row.lastClickedAt?.toISOString() ?? null,
  };
}

function readLinks(reader: Prisma.TransactionClient, scope: Scope): Promise<[Row]> {
  return reader.$queryRaw`
    SELECT count(*)::int AS "links", min(l."createdAt") AS "createdAt", coalesce(sum(t."clickCount"), 0)::float8 AS "clickCount",
           max(t."lastClickedAt") AS "lastClickedAt", coalesce(sum(t."botHitCount"), 0)::float8 AS "botHitCount",
           coalesce(sum(t."ogFetchFailCount"), 0)::float8 AS "ogFetchFailCount", coalesce(sum(t."firstDayClicks"), 0)::float8 AS "firstDayClicks"
    FROM (SELECT * FROM "LinkTotals" WHERE ${inScope(scope)}) t JOIN "Link" l ON l."id" = t."linkId"`;
}

async function readAll(reader: Prisma.TransactionClient): Promise<[Row]> {
  const { links, clicks: clickCount, botHits: botHitCount } = await readAllTime(reader);
  const [row] = await reader.$queryRaw<[Omit<Row, "links" | "clickCount" | "botHitCount">]>`
    WITH pending AS MATERIALIZED (
      SELECT sum("firstDayClicks") AS "firstDayClicks", max("lastClickedAt") AS "lastClickedAt" FROM "PendingHour" p
      WHERE (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")
    )
    SELECT (SELECT coalesce(sum("ogFetchFailCount"), 0)::float8 FROM "LinkCounter" WHERE "ogFetchFailCount" > 0) AS "ogFetchFailCount",
           (s."firstDayClicks" + coalesce(p."firstDayClicks", 0))::float8 AS "firstDayClicks",
           (SELECT min("createdAt") FROM "Link") AS "createdAt",
           greatest(p."lastClickedAt", (
             SELECT max("lastClickedAt") FROM "LinkCounter" WHERE "lastClickMinute" = (SELECT max("lastClickMinute") FROM "LinkCounter")
           )) AS "lastClickedAt"
    FROM pending p, (SELECT coalesce(sum("firstDayClicks"), 0) AS "firstDayClicks" FROM "DayTotal") s`;
  return [{ ...row, links, clickCount, botHitCount }];
}

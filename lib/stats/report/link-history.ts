import { type DateRange, rangeOfDates, storedDays } from "../../core/date-range";
import { dayMs } from "../../core/day";
import { destinationPlace } from "../../core/destination";
import { addDays, localDate } from "../../core/local-time";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import type { Link } from "../../links/link";
import { oneLink } from "../query/scope";
import { linkRollups } from "../sources/link-rollups";
import { isWithin, type Reader, Tables } from "../sources/source";
import { zoneOf } from "../sources/zone";
import type { LinkReport } from "./link-report";
import { readBotHits } from "./uncounted";
import { findUnusualDays, type UnusualDay, usualDays } from "./unusual-days";

/**
 * A change of the link. `before`: its earlier slug, the host of its earlier destination, or the
 * names of tags.
 */
export interface LinkChange {
  kind: (typeof markedKinds)[number] | "tagged" | "untagged";
  at: string;
  before: string | null;
}

/** As stored; what else is changed does not explain clicks. */
const markedKinds = ["renamed", "destination", "enabled", "disabled"] as const;

/** An app that fetched previews: when first of all, and how often in the date range. */
export interface PreviewApp {
  name: string;
  firstSeenAt: string;
  count: number;
}

/** What happened to a link beside its clicks. */
export interface LinkHistory {
  /** Bot hits of the date range, by UTC date. */
  botHits: Map<string, number>;
  /** Most hits in the date range first. */
  apps: PreviewApp[];
  /** In the date range, oldest first. */
  changes: LinkChange[];
  unusualDays: UnusualDay[];
}

/** The longest range in which single days are judged. */
const mostJudgedDays = 92;

/**
 * Reads roll-ups, so the cost depends on the days of the range and the names of preview bots, not
 * on clicks.
 */
export function getLinkHistory(link: Link, dateRange: DateRange, now: Date): Promise<LinkHistory> {
  return preferReplica("owners", (reader) => readHistory(reader, link, dateRange, now));
}

async function readHistory(
  reader: PrismaClient,
  link: Link,
  dateRange: DateRange,
  now: Date,
): Promise<LinkHistory> {
  const stored = storedDays(dateRange, now);
  const [botHits, apps, changes, scheduled, unusualDays] = await Promise.all([
    readBotHits(reader, oneLink(link.id), stored),
    reader.$queryRaw<{ name: string; firstSeenAt: Date; count: number }[]>`
      SELECT "name", min("firstSeenAt") AS "firstSeenAt", coalesce(sum("count") FILTER (WHERE ${isWithin("day", stored)}), 0)::float8 AS "count"
      FROM "UncountedVisit" WHERE "linkId" = ${link.id} AND "kind" = 'unfurler' GROUP BY 1 ORDER BY 3 DESC, 1`,
    reader.linkChange.findMany({
      where: {
        linkId: link.id,
        at: { gte: dateRange.since, lt: dateRange.until },
        kind: { in: [...markedKinds, "tags"] },
      },
      orderBy: [{ at: "asc" }, { kind: "asc" }],
    }),
    scheduledChanges(reader, link, dateRange, now),
    listUnusualDays(reader, link, dateRange, now),
  ]);
  return {
    botHits,
    apps: apps.map(({ firstSeenAt, ...app }) => ({
      ...app,
      firstSeenAt: firstSeenAt.toISOString(),
    })),
    changes: [
      ...changes.flatMap(({ kind, at, before, from, to }): LinkChange[] =>
        kind === "tags"
          ? tagChanges(at.toISOString(), from as string[], to as string[])
          : [{ kind: kind as LinkChange["kind"], at: at.toISOString(), before }],
      ),
      ...scheduled,
    ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    unusualDays,
  };
}

/**
 * Of the finished days in the range. In another time zone than UTC, each hour of UTC counts for the
 * day in which it begins.
 */
async function listUnusualDays(
  reader: Reader,
  link: Link,
  dateRange: DateRange,
  now: Date,
): Promise<UnusualDay[]> {
  const { timeZone } = dateRange;
  const [to] = [dateRange.to, addDays(localDate(now, timeZone), -1)].sort() as [string, string];
  if (dateRange.days > mostJudgedDays || to < dateRange.from) return [];
  const read = rangeOfDates(addDays(dateRange.from, -usualDays), to, timeZone);
  const tables = new Tables();
  const zone = zoneOf(read);
  const rollups = linkRollups(tables, oneLink(link.id), read);
  const rows = zone
    ? Prisma.sql`SELECT ${zone.dateOf(Prisma.raw('"hour"'))} AS "day", "clicks" FROM (${rollups.hours()}) h`
    : rollups.days();
  const days = await reader.$queryRaw<{ date: string; clicks: number }[]>(
    tables.select(
      Prisma.sql`SELECT to_char("day", 'YYYY-MM-DD') AS "date", sum("clicks")::float8 AS "clicks" FROM (${rows}) d GROUP BY 1`,
    ),
  );
  const firstDay = new Date(addDays(localDate(new Date(link.createdAt), timeZone), 1));
  const judged = days.map(({ date }) => date).filter((date) => date >= dateRange.from);
  return findUnusualDays(new Map(days.map(({ date, clicks }) => [date, clicks])), judged, firstDay);
}

/** What the schedule of the link changed in the date range, since it is as it is now. */
async function scheduledChanges(
  reader: PrismaClient,
  { id, url, schedule, createdAt }: Link,
  { since, until }: DateRange,
  now: Date,
): Promise<LinkChange[]> {
  if (!schedule) return [];
  const last = await reader.linkChange.findFirst({
    where: { linkId: id, kind: "schedule" },
    orderBy: { at: "desc" },
  });
  const stored = last?.at ?? new Date(createdAt);
  return schedule.flatMap(({ from }, index, all) => {
    const at = new Date(from);
    const hasHappened = at >= stored && at <= now;
    if (!hasHappened || at < since || at >= until) return [];
    const before = destinationPlace(all[index - 1]?.url ?? url);
    return [{ kind: "destination" as const, at: from, before }];
  });
}

function tagChanges(at: string, from: string[], to: string[]): LinkChange[] {
  const added = to.filter((name) => !from.includes(name));
  const removed = from.filter((name) => !to.includes(name));
  return [
    ...(added.length > 0 ? [{ kind: "tagged" as const, at, before: added.join(", ") }] : []),
    ...(removed.length > 0 ? [{ kind: "untagged" as const, at, before: removed.join(", ") }] : []),
  ];
}

/**
 * How many of the links created last, without this one, had fewer clicks in their first 24 hours.
 */
export interface FirstDayRank {
  fewer: number;
  others: number;
}

/** The most links that one is compared with. It bounds the cost. */
export const mostRanked = 200;

/**
 * Null while the link's first 24 hours are not over, outside of the report or without clicks. Links
 * younger than a day are left out. The others are compared by their counters, which may be a few
 * seconds behind.
 */
export async function findFirstDayRank(
  { link, dateRange, firstDayClicks, isFiltered }: LinkReport,
  now: Date,
): Promise<FirstDayRank | null> {
  const end = new Date(Date.parse(link.createdAt) + dayMs);
  if (
    isFiltered ||
    firstDayClicks === 0 ||
    new Date(link.createdAt) < dateRange.since ||
    end > now ||
    end > dateRange.until
  )
    return null;
  const [rank] = await preferReplica(
    "owners",
    (reader) => reader.$queryRaw<[FirstDayRank]>`
    SELECT count(*) FILTER (WHERE "clicks" < ${firstDayClicks})::int AS "fewer", count(*)::int AS "others"
    FROM (
      SELECT (SELECT c."firstDayClicks" FROM "LinkCounter" c WHERE c."linkId" = l."id") AS "clicks"
      FROM "Link" l WHERE l."createdAt" <= ${new Date(now.getTime() - dayMs)}::timestamptz AND l."id" <> ${link.id}
      ORDER BY l."createdAt" DESC, l."id" DESC LIMIT ${mostRanked}
    ) latest`,
  );
  return rank;
}

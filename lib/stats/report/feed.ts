import { dayMs, isoDate } from "../../core/day";
import { groupBy } from "../../core/group-by";
import { Prisma, type PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { countOf } from "../../database/wide-counts";
import { readLinks } from "../../links/get-link";
import { isBroken } from "../../previews/broken-destinations";
import { isMoved } from "../../previews/moved-destinations";
import { brokenRules } from "../../previews/rule-checks";
import { say } from "../../texts/say";
import { readSentence, type Sentence } from "../../texts/sentence";
import { dimensions } from "../query/dimensions";
import type { Reader } from "../sources/source";
import { listDismissed } from "./dismissed-items";
import { type FeedCandidate, type FeedItem, rankFeed } from "./feed-item";
import { readTraffic, usualIfExceeded } from "./unusual-traffic";

/** Links of each kind that are looked at, besides those that were dismissed. */
const mostCandidates = 50;
/** An expiry is news from a week before until a day after. */
const [soonMs, pastMs] = [7 * dayMs, dayMs];
const newsMs = dayMs;
/** Smaller imports are no news. */
const fewestImported = 10;

interface FeedRequest {
  ownerId: string;
  /** Names of failing health checks. */
  failedChecks: readonly Sentence[];
  most: number;
  now: Date;
}

/**
 * What changed lately and may need the owner, most important first: docs/statistics.md, Highlights.
 */
export async function listFeed({
  ownerId,
  failedChecks,
  most,
  now,
}: FeedRequest): Promise<FeedItem[]> {
  const dismissed = await listDismissed(ownerId);
  return preferReplica("statistics", async (reader) => {
    const candidates = [
      ...healthNews(failedChecks),
      ...(await readNews(reader, mostCandidates + dismissed.size, now)),
    ];
    const kept = candidates.filter(({ keys }) => keys.some((key) => !dismissed.has(key)));
    return withLinks(reader, await withSources(reader, rankFeed(kept, most)));
  });
}

/** Two checks of one name, such as those of two receivers, are named once. */
function healthNews(failed: readonly Sentence[]): FeedCandidate[] {
  const named = new Map(failed.map((check) => [say("en", check), check]));
  if (named.size === 0) return [];
  const keys = [`health ${[...named.keys()].join(", ")}`];
  return [{ kind: "health", checks: [...named.values()], keys }];
}

/**
 * One statement for each kind. Clicks of the last seconds may be missing, as they are not
 * aggregated yet.
 */
async function readNews(reader: Reader, limit: number, now: Date): Promise<FeedCandidate[]> {
  const found: FeedCandidate[] = [];
  // One after the other: the feed takes one connection, and leaves the others to the rest of the
  // page.
  for (const read of [
    brokenLinks,
    movedLinks,
    expiringLinks,
    unusualTraffic,
    firstFetches,
    recentImports,
  ])
    found.push(...(await read(reader, limit, now)));
  return found;
}

/** A scalar look-up, so that the plan does not depend on how many links there are. */
const isActive = (linkId: string, now: Date) =>
  Prisma.sql`(SELECT l."enabled" AND coalesce(l."expiresAt" > ${now}::timestamptz, true) FROM "Link" l WHERE l."id" = ${Prisma.raw(linkId)})`;

/**
 * Active links whose destination is broken, most clicks first: those in full hours since then, of
 * the last seven days.
 */
async function brokenLinks(reader: Reader, limit: number, now: Date): Promise<FeedCandidate[]> {
  const rows = await reader.$queryRaw<
    { linkId: number; reason: string; brokenSince: Date; clicks: number }[]
  >`
    SELECT p."linkId", coalesce(p."failReason", '') AS "reason", p."brokenSince",
           (SELECT coalesce(sum(${countOf("clicks", "h")}), 0)::float8 FROM "LinkHour" h
            WHERE h."linkId" = p."linkId" AND h."hour" >= greatest(p."brokenSince", ${now}::timestamptz - interval '7 days')) AS "clicks"
    FROM (
      SELECT * FROM (
        -- Of several broken addresses of a link the first one.
        SELECT DISTINCT ON ("linkId") * FROM (
          (SELECT "linkId", "failReason", "brokenSince" FROM "LinkPreview" WHERE ${isBroken} ORDER BY "brokenSince" DESC LIMIT ${4 * limit})
          UNION ALL (SELECT * FROM (${brokenRules}) rules ORDER BY "brokenSince" DESC LIMIT ${4 * limit})
        ) broken ORDER BY "linkId", "brokenSince"
      ) latest
      WHERE ${isActive('latest."linkId"', now)} ORDER BY "brokenSince" DESC LIMIT ${limit}
    ) p
    ORDER BY "clicks" DESC, p."brokenSince" DESC, p."linkId"`;
  return rows.map((row) => {
    const brokenSince = row.brokenSince.toISOString();
    const reason = readSentence(row.reason);
    return {
      ...row,
      reason,
      kind: "broken",
      brokenSince,
      keys: [`broken ${row.linkId} ${brokenSince}`],
    };
  });
}

/** Active links whose destination ends at another domain, the latest first. */
async function movedLinks(reader: Reader, limit: number, now: Date): Promise<FeedCandidate[]> {
  const rows = await reader.$queryRaw<
    { linkId: number; from: string; to: string; movedSince: Date }[]
  >`
    SELECT p."linkId", p."endHost" AS "from", p."movedTo" AS "to", p."movedSince" FROM (
      SELECT * FROM "LinkPreview" WHERE ${isMoved} ORDER BY "movedSince" DESC LIMIT ${4 * limit}
    ) p WHERE ${isActive('p."linkId"', now)} ORDER BY p."movedSince" DESC, p."linkId" LIMIT ${limit}`;
  return rows.map((row) => {
    const movedSince = row.movedSince.toISOString();
    return { ...row, kind: "moved", movedSince, keys: [`moved ${row.linkId} ${movedSince}`] };
  });
}

/**
 * Links that expire soon or did lately, with clicks in the last seven days; those that expire first
 * come first.
 */
async function expiringLinks(reader: Reader, limit: number, now: Date): Promise<FeedCandidate[]> {
  const [from, until] = [new Date(now.getTime() - pastMs), new Date(now.getTime() + soonMs)];
  const rows = await reader.$queryRaw<{ linkId: number; expiresAt: Date; clicks: number }[]>`
    SELECT * FROM (
      SELECT l."linkId", l."expiresAt", (
        SELECT coalesce(sum(${countOf("clicks", "d")}), 0)::float8 FROM "LinkDay" d WHERE d."linkId" = l."linkId" AND d."day" > ${isoDate(now)}::date - 7
      ) AS "clicks"
      FROM (
        SELECT "id" AS "linkId", "expiresAt" FROM "Link"
        WHERE "enabled" AND "expiresAt" IS NOT NULL AND "expiresAt" > ${from}::timestamptz AND "expiresAt" <= ${until}::timestamptz
        ORDER BY "expiresAt" LIMIT ${4 * limit}
      ) l
    ) counted WHERE "clicks" > 0 ORDER BY "expiresAt", "linkId" LIMIT ${limit}`;
  return rows.map((row) => {
    const expiresAt = row.expiresAt.toISOString();
    return { ...row, kind: "expiring", expiresAt, keys: [`expiring ${row.linkId} ${expiresAt}`] };
  });
}

async function unusualTraffic(reader: Reader, _: number, now: Date): Promise<FeedCandidate[]> {
  return (await listUnusualTraffic(reader, now)).map((day) => ({
    ...day,
    kind: "traffic",
    source: null,
    keys: [`traffic ${day.linkId} ${day.day}`],
  }));
}

/** Days above the usual, today's first, then by how far: the first of each link. */
export async function listUnusualTraffic(
  reader: Reader,
  now: Date,
): Promise<{ linkId: number; day: string; clicks: number; usual: number }[]> {
  const factor = ({ clicks, usual }: { clicks: number; usual: number }) =>
    clicks / Math.max(usual, 1);
  return (await readTraffic(reader, now))
    .flatMap(({ weeks, ...day }) => {
      const usual = usualIfExceeded({ ...day, weeks });
      return usual === null ? [] : [{ ...day, usual }];
    })
    .sort((a, b) => b.day.localeCompare(a.day) || factor(b) - factor(a))
    .filter(
      ({ linkId }, index, all) => all.findIndex((other) => other.linkId === linkId) === index,
    );
}

/** Apps that fetched a preview within a day, and not in the four weeks before; latest first. */
async function firstFetches(reader: Reader, limit: number, now: Date): Promise<FeedCandidate[]> {
  const rows = await reader.$queryRaw<{ linkId: number; name: string; at: Date }[]>`
    SELECT u."linkId", u."name", u."firstSeenAt" AS "at" FROM (
      SELECT * FROM "UncountedVisit" WHERE "kind" = 'unfurler' AND "firstSeenAt" > ${new Date(now.getTime() - newsMs)}::timestamptz
      ORDER BY "firstSeenAt" DESC LIMIT ${2 * limit}
    ) u
    WHERE (
      SELECT true FROM "UncountedVisit" k
      WHERE k."linkId" = u."linkId" AND k."day" >= u."day" - 28 AND k."day" < u."day" AND k."kind" = 'unfurler' AND k."name" = u."name" LIMIT 1
    ) IS NULL AND ${isActive('u."linkId"', now)}
    ORDER BY u."firstSeenAt" DESC, u."name" LIMIT ${limit}`;
  return [...groupBy(rows, ({ linkId }) => linkId)].map(([linkId, ofLink]) => ({
    linkId,
    kind: "shared",
    apps: ofLink.map(({ name }) => name),
    at: ofLink[0]?.at.toISOString() ?? "",
    keys: ofLink.map(({ name }) => `shared ${linkId} ${name}`),
  }));
}

async function recentImports(reader: Reader, limit: number, now: Date): Promise<FeedCandidate[]> {
  const rows = await reader.$queryRaw<{ at: Date; count: number }[]>`
    SELECT "createdAt" AS "at", "created" AS "count" FROM "LinkImport"
    WHERE "createdAt" > ${new Date(now.getTime() - newsMs)}::timestamptz AND "created" >= ${fewestImported} ORDER BY 1 DESC LIMIT ${limit}`;
  return rows.map(({ at, count }) => ({
    kind: "imported",
    count,
    at: at.toISOString(),
    keys: [`imported ${at.toISOString()}`],
  }));
}

/** Names the tag or referrer that brought more than a third of unusual traffic. */
async function withSources(reader: Reader, items: FeedCandidate[]): Promise<FeedCandidate[]> {
  const busy = items.flatMap((item) => (item.kind === "traffic" ? [item] : []));
  if (busy.length === 0) return items;
  const rows = await reader.$queryRaw<
    { linkId: number; day: string; label: string; clicks: number }[]
  >`
    SELECT "linkId", to_char("day", 'YYYY-MM-DD') AS "day", "label", "clicks"
    FROM unnest(${busy.map(({ linkId }) => linkId)}::int[], ${busy.map(({ day }) => day)}::date[]) AS b("linkId", "day"), LATERAL (
      SELECT "label", sum("clicks")::float8 AS "clicks" FROM (
        SELECT "dimension", "label", ${countOf("clicks")} AS "clicks" FROM "LinkDayLabel" k WHERE k."linkId" = b."linkId" AND k."day" = b."day"
        UNION ALL SELECT "dimension", "label", l."clicks" FROM "LinkDayPack" k, LATERAL "unpackLabels"("labels") l WHERE k."linkId" = b."linkId" AND k."day" = b."day"
      ) k WHERE "dimension" IN (${dimensions.referrer.id}, ${dimensions.source.id}) GROUP BY "dimension", "label" ORDER BY 2 DESC, 1 LIMIT 1
    ) l`;
  return items.map((item) => {
    if (item.kind !== "traffic") return item;
    const top = rows.find(({ linkId, day }) => linkId === item.linkId && day === item.day);
    return { ...item, source: top && 3 * top.clicks > item.clicks ? top.label : null };
  });
}

/** Drops items whose link is gone. */
async function withLinks(reader: PrismaClient, items: FeedCandidate[]): Promise<FeedItem[]> {
  const ids = items.flatMap((item) => ("linkId" in item ? [item.linkId] : []));
  const links = await readLinks(ids, reader);
  return items.flatMap((item): FeedItem[] => {
    if (!("linkId" in item)) return [item];
    const { linkId, ...news } = item;
    const link = links.get(linkId);
    return link ? [{ ...news, link }] : [];
  });
}

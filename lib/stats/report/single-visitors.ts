import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { dayMs, hourMs, startOfDay } from "../../core/day";
import { groupBy } from "../../core/group-by";
import { isStatementTimeout } from "../../database/database-errors";
import { clicksWithin, withPacked } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import { ownPart } from "../own-part";
import { oneLink } from "../query/scope";
import { packedOfHours } from "../sources/raw-clicks";
import type { Reader } from "../sources/source";
import { instants } from "../sources/zone";

/** UTC days that are looked at, today included. Their visitors are remembered until undone. */
const days = 7;
/** A visitor with more clicks of a link in an hour, and with more than half of all, stands out. */
const ordinaryClicks = 100;
/** With as many raw clicks in later hours, earlier ones are left out. */
const mostClicks = 1_000_000;
/** An hour with more is left out, because nobody would wait for the end of the count. */
const mostOfHour = 5_000_000;
/** The largest of hours whose count took too long is left out for this time. */
const leftOutMs = hourMs / 6;

/** One visitor who made most clicks of a link in some hours of a UTC day. */
export interface SingleVisitor {
  /** Stands for link, day and visitor, and tells nothing else. */
  id: string;
  visitor: Uint8Array<ArrayBuffer>;
  /** 00:00 UTC of the day. */
  day: Date;
  /** Those hours, each with the clicks of this visitor and those of all. */
  hours: { start: Date; clicks: number; of: number }[];
}

/** The clicks of whoever made most of an hour's, and those of all. */
interface Majority {
  visitor: Uint8Array<ArrayBuffer>;
  clicks: number;
  of: number;
}

/** Nobody made most of an hour's, or one did. */
type Majorities = readonly Majority[];

interface RolledUp {
  hour: Date;
  clicks: number;
  visitors: number;
}

/** Hours whose raw clicks were counted, until their roll-up changes: one that is over stays. */
export const newCountedHours = () => new LRUCache<string, Majorities>({ max: 20_000 });

function keyOf(linkId: number, { hour, clicks, visitors }: RolledUp): string {
  return `${linkId} ${hour.getTime()} ${clicks} ${visitors}`;
}

const leftOutKey = (linkId: number, hour: Date) => `${linkId} ${hour.getTime()}`;

/**
 * The visitors who stand out, latest day first. Roll-ups tell in which hours there may be one, so
 * that an ordinary link costs one small query.
 */
export async function findSingleVisitors(
  reader: Reader,
  linkId: number,
  now: Date,
): Promise<SingleVisitor[]> {
  const since = new Date(startOfDay(now).getTime() - (days - 1) * dayMs);
  // Whoever made more than half leaves less than half for the others, of whom each made one.
  const hours = await reader.$queryRaw<RolledUp[]>`
    SELECT "hour", "clicks", "visitors" FROM (
      SELECT "hour", "clicks", "visitors", sum("clicks") OVER (ORDER BY "hour" DESC) AS "total" FROM "LinkHour"
      WHERE "linkId" = ${linkId} AND "hour" >= ${since}::timestamptz AND "moreClicks" IS NULL AND "clicks" BETWEEN ${ordinaryClicks + 1} AND ${mostOfHour} AND 2 * ("visitors" - 1) < "clicks"
        AND "hour" >= (SELECT "visitorsSince" FROM "RollupState")::timestamp AT TIME ZONE 'UTC'
    ) h WHERE "total" - "clicks" < ${mostClicks} ORDER BY "hour"`;
  const { countedHours } = ownPart();
  const known = hours
    .filter(({ hour }) => !countedHours.has(leftOutKey(linkId, hour)))
    .map((rolledUp) => ({
      ...rolledUp,
      majority: countedHours.get(keyOf(linkId, rolledUp)),
    }));
  const unknown = known.filter(({ majority }) => !majority);
  const counted = await countHours(reader, linkId, unknown).catch((error: unknown) => {
    const [largest] = unknown.toSorted((a, b) => b.clicks - a.clicks);
    if (largest && isStatementTimeout(error))
      countedHours.set(leftOutKey(linkId, largest.hour), [], { ttl: leftOutMs });
    throw error;
  });
  const found = known.flatMap(({ hour, majority = counted.get(hour.getTime()) ?? [] }) =>
    majority.map(({ visitor, ...counts }) => ({
      ...{ visitor, day: startOfDay(hour) },
      ...{ id: idOf(linkId, startOfDay(hour), visitor), hour: { start: hour, ...counts } },
    })),
  );
  return [...groupBy(found, ({ id }) => id).values()]
    .flatMap((all) => {
      const [first] = all;
      return first ? [{ ...first, hours: all.map(({ hour }) => hour) }] : [];
    })
    .map(({ id, visitor, day, hours }) => ({ id, visitor, day, hours }))
    .reverse();
}

/** Counts the raw clicks of these hours, and keeps that beside the roll-ups of the same instant. */
async function countHours(
  reader: Reader,
  linkId: number,
  hours: RolledUp[],
): Promise<Map<number, Majorities>> {
  if (hours.length === 0) return new Map();
  const starts = instants(hours.map(({ hour }) => hour));
  const [start, end] = [Prisma.raw('h."hour"'), Prisma.raw("(h.\"hour\" + interval '1 hour')")];
  const clicks = clicksWithin(Prisma.sql`ARRAY[${linkId}]::int[]`, [{ since: start, until: end }]);
  const unpacked = Prisma.sql`
    SELECT h."hour", c.* FROM unnest(${starts}) AS h("hour"), LATERAL (
      SELECT "id", "visitor" FROM ${clicks} k WHERE "linkId" = ${linkId} AND "createdAt" >= ${start} AND "createdAt" < ${end} OFFSET 0
    ) c`;
  const packed = Prisma.sql`
    SELECT "hour", "id", "visitor" FROM ${packedOfHours(
      oneLink(linkId),
      hours.map(({ hour }) => hour),
    )} k WHERE "linkId" = ${linkId}`;
  const rows = await reader.$queryRaw<
    (RolledUp & { visitor: Majority["visitor"] | null; made: number; of: number })[]
  >`
    SELECT r."hour", r."clicks", r."visitors", v."visitor", v."made", v."of"
    FROM "LinkHour" r LEFT JOIN (
      SELECT "hour", "visitor", count(*)::int AS "made", (sum(count(*)) OVER (PARTITION BY "hour"))::int AS "of"
      FROM (${withPacked(unpacked, packed)}) c GROUP BY 1, 2
    ) v ON v."hour" = r."hour" AND "made" > ${ordinaryClicks} AND 2 * "made" > "of"
    WHERE r."linkId" = ${linkId} AND r."hour" = ANY(${starts})`;
  return new Map(
    rows.map(({ visitor, made, of, ...rolledUp }) => {
      const majority = visitor ? [{ visitor, clicks: made, of }] : [];
      ownPart().countedHours.set(keyOf(linkId, rolledUp), majority);
      return [rolledUp.hour.getTime(), majority];
    }),
  );
}

/** The end of the last hour in which the visitor stands out. */
export function endOf({ hours, day }: SingleVisitor): Date {
  return new Date((hours.at(-1)?.start ?? day).getTime() + hourMs);
}

/** The same for the same visitor, so that two who press at the same time mean one thing. */
export function idOf(linkId: number, day: Date, visitor: Uint8Array): string {
  const text = `${linkId} ${day.toISOString()} ${Buffer.from(visitor).toString("hex")}`;
  const hex = hash("sha256", text, "hex");
  // A UUID of version 8, whose bits are free.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import { hash } from "node:crypto";
import { dayMs, hourMs, startOfDay } from "../../core/day";
import { groupBy } from "../../core/group-by";
import { clicksWithin } from "../../database/distributed";
import { Prisma } from "../../database/generated/client";
import type { Reader } from "../sources/source";
import { instants } from "../sources/zone";

/** UTC days that are looked at, today included. Their visitors are remembered until undone. */
const days = 7;
/** A visitor with more clicks of a link in an hour, and with more than half of all, stands out. */
const ordinaryClicks = 100;
/** As many raw clicks as one look may count. Earlier hours are left out then. */
const mostClicks = 1_000_000;

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
  const hours = await reader.$queryRaw<{ hour: Date }[]>`
    SELECT "hour" FROM (
      SELECT "hour", sum("clicks") OVER (ORDER BY "hour" DESC) AS "total" FROM "LinkHour"
      WHERE "linkId" = ${linkId} AND "hour" >= ${since}::timestamptz AND "clicks" > ${ordinaryClicks} AND 2 * ("visitors" - 1) < "clicks"
        AND "hour" >= (SELECT "visitorsSince" FROM "RollupState")::timestamp AT TIME ZONE 'UTC'
    ) h WHERE "total" <= ${mostClicks}`;
  if (hours.length === 0) return [];
  const [start, end] = [Prisma.raw('h."hour"'), Prisma.raw("(h.\"hour\" + interval '1 hour')")];
  const clicks = clicksWithin(Prisma.sql`ARRAY[${linkId}]::int[]`, [{ since: start, until: end }]);
  const rows = await reader.$queryRaw<
    { hour: Date; visitor: Uint8Array<ArrayBuffer>; clicks: number; of: number }[]
  >`
    SELECT * FROM (
      SELECT h."hour", c."visitor", count(*)::int AS "clicks", (sum(count(*)) OVER (PARTITION BY h."hour"))::int AS "of"
      FROM unnest(${instants(hours.map(({ hour }) => hour))}) AS h("hour"), LATERAL (
        SELECT "visitor" FROM ${clicks} k WHERE "linkId" = ${linkId} AND "createdAt" >= ${start} AND "createdAt" < ${end} OFFSET 0
      ) c GROUP BY 1, 2
    ) v WHERE "clicks" > ${ordinaryClicks} AND 2 * "clicks" > "of" ORDER BY "hour"`;
  const found = rows.map(({ hour, visitor, ...counts }) => ({
    ...{ visitor, day: startOfDay(hour) },
    ...{ id: idOf(linkId, startOfDay(hour), visitor), hour: { start: hour, ...counts } },
  }));
  return [...groupBy(found, ({ id }) => id).values()]
    .flatMap((all) => {
      const [first] = all;
      return first ? [{ ...first, hours: all.map(({ hour }) => hour) }] : [];
    })
    .map(({ id, visitor, day, hours }) => ({ id, visitor, day, hours }))
    .reverse();
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

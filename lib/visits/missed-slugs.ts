import { leftOut } from "../config/left-out";
import { running } from "../config/running";
import { dayMs, isoDate } from "../core/day";
import { maintenanceDatabase } from "../database/client";
import { deleteInRounds } from "../database/delete-in-rounds";
import { Prisma } from "../database/generated/client";
import { classifyVisitor } from "./classify-visitor";
import { isScannerPath } from "./scanner-paths";
import type { Visit } from "./visit";

/** A network that asks for more unknown slugs in a minute is trying them out. */
export const mostPerMinute = 5;
/** Slugs that are noted in memory until they are stored. Further ones are left out. */
const mostNoted = 1_000;
/** Slugs that are kept of a day. */
const mostOfDay = 500;
export const missedDays = 90;

interface Missed {
  day: string;
  slug: string;
  count: number;
  lastSeenAt: Date;
}

/** Noted in memory until they are stored, by day and slug. */
export const newMissedSlugs = () => new Map<string, Missed>();

const missedSlugs = () => running().visits.missedSlugs;

/**
 * Notes a visit to a slug that no link has, in memory, if it looks like a person's. Never throws.
 */
export function countMissed(visit: Visit): void {
  if (visit.method !== "GET" || !/^Mozilla\/5\.0 \(/.test(visit.header("user-agent") ?? "")) return;
  if (isScannerPath(visit.slug) || classifyVisitor(visit).uncounted) return;
  add({ day: isoDate(visit.at), slug: visit.slug, count: 1, lastSeenAt: visit.at });
}

function add(missed: Missed): void {
  const key = `${missed.day} ${missed.slug}`;
  const noted = missedSlugs();
  const known = noted.get(key);
  if (known) {
    known.count += missed.count;
    if (missed.lastSeenAt > known.lastSeenAt) known.lastSeenAt = missed.lastSeenAt;
  } else if (noted.size < mostNoted) noted.set(key, { ...missed });
  else leftOut().note("missed");
}

/** Stores what was noted. If that fails, it is kept for the next time. */
export async function storeMissed(): Promise<void> {
  const batch = [...missedSlugs().values()];
  missedSlugs().clear();
  if (batch.length === 0) return;
  try {
    await insert(batch);
  } catch (error) {
    for (const missed of batch) add(missed);
    throw error;
  }
  await trim(batch.map(({ day }) => day));
}

async function insert(batch: readonly Missed[]): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    INSERT INTO "MissedSlug" AS m ("day", "slug", "count", "lastSeenAt")
    SELECT t.* FROM unnest(
      ${batch.map(({ day }) => day)}::date[], ${batch.map(({ slug }) => slug)}::text[], ${batch.map(({ count }) => count)}::int[],
      ${batch.map(({ lastSeenAt }) => lastSeenAt.toISOString())}::timestamptz[]
    ) AS t("day", "slug", "count", "lastSeenAt")
    WHERE NOT EXISTS (SELECT FROM "IgnoredSlug" i WHERE i."slug" = t."slug")
    ORDER BY "day", "slug"
    ON CONFLICT ("day", "slug") DO UPDATE
    SET "count" = m."count" + excluded."count", "lastSeenAt" = greatest(m."lastSeenAt", excluded."lastSeenAt")`;
}

/**
 * Keeps the most asked for of each day, and of those the latest: guesses of a program give way to
 * what people ask for.
 */
async function trim(days: readonly string[]): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    DELETE FROM "MissedSlug" m USING (
      SELECT "day", "slug", row_number() OVER (PARTITION BY "day" ORDER BY "count" DESC, "lastSeenAt" DESC, "slug") AS "place"
      FROM "MissedSlug" WHERE "day" = ANY (${days}::date[])
    ) p WHERE m."day" = p."day" AND m."slug" = p."slug" AND p."place" > ${mostOfDay}`;
}

export async function forgetOldMissed(now: Date): Promise<void> {
  const oldest = isoDate(new Date(now.getTime() - missedDays * dayMs));
  await deleteInRounds("MissedSlug", Prisma.sql`"day" <= ${oldest}::date`);
}

import { z } from "zod";
import { dayMs, isoDate } from "../../core/day";
import { SluglineError } from "../../core/errors";
import { slugPattern } from "../../core/slug";
import { wholeNumber } from "../../core/whole-number";
import { database } from "../../database/client";
import { inTransaction } from "../../database/in-transaction";
import { missedDays } from "../../visits/missed-slugs";

/** Of which the dashboard shows missed links. */
export const shownDays = 30;

/** Rows of an answer. */
export const mostListed = 100;

export const missedQuerySchema = z.object({
  days: wholeNumber(
    1,
    `Length of the date range in UTC days, which ends today; values above ${missedDays} count as ${missedDays}. 30 by default.`,
  )
    .default(30)
    .transform((value) => Math.min(value, missedDays)),
});

export const missedChangesSchema = z.object({
  ignored: z.boolean().meta({ description: "Whether to leave this slug out of the list." }),
});

/** A slug that visitors asked for in the date range and that no link has. */
interface MissedLink {
  slug: string;
  count: number;
  lastSeenAt: string;
}

export interface MissedLinks {
  missedLinks: MissedLink[];
  /** How many further ones are not listed. */
  more: number;
}

/** Most asked for first. A slug that a link has got since, or that is ignored, is left out. */
export async function listMissedLinks(days: number, now: Date): Promise<MissedLinks> {
  const from = isoDate(new Date(now.getTime() - days * dayMs));
  const rows = await database().$queryRaw<
    { slug: string; count: number; lastSeenAt: Date; all: number }[]
  >`
    SELECT m."slug", sum(m."count")::float8 AS "count", max(m."lastSeenAt") AS "lastSeenAt", (count(*) OVER ())::int AS "all" FROM "MissedSlug" m
    WHERE m."day" > ${from}::date
      AND NOT EXISTS (SELECT FROM "Link" l WHERE l."slug" = m."slug")
      AND NOT EXISTS (SELECT FROM "Alias" a WHERE a."slug" = m."slug") AND NOT EXISTS (SELECT FROM "IgnoredSlug" i WHERE i."slug" = m."slug")
    GROUP BY m."slug" ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${mostListed}`;
  const missedLinks = rows.map(({ slug, count, lastSeenAt }) => ({
    slug,
    count,
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return { missedLinks, more: (rows[0]?.all ?? 0) - rows.length };
}

/** The latest first. */
export async function listIgnoredSlugs(): Promise<string[]> {
  const rows = await database().ignoredSlug.findMany({
    orderBy: [{ ignoredAt: "desc" }, { slug: "asc" }],
    take: mostListed,
  });
  return rows.map(({ slug }) => slug);
}

/**
 * Leaves a slug out of the list from now on, or shows it again. Ignoring it twice changes nothing.
 */
export async function ignoreSlug(
  slug: string,
  ignored: boolean,
  now: Date,
): Promise<{ slug: string; ignored: boolean }> {
  if (!slugPattern.test(slug)) throw new SluglineError("not_found", "slugImpossible");
  const row = { data: { slug, ignoredAt: now }, skipDuplicates: true };
  await inTransaction(({ ignoredSlug }) =>
    ignored ? ignoredSlug.createMany(row) : ignoredSlug.deleteMany({ where: { slug } }),
  );
  return { slug, ignored };
}

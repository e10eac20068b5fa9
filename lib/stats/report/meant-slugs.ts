import { findSlip } from "../../core/slip";
import { database } from "../../database/client";
import { Prisma } from "../../database/generated/client";
import { beginsWith, literal } from "../list/link-conditions";

/** Of shorter slugs every other is a slip away. */
const leastLength = 4;
/** No index finds less at the end of a slug. */
const leastKept = 2;
/** Candidates that are compared with one missed slug, which bounds the cost. */
const mostCandidates = 200;

/**
 * The links that visitors probably meant, by the slug that they asked for: one slip away, or
 * written with other case or separators. Of several the one with the most clicks.
 */
export async function findMeantSlugs(missed: readonly string[]): Promise<Map<string, string>> {
  const asked = missed.filter(({ length }) => length >= leastLength);
  if (asked.length === 0) return new Map();
  // A slip leaves the beginning or the end of a slug as it is, and indexes find those.
  const lookups = asked.map((slug) => {
    const kept = Math.max(leastKept, Math.ceil((slug.length - 2) / 2));
    return Prisma.sql`(
      SELECT ${slug}::text AS "missed", l."slug", l."id" FROM "Link" l
      WHERE length(l."slug") BETWEEN ${slug.length - 1} AND ${slug.length + 1}
        AND (${beginsWith('l."slug"', slug.slice(0, kept))} OR l."slug" ILIKE ${`%${literal(slug.slice(-kept))}`})
      LIMIT ${mostCandidates})`;
  });
  const rows = await database().$queryRaw<{ missed: string; slug: string }[]>`
    SELECT c."missed", c."slug" FROM (${Prisma.join(lookups, " UNION ALL ")}) c JOIN "LinkTotals" t ON t."linkId" = c."id"
    ORDER BY t."clickCount" DESC, c."id"`;
  const meant = new Map<string, string>();
  for (const { missed: slug, slug: own } of rows)
    if (!meant.has(slug) && isMeant(slug, own)) meant.set(slug, own);
  return meant;
}

function isMeant(slug: string, own: string): boolean {
  const [given, wanted] = [plain(slug), plain(own)];
  return given === wanted || findSlip(given, wanted) !== null;
}

function plain(slug: string): string {
  return slug.toLowerCase().replaceAll("_", "-");
}

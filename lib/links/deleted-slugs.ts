import { dayMs } from "../core/day";
import { database } from "../database/client";
import { deleteInRounds } from "../database/delete-in-rounds";
import { Prisma } from "../database/generated/client";

/** How long a deleted slug is remembered, and how many at most. */
const deletedSlugDays = 365;
const most = 100_000;

/**
 * Which of these slugs a link or an alias had before (prisma/rules/deleted-slugs.sql notes them),
 * and until when. One that is in use may be among them.
 */
export async function findDeletedSlugs(slugs: string[]): Promise<Map<string, Date>> {
  const rows = await database().deletedSlug.findMany({ where: { slug: { in: slugs } } });
  return new Map(rows.map(({ slug, deletedAt }) => [slug, deletedAt]));
}

/** Also forgets those that are in use again. */
export async function forgetOldDeletedSlugs(now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - deletedSlugDays * dayMs);
  await deleteInRounds(
    "DeletedSlug",
    Prisma.sql`"deletedAt" < greatest(${oldest}::timestamptz, (SELECT "deletedAt" FROM "DeletedSlug" ORDER BY "deletedAt" DESC OFFSET ${most} LIMIT 1))
      OR EXISTS (SELECT FROM "Link" l WHERE l."slug" = "DeletedSlug"."slug") OR EXISTS (SELECT FROM "Alias" a WHERE a."slug" = "DeletedSlug"."slug")`,
  );
}

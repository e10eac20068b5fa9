import { database } from "../database/client";

/**
 * Which of these slugs a link or an alias had before (prisma/rules/deleted-slugs.sql notes them),
 * and until when. One that is in use may be among them.
 */
export async function findDeletedSlugs(slugs: string[]): Promise<Map<string, Date>> {
  const rows = await database().deletedSlug.findMany({ where: { slug: { in: slugs } } });
  return new Map(rows.map(({ slug, deletedAt }) => [slug, deletedAt]));
}

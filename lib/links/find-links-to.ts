import { database } from "../database/client";

/** Slugs of at most `most` links to this destination, newest first. `total` counts all. */
export async function findLinksTo(
  url: string,
  most: number,
): Promise<{ slugs: string[]; total: number }> {
  const [rows, total] = await Promise.all([
    database().link.findMany({
      where: { url },
      select: { slug: true },
      orderBy: { id: "desc" },
      take: most,
    }),
    database().link.count({ where: { url } }),
  ]);
  return { slugs: rows.map(({ slug }) => slug), total };
}

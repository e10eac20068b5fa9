import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import { stateConditions } from "./state-conditions";

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

/** A link that exists. One with a password does not redirect for everybody, so is not active. */
interface Existing {
  id: number;
  slug: string;
  isActive: boolean;
}

/**
 * For each the link with this destination, and with this slug or alias if one is given. Of several,
 * the oldest that redirects, else the oldest; null for none.
 */
export async function findLinks(
  wanted: readonly { url: string; slug?: string | undefined }[],
  now: Date,
  reader: Pick<Writer, "$queryRaw">,
): Promise<(Existing | null)[]> {
  const rows = wanted.map(({ url, slug = null }, index) => ({ index, url, slug }));
  const found = await reader.$queryRaw<(Existing & { index: number })[]>`
    SELECT w."index", f."id", f."slug", f."isActive"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w("index" int, "url" text, "slug" text)
    CROSS JOIN LATERAL (
      SELECT l."id", l."slug", ${stateConditions(now).active} AND l."passwordHash" IS NULL AS "isActive"
      FROM "Link" l WHERE l."url" = w."url" AND (
        w."slug" IS NULL OR l."slug" = w."slug" OR l."id" = (SELECT "linkId" FROM "Alias" WHERE "slug" = w."slug")
      ) ORDER BY 3 DESC, 1 LIMIT 1
    ) f`;
  const byIndex = new Map(found.map(({ index, ...link }) => [index, link]));
  return rows.map(({ index }) => byIndex.get(index) ?? null);
}

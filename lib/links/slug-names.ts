import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { linkSettings } from "./links-part";

/**
 * Whether visits find a link whose slug differs by letter case alone, and new slugs must differ by
 * more.
 */
export function ignoresCase(): boolean {
  return linkSettings().get().IGNORE_CASE === true;
}

/**
 * Equal for slugs that may not lead to two links. Slugs are ASCII, so the language of the machine
 * makes no difference.
 */
export function slugKey(slug: string): string {
  return ignoresCase() ? slug.toLowerCase() : slug;
}

/** The ids of the links that have these slugs, as their own or as aliases, by `slugKey`. */
export async function findOwners(
  slugs: readonly string[],
  reader: Pick<Writer, "$queryRaw">,
): Promise<Map<string, number[]>> {
  const keys = [...new Set(slugs.map(slugKey))];
  if (keys.length === 0) return new Map();
  // Spelled like the indexes.
  const key = (column: Prisma.Sql) =>
    ignoresCase() ? Prisma.sql`lower(${column} COLLATE "C")` : column;
  const rows = await reader.$queryRaw<{ slug: string; linkId: number }[]>`
    SELECT l."slug", l."id" AS "linkId" FROM "Link" l WHERE ${key(Prisma.sql`l."slug"`)} = ANY(${keys}::text[])
    UNION ALL SELECT a."slug", a."linkId" FROM "Alias" a WHERE ${key(Prisma.sql`a."slug"`)} = ANY(${keys}::text[])`;
  const owners = new Map<string, number[]>();
  for (const { slug, linkId } of rows)
    owners.set(slugKey(slug), [...(owners.get(slugKey(slug)) ?? []), linkId]);
  return owners;
}

/** The slugs of a new link. */
interface NewSlugs {
  slug: string;
  aliases?: readonly string[] | undefined;
}

/**
 * For each new link the first of its slugs that is taken: by a link, or by one before it in the
 * list. Null if it may have them all.
 */
export async function findTaken(
  wanted: readonly NewSlugs[],
  reader: Pick<Writer, "$queryRaw">,
): Promise<(string | null)[]> {
  const slugsOf = ({ slug, aliases = [] }: NewSlugs) => [slug, ...aliases];
  const owners = await findOwners(wanted.flatMap(slugsOf), reader);
  const given = new Set<string>();
  return wanted.map((link) => {
    const slugs = slugsOf(link);
    // A generated slug may be one of the aliases.
    const taken = slugs.find(
      (slug, at) =>
        owners.has(slugKey(slug)) || given.has(slugKey(slug)) || slugs.indexOf(slug) < at,
    );
    if (taken !== undefined) return taken;
    for (const slug of slugs) given.add(slugKey(slug));
    return null;
  });
}

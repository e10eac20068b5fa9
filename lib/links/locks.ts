import { isSlug } from "../core/slug";
import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { ignoresCase } from "./slug-names";

/*
 * The locks of writers of links, in the order in which they are taken, so that none waits for
 * another in a circle: first what makes a request wait for its like (a repeated request, a
 * destination, an import), then all slugs, then links by id, then what belongs to them.
 */

/**
 * The lock of the triggers that keep slugs and aliases apart (prisma/rules/slugs-and-aliases.sql).
 * Never change it.
 */
const lock = 1_936_487_795;

/**
 * Until the transaction ends no other one adds slugs, so what `findOwners` says stays true. Take it
 * before links are locked: whoever adds a link waits for it. `isShared`: only adds slugs of links,
 * for which a unique index decides.
 */
export async function lockSlugs(writer: Writer, { isShared = false } = {}): Promise<void> {
  if (isShared) await writer.$executeRaw`SELECT pg_advisory_xact_lock_shared(${lock}::bigint)`;
  else await writer.$executeRaw`SELECT pg_advisory_xact_lock(${lock}::bigint)`;
}

/** Whether new links need `lockSlugs` for themselves alone. */
export function needsSlugLock(
  wanted: readonly { aliases?: readonly string[] | undefined }[],
): boolean {
  return ignoresCase() || wanted.some(({ aliases = [] }) => aliases.length > 0);
}

/**
 * Locks links in the order of their ids, before anything of them is written. Returns the ids of
 * those that exist, by slug. Does not block clicks unless `againstClicks`: for links that are
 * deleted, and for one that gets another slug, because clicks lock it before its aliases.
 */
export async function lockLinks(
  slugs: readonly string[],
  writer: Writer,
  { againstClicks = false } = {},
): Promise<Map<string, number>> {
  const possible = slugs.filter(isSlug);
  if (possible.length === 0) return new Map();
  const rows = await writer.$queryRaw<{ id: number; slug: string }[]>`
    SELECT "id", "slug" FROM "Link" WHERE "slug" = ANY(${possible}::text[]) ORDER BY "id"
    ${Prisma.raw(againstClicks ? "FOR UPDATE" : "FOR NO KEY UPDATE")}`;
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/**
 * When an edit of links takes place that the transaction has locked: by the clock of the database,
 * which orders what instances share, and after what changed the links before. The same for each
 * edit of a transaction.
 */
export async function timeOfEdit(ids: Iterable<number>, now: Date, writer: Writer): Promise<Date> {
  const [edit] = await writer.$queryRaw<[{ at: Date }]>`
    SELECT CASE WHEN "at" < "latest" THEN "latest" + interval '1 millisecond' ELSE "at" END AS "at" FROM (
      SELECT date_trunc('milliseconds', least(${now}::timestamptz, now())) AS "at", max("updatedAt") AS "latest"
      FROM "Link" WHERE "id" = ANY(${[...ids]}::int[])
    ) AS known`;
  return edit.at;
}

import { isSlug } from "../core/slug";
import { database, sharedNow } from "../database/client";
import { Prisma } from "../database/generated/client";
import { UnpreparedError, type Writer } from "../database/in-transaction";
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
 * deleted, and for those whose slugs or aliases change, because clicks lock a link before its
 * aliases.
 */
export async function lockLinks(
  slugs: readonly string[],
  writer: Writer,
  { againstClicks = false } = {},
): Promise<Map<string, number>> {
  if (!slugs.some(isSlug)) return new Map();
  const which = withSlugs(slugs);
  const rows = againstClicks
    ? await lockAgainstClicks(which, writer)
    : await writer.$queryRaw<LockedLink[]>`
        SELECT "id", "slug" FROM "Link" WHERE ${which} ORDER BY "id" FOR NO KEY UPDATE`;
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

export function withSlugs(slugs: readonly string[]): Prisma.Sql {
  return Prisma.sql`"slug" = ANY(${slugs.filter(isSlug)}::text[])`;
}

interface LockedLink {
  id: number;
  slug: string;
}

/** One half of the advisory lock of a link; the other is its id. Never change it. */
export const asideLock = 0x61_73_69;

/** Tomorrow, because the clock of an instance may be ahead. */
const marked = Prisma.sql`(now() AT TIME ZONE 'UTC')::date + 1`;

/**
 * Waits for clicks of these links that are on the way to Click, and keeps others waiting; visits
 * store packs meanwhile. A constant stream of clicks would pass whoever waits for a row. So if it is
 * busy, the links are marked in another transaction and this one runs again: clicks and bot hits of
 * marked links take turns (`lockTurns` in lib/visits/record-clicks.ts).
 */
export async function lockAgainstClicks(which: Prisma.Sql, writer: Writer): Promise<LockedLink[]> {
  await writer.$executeRaw`
    SELECT pg_advisory_xact_lock(${asideLock}::int, "id")
    FROM (SELECT "id" FROM "Link" WHERE ${which} AND "asideDay" >= ${marked} ORDER BY "id" OFFSET 0) l`;
  const known = await writer.$queryRaw<{ id: number; isMarked: boolean }[]>`
    SELECT "id", coalesce("asideDay" >= ${marked}, false) AS "isMarked" FROM "Link" WHERE ${which}`;
  const ids = known.map(({ id }) => id);
  const areMarked = known.every(({ isMarked }) => isMarked);
  const locked = await writer.$queryRaw<LockedLink[]>`
    SELECT "id", "slug" FROM "Link" WHERE "id" = ANY(${ids}::int[]) AND ${which} ORDER BY "id"
    FOR UPDATE ${Prisma.raw(areMarked ? "" : "SKIP LOCKED")}`;
  if (locked.length < ids.length && !areMarked)
    throw new UnpreparedError(() => markBusy(Prisma.sql`"id" = ANY(${ids}::int[])`));
  // Statements that began before the mark see this one.
  if (known.some(({ isMarked }) => isMarked))
    await writer.$executeRaw`
      UPDATE "Link" SET "asideDay" = (SELECT max("day") FROM "SetAside" s WHERE s."linkId" = "Link"."id")
      WHERE "id" = ANY(${ids}::int[])`;
  return locked;
}

/**
 * Marks those of these links that are busy. Whoever takes the lock of all slugs before it locks
 * against clicks calls this before its transaction: it would keep all others waiting while it runs
 * twice.
 */
export async function markBusy(which: Prisma.Sql): Promise<void> {
  await database().$executeRaw`
    WITH free AS MATERIALIZED (SELECT "id" FROM "Link" WHERE ${which} FOR UPDATE SKIP LOCKED)
    UPDATE "Link" SET "asideDay" = greatest("asideDay", ${marked}) WHERE ${which} AND "id" NOT IN (SELECT "id" FROM free)`;
}

/**
 * When an edit of links takes place that the transaction has locked: by the clock of the database,
 * which orders what instances share, and after what changed the links before. The same for each
 * edit of a transaction.
 */
export async function timeOfEdit(ids: Iterable<number>, now: Date, writer: Writer): Promise<Date> {
  const [edit] = await writer.$queryRaw<[{ at: Date }]>`
    SELECT CASE WHEN "at" < "latest" THEN "latest" + interval '1 millisecond' ELSE "at" END AS "at" FROM (
      SELECT ${sharedNow(now)} AS "at", max("updatedAt") AS "latest"
      FROM "Link" WHERE "id" = ANY(${[...ids]}::int[])
    ) AS known`;
  return edit.at;
}

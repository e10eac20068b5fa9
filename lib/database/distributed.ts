import { ownPart } from "./client";
import { Prisma } from "./generated/client";

/*
 * Where Click is distributed over several servers (`npm run db:distribute`), Postgres cannot join
 * it with local tables as freely. So statements read it through functions, and remain statements of
 * local tables. Each function here is the table to read from ("Click", or the rows of it that a
 * statement needs; the statement has all conditions itself), or what else is different then.
 * Beside this file, only `distribute.ts`, the errors of Citus in `database-errors.ts` and new
 * sessions know.
 */

const isDistributed = () => ownPart().isDistributed;

const click = Prisma.raw('"Click"');

/** All columns of a click, in one order for those that are packed and those that are not. */
export const storedColumns = Prisma.raw(
  Object.keys(Prisma.ClickScalarFieldEnum)
    .map((name) => `"${name}"`)
    .join(", "),
);

/**
 * Clicks of Click, and packed ones (prisma/schema.prisma). While some move from a pack to another
 * server, a statement may see them in both places.
 */
export function withPacked(unpacked: Prisma.Sql, packed: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${unpacked} ${Prisma.raw(isDistributed() ? "UNION" : "UNION ALL")} ${packed}`;
}

interface Bounds {
  since: Date | Prisma.Sql;
  until: Date | Prisma.Sql;
}

/** Clicks within these spans that are not packed. `links`: an array of ids, or NULL for all links. */
export function clicksWithin(links: Prisma.Sql, spans: readonly Bounds[]): Prisma.Sql {
  if (!isDistributed()) return click;
  const parts = spans.map(
    ({ since, until }) =>
      Prisma.sql`SELECT * FROM "clicksWithin"(${links}, ${since}::timestamptz, ${until}::timestamptz)`,
  );
  return Prisma.sql`(${Prisma.join(parts, " UNION ALL ")})`;
}

/** The latest clicks of a link that are not packed. */
export function latestOf(link: Prisma.Sql, most: number): Prisma.Sql {
  return isDistributed() ? Prisma.sql`"latestClicks"(${link}, ${most}::int)` : click;
}

interface ClicksInSpans {
  /** A query (linkId, span). */
  spans: Prisma.Sql;
  /** Whether the clicks of a link count. */
  isLive: (linkId: Prisma.Sql) => Prisma.Sql;
  /** A query of the ids of batches. */
  ids: Prisma.Sql;
  /** How many clicks of these batches count, as a query of one number. */
  count: Prisma.Sql;
}

/**
 * A query of the clicks in spans that are in certain batches. OFFSET stops the planner from
 * scanning all of Click, and IS TRUE stops it from turning a hash look-up into a join.
 */
export function clicksInSpans({ spans, isLive, ids, count }: ClicksInSpans): Prisma.Sql {
  const isLiveSpan = isLive(Prisma.sql`p."linkId"`);
  if (isDistributed()) {
    // All spans at once, because each look-up would be a round trip. The number of clicks tells
    // whether all are visible yet.
    return Prisma.sql`
      SELECT c.* FROM (
        SELECT array_agg(p."linkId") AS "links", array_agg(lower(p."span")) AS "since", array_agg(upper(p."span")) AS "until"
        FROM (${spans}) p WHERE ${isLiveSpan}
      ) s, LATERAL "clicksOfBatches"(s."links", s."since", s."until", ARRAY(${ids}), (${count})) c`;
  }
  return Prisma.sql`
      SELECT c.* FROM (${spans}) p, LATERAL (
        SELECT * FROM "Click" k
        WHERE k."linkId" = p."linkId" AND k."createdAt" BETWEEN lower(p."span") AND upper(p."span") AND (k."batch" IN (${ids})) IS TRUE
        OFFSET 0
      ) c
      WHERE ${isLiveSpan}`;
}

/** Whether the clicks of a batch can move to another one, in the statement that divides it. */
export function canDivideBatches(): boolean {
  return !isDistributed();
}

/**
 * How many clicks one transaction may move to Click. Whoever reads clicks of other servers waits for
 * its commit.
 */
export function mostOfMove(): number {
  return isDistributed() ? 1_000 : Number.POSITIVE_INFINITY;
}

/**
 * Whether each statement sees all that was committed before it, and nothing of what is being
 * committed.
 */
export function isStatementSnapshot(): boolean {
  return !isDistributed();
}

/** Waits for clicks of commits that began before. On one server a lock on the link has done so. */
export async function awaitRecordings(
  reader: Pick<Prisma.TransactionClient, "$queryRaw">,
): Promise<void> {
  if (isDistributed()) await reader.$queryRaw`SELECT "awaitRecordings"()::text`;
}

import { isoDate } from "../core/day";
import { isNamed } from "../core/errors";
import { arrayLiteral, plainLiteral } from "../database/array-literal";
import { executeForVisitors, recordingDatabase } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { asideLock } from "../links/locks";
import { addUpClicks } from "./add-up-clicks";
import { clickId } from "./describe/click-id";
import type { Click } from "./describe/describe-click";
import { takeRandom } from "./describe/random-pool";

/** Later than any click. */
const latestMs = Date.UTC(9999, 0);

type KeptClick = Omit<Click, "isFirstDay">;

/**
 * Writes clicks together with their counter increments (ClickBatch) in one statement, durable when
 * the promise resolves. `aggregate-clicks.ts` aggregates them later; readers add pending ones. Only
 * inserted rows count: existing clicks are ignored, and clicks of deleted links are dropped.
 *
 * A share lock on the link rows closes a race: a deletion either removes all of these clicks or
 * none is written. Nothing else is locked, so a viral link is not a hot row.
 */
export async function recordClicks(clicks: readonly Click[]): Promise<void> {
  try {
    // All or none, so the increments can be computed here. Computing them in the database costs a
    // fifth more.
    if ((await executeForVisitors(insertAll(clicks))) > 0) return;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  await recordClicksAgain(clicks);
}

/**
 * Idempotent version for replays: existing clicks are skipped row by row. Those of visitors who are
 * set aside join the others of theirs, and nothing counts them. `writer`: a transaction with a share
 * lock on the links. Without the lock, the statement might not see who was set aside meanwhile.
 */
export async function recordClicksAgain(
  clicks: readonly KeptClick[],
  writer?: Pick<Writer, "$executeRaw">,
): Promise<void> {
  if (writer) {
    await writer.$executeRaw(insertNew(clicks));
    return;
  }
  const own = recordingDatabase();
  await own.$transaction([
    own.$executeRaw`${lockTurns(Prisma.sql`${linkIdsOf(clicks)}::int[]`)}`,
    own.$executeRaw`${lockedLinks("", clicks)}`,
    own.$executeRaw(insertNew(clicks)),
  ]);
}

/**
 * Row locks let later clicks pass whoever locks against them, advisory locks are served in turn. Only
 * links that are marked (`lockAgainstClicks`) or have had clicks set aside need one.
 */
export function lockTurns(linkIds: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT pg_advisory_xact_lock_shared(${asideLock}::int, "id") FROM (
      SELECT "id" FROM "Link" WHERE "id" = ANY(${linkIds}) AND "asideDay" IS NOT NULL ORDER BY "id" OFFSET 0
    ) aside`;
}

function linkIdsOf(clicks: readonly KeptClick[]): string {
  return arrayLiteral([...new Set(clicks.map(({ linkId }) => linkId))]);
}

/** A query of these columns, which locks the links in the order of their ids. */
function lockedLinks(select: string, clicks: readonly KeptClick[]): Prisma.Sql {
  return Prisma.sql`
    SELECT ${Prisma.raw(select)} FROM "Link" WHERE "id" = ANY(${linkIdsOf(clicks)}::int[]) ORDER BY "id" FOR KEY SHARE`;
}

class RehearsalError extends Error {
  override readonly name = "RehearsalError";
}

/**
 * Stores `count` clicks of no link and takes them back: whether the database stores clicks now.
 * Throws what keeps it from that.
 */
export async function rehearseClicks(count: number): Promise<void> {
  const now = new Date();
  const software = {
    device: "Unknown",
    browser: "Unknown",
    os: "Unknown",
    locale: null,
    referrer: null,
  } as const;
  const nowhere = {
    country: null,
    region: null,
    city: null,
    utmSource: null,
    utmMedium: null,
    utmCampaign: null,
  };
  const clicks = Array.from({ length: count }, () => ({
    ...{ id: clickId(now), linkId: 0, createdAt: now, visitor: "0".repeat(32) },
    ...software,
    ...nowhere,
  }));
  const batch = newBatchId();
  const attempt = recordingDatabase().$transaction(async (transaction) => {
    await transaction.$executeRaw`${insertBatch(batch, clicks)}`;
    await transaction.$executeRaw`
      INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
      VALUES (${batch}::bigint, 1, '{0}', '{1}', '{0}', ARRAY[now()], ARRAY[now()])`;
    throw new RehearsalError("clicks can be stored");
  });
  await attempt.catch((error: unknown) => {
    if (!isNamed<RehearsalError>(error, "RehearsalError")) throw error;
  });
}

/**
 * Inserts all rows, or none if a link is gone or may have visitors who are set aside. Fails if a row
 * already exists.
 */
function insertAll(given: readonly Click[]): Prisma.Sql {
  const clicks = given.toSorted(
    (a, b) => a.linkId - b.linkId || a.createdAt.getTime() - b.createdAt.getTime(),
  );
  const added = addUpClicks(clicks);
  const linkIds = [...new Set(added.map(({ linkId }) => linkId))];
  const batch = newBatchId();
  const byAlias = clicks.filter(isByAlias);
  const firstAt = clicks.reduce((at, { createdAt }) => Math.min(at, createdAt.getTime()), latestMs);
  return Prisma.sql`
    WITH live AS MATERIALIZED (
      SELECT count(*) > 0 AND count(*) = ${linkIds.length} AND coalesce(max("asideDay") < ${isoDate(new Date(firstAt))}::date, true) AS "areAll"
      FROM (${lockedLinks('"asideDay"', clicks)}) locked
    ), inserted AS (
      ${insertBatch(batch, clicks)} WHERE (SELECT "areAll" FROM live)
      ${byAlias.length > 0 ? Prisma.sql`RETURNING "linkId", "createdAt", "alias"` : Prisma.empty}
    ) ${countAliases(byAlias)}
    INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
    SELECT ${batch}::bigint, ${clicks.length}, ${plainLiteral(added.map((each) => each.linkId))}::int[],
           ${plainLiteral(added.map((each) => each.clicks))}::int[], ${plainLiteral(added.map((each) => each.firstDayClicks))}::int[],
           ${instants(added.map((each) => each.firstClickedAt))}::timestamptz[], ${instants(added.map((each) => each.lastClickedAt))}::timestamptz[]
    FROM live WHERE "areAll"`;
}

/** Inserts the missing rows of existing links, each where it belongs. */
function insertNew(clicks: readonly KeptClick[]): Prisma.Sql {
  const batch = newBatchId();
  const { names, rows } = batchOf(batch, clicks);
  const isTheirs = Prisma.sql`
    s."linkId" = g."linkId" AND s."visitor" = g."visitor" AND s."day" = (g."createdAt" AT TIME ZONE 'UTC')::date AND s."undoneAt" IS NULL`;
  return Prisma.sql`
    WITH live AS MATERIALIZED (
      SELECT "linkId", "linkCreatedAt" FROM (${lockedLinks('"id" AS "linkId", "createdAt" AS "linkCreatedAt"', clicks)}) locked
    ), given AS MATERIALIZED (
      SELECT g.*, EXISTS (SELECT FROM "SetAside" s WHERE ${isTheirs}) AS "isAside" FROM (${rows}) g JOIN live USING ("linkId")
    ), aside AS (
      INSERT INTO "SetAsideClick" (${names}) SELECT ${names} FROM given WHERE "isAside" ORDER BY "linkId", "createdAt", "id"
      ON CONFLICT DO NOTHING RETURNING "linkId", "createdAt", "visitor"
    ), met AS MATERIALIZED (
      SELECT s."linkId", s."id", count(*)::int AS "clicks" FROM aside g JOIN "SetAside" s ON ${isTheirs} GROUP BY 1, 2
    ), met_locked AS MATERIALIZED (
      SELECT "linkId", "id" FROM "SetAside" WHERE ("linkId", "id") IN (SELECT "linkId", "id" FROM met) ORDER BY 1, 2 FOR NO KEY UPDATE
    ), met_counted AS (
      UPDATE "SetAside" s SET "clicks" = s."clicks" + m."clicks" FROM met m JOIN met_locked USING ("linkId", "id")
      WHERE s."linkId" = m."linkId" AND s."id" = m."id"
    ), inserted AS (
      INSERT INTO "Click" (${names}) SELECT ${names} FROM given g
      WHERE NOT "isAside" AND NOT EXISTS (SELECT FROM "SetAsideClick" s WHERE (s."linkId", s."createdAt", s."id") = (g."linkId", g."createdAt", g."id"))
      ORDER BY "linkId", "createdAt", "id"
      ON CONFLICT DO NOTHING RETURNING "linkId", "createdAt", "alias"
    ) ${countAliases(clicks.filter(isByAlias))}
    ${addBatch(batch, Prisma.raw('inserted JOIN live USING ("linkId")'))}`;
}

/** Makes the ClickBatch of inserted clicks, rows of (linkId, createdAt, linkCreatedAt). */
export function addBatch(batch: string, inserted: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
    SELECT ${batch}::bigint, sum("clicks"), array_agg("linkId"), array_agg("clicks"), array_agg("firstDayClicks"), array_agg("firstClickedAt"),
           array_agg("lastClickedAt")
    FROM (
      SELECT "linkId", count(*)::int AS "clicks", min("createdAt") AS "firstClickedAt", max("createdAt") AS "lastClickedAt",
             count(*) FILTER (WHERE "createdAt" >= "linkCreatedAt" AND "createdAt" < "linkCreatedAt" + interval '24 hours')::int AS "firstDayClicks"
      FROM ${inserted} GROUP BY "linkId", date_trunc('hour', "createdAt", 'UTC')
    ) added HAVING count(*) > 0`;
}

/**
 * Adds the inserted clicks that came by an alias to its count. Only a batch with such clicks has
 * this part. The alias is locked like the link, so it cannot be removed meanwhile; clicks of one
 * that is gone count for the link alone.
 */
function countAliases(rows: readonly { alias: string }[]): Prisma.Sql {
  if (rows.length === 0) return Prisma.empty;
  const aliases = [...new Set(rows.map(({ alias }) => alias))];
  return Prisma.sql`
    , aliases AS MATERIALIZED (
      SELECT "slug", "linkId" FROM "Alias" WHERE "slug" = ANY(${arrayLiteral(aliases)}::text[]) ORDER BY "slug" FOR KEY SHARE
    ), by_alias AS (
      -- Each backend uses one of four slots, to reduce lock contention.
      INSERT INTO "AliasCount" AS c ("slug", "slot", "clicks", "lastClickedAt")
      SELECT a."slug", 1 + pg_backend_pid() % 4, count(*), max(i."createdAt")
      FROM inserted i JOIN aliases a ON a."slug" = i."alias" AND a."linkId" = i."linkId"
      GROUP BY 1 ORDER BY 1
      ON CONFLICT ("slug", "slot") DO UPDATE
      SET "clicks" = c."clicks" + excluded."clicks", "lastClickedAt" = greatest(c."lastClickedAt", excluded."lastClickedAt")
    )`;
}

function isByAlias<T extends KeptClick>(click: T): click is T & { alias: string } {
  return click.alias !== undefined;
}

type Label = Exclude<keyof KeptClick, "id" | "linkId" | "createdAt" | "visitor">;
type RareLabel = { [L in Label]-?: undefined extends KeptClick[L] ? L : never }[Label];

/**
 * Columns of text. Functions read the values, because V8 caches access to properties by fixed names
 * only.
 */
type Columns<L extends Label> = Record<L, (click: KeptClick) => string | null>;

const columns = Object.entries({
  referrer: ({ referrer }) => referrer,
  country: ({ country }) => country,
  region: ({ region }) => region,
  city: ({ city }) => city,
  device: ({ device }) => device,
  browser: ({ browser }) => browser,
  os: ({ os }) => os,
  locale: ({ locale }) => locale,
  utmSource: ({ utmSource }) => utmSource,
  utmMedium: ({ utmMedium }) => utmMedium,
  utmCampaign: ({ utmCampaign }) => utmCampaign,
} satisfies Columns<Exclude<Label, RareLabel>>);

/** Columns that few clicks have. Only a batch with such clicks names them. */
const rareColumns = Object.entries({
  destination: ({ destination }) => destination ?? null,
  domain: ({ domain }) => domain ?? null,
  alias: ({ alias }) => alias ?? null,
} satisfies Columns<RareLabel>);

/** An INSERT of the rows, to which the caller adds conditions. */
function insertBatch(batch: string, clicks: readonly KeptClick[]): Prisma.Sql {
  const { names, rows } = batchOf(batch, clicks);
  return Prisma.sql`INSERT INTO "Click" (${names}) ${rows}`;
}

/** The columns of these rows that have values, and a query of them. */
function batchOf(
  batch: string,
  clicks: readonly KeptClick[],
): { names: Prisma.Sql; rows: Prisma.Sql } {
  const rare = rareColumns.filter(([, read]) => clicks.some((click) => read(click) !== null));
  const used = [...columns, ...rare];
  const own = Prisma.raw(used.map(([name]) => `"${name}"`).join(", "));
  const values = used.map(([, read]) => Prisma.sql`${literalOf(clicks.map(read))}::text[]`);
  const names = Prisma.sql`"id", "batch", "linkId", "createdAt", "visitor", ${own}`;
  const rows = Prisma.sql`
    SELECT "id", ${batch}::bigint AS "batch", "linkId", "createdAt", decode("visitor", 'hex') AS "visitor", ${own}
    FROM unnest(
      ${plainLiteral(clicks.map(({ id }) => id))}::uuid[], ${plainLiteral(clicks.map(({ linkId }) => linkId))}::int[],
      ${instants(clicks.map(({ createdAt }) => createdAt))}::timestamptz[], ${arrayLiteral(clicks.map(({ visitor }) => visitor))}::text[],
      ${Prisma.join(values)}
    ) AS t("id", "linkId", "createdAt", "visitor", ${own})`;
  return { names, rows };
}

/** Empty for a column without values, because unnest pads it with NULL. */
function literalOf(values: readonly (string | null)[]): string {
  return values.some((value) => value !== null) ? arrayLiteral(values) : "{}";
}

/** Formatting a date is slow, and the clicks of a batch have few different ones. */
function instants(all: readonly Date[]): string {
  const texts = new Map<number, string>();
  const textOf = (at: Date) => {
    const known = texts.get(at.getTime());
    if (known !== undefined) return known;
    const text = at.toISOString();
    texts.set(at.getTime(), text);
    return text;
  };
  return plainLiteral(all.map(textOf));
}

/** Random, so that ids of different instances do not collide. */
export function newBatchId(): string {
  const bytes = takeRandom(8);
  return String(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0));
}

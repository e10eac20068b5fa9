import { isNamed } from "../core/errors";
import { arrayLiteral, plainLiteral } from "../database/array-literal";
import { executeForVisitors, recordingDatabase } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { asideLock } from "../links/locks";
import { clickId, takeRandom } from "./describe/click-id";
import type { Click } from "./describe/describe-click";

/** Whether it is of the first day is known of its link. */
type KeptClick = Omit<Click, "isFirstDay"> & Partial<Pick<Click, "isFirstDay">>;

type Label = Exclude<keyof Click, "id" | "linkId" | "createdAt" | "isFirstDay" | "visitor">;

/**
 * Columns of text. Functions read the values, because V8 caches access to properties by fixed names
 * only.
 */
const labels = Object.entries({
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
  destination: ({ destination }) => destination ?? null,
  domain: ({ domain }) => domain ?? null,
  alias: ({ alias }) => alias ?? null,
} satisfies Record<Label, (click: KeptClick) => string | null>);

const quote = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");
const labelNames = labels.map(([name]) => name);
/** Of Click. */
const columns = Prisma.raw(quote(["batch", "linkId", "createdAt", "id", "visitor", ...labelNames]));
/** What `literalsOf` returns: the columns of ClickPack, and of their elements. */
const packNames = ["clickId", "linkId", "createdAt", "isFirstDay", "visitor", ...labelNames];
const elementNames = Prisma.raw(quote(["id", ...packNames.slice(1)]));
const types = ["uuid", "int", "timestamptz", "boolean", "bytea", ...labels.map(() => "text")];

const intoPacks = `INSERT INTO "ClickPack" ("id", "since", "size", ${quote(packNames)})`;
const packValues = `$2::timestamptz, $3::int, ${types.map((type, index) => `$${index + 4}::${type}[]`).join(", ")}`;
/** One text, so that each connection parses and plans it once. */
const storePack = `${intoPacks} VALUES ($1::bigint, ${packValues})`;
/** Stores the same pack this many times, under different ids. */
const storeCopies = `${intoPacks} SELECT $1::bigint # n, ${packValues} FROM generate_series(1, $${types.length + 4}::int) n`;

/** The values of each column as an array. */
function literalsOf(clicks: readonly KeptClick[]): string[] {
  return [
    plainLiteral(clicks.map(({ id }) => id)),
    plainLiteral(clicks.map(({ linkId }) => linkId)),
    instants(clicks),
    plainLiteral(clicks.map(({ isFirstDay }) => (isFirstDay ? "t" : "f"))),
    plainLiteral(clicks.map(({ visitor }) => `"\\\\x${visitor}"`)),
    ...labels.map(([, read]) => literalOf(clicks.map(read))),
  ];
}

function packOf(pack: string, clicks: readonly Click[]): string[] {
  const since = clicks.reduce((at, { createdAt }) => Math.min(at, createdAt.getTime()), Infinity);
  return [pack, new Date(since).toISOString(), String(clicks.length), ...literalsOf(clicks)];
}

/**
 * Stores clicks as one row, durable when the promise resolves: nothing is read or locked, so neither
 * a viral link nor an edited one is slow. `unpackClicks` moves them to Click, and drops those of
 * deleted links; until then readers find them in the views PackedClick and PendingHour.
 */
export async function recordClicks(
  clicks: readonly Click[],
  pack: string = newBatchId(),
): Promise<void> {
  if (clicks.length === 0) return;
  try {
    await executeForVisitors(storePack, packOf(pack, clicks));
  } catch (error) {
    // The first attempt had stored it, or somebody has replayed it from the journal.
    if (!isUniqueViolation(error)) throw error;
  }
}

interface Again {
  /** An attempt to store the clicks as this pack may have succeeded, or may still. */
  pack?: string | undefined;
  /** A transaction with a share lock on the links. */
  writer?: Pick<Writer, "$executeRaw">;
}

/**
 * Stores those of the clicks that are not stored yet, row by row. Those of visitors who are set aside
 * join the others of theirs, and nothing counts them.
 */
export async function recordClicksAgain(
  clicks: readonly KeptClick[],
  { pack, writer }: Again = {},
): Promise<void> {
  const linkIds = Prisma.sql`${arrayLiteral([...new Set(clicks.map(({ linkId }) => linkId))])}::int[]`;
  const isPacked = Prisma.sql`EXISTS (SELECT FROM "ClickPack" WHERE "id" = ${pack ?? null}::bigint AND "size" > 0)`;
  const insert = insertNew({
    linkIds,
    rows: Prisma.sql`
      SELECT ${newBatchId()}::bigint AS "batch", u.* FROM unnest(${literalsAs(literalsOf(clicks))}) AS u(${elementNames})
      ${pack === undefined ? Prisma.empty : Prisma.sql`WHERE NOT ${isPacked}`}`,
    hasAliases: clicks.some(({ alias }) => alias !== undefined),
  });
  if (writer) {
    await writer.$executeRaw(insert);
    return;
  }
  const own = recordingDatabase();
  await own.$transaction([
    ...(pack === undefined ? [] : [own.$executeRaw(claimPack(pack))]),
    ...lockLinks(linkIds).map((lock) => own.$executeRaw(lock)),
    own.$executeRaw(insert),
  ]);
}

const literalsAs = (literals: readonly string[]) =>
  Prisma.join(literals.map((each, at) => Prisma.sql`${each}::${Prisma.raw(types[at] ?? "")}[]`));

/**
 * Waits for a statement that is storing the pack. If it has not arrived yet, it will fail, because
 * the id is taken.
 */
function claimPack(pack: string): Prisma.Sql {
  return Prisma.sql`INSERT INTO "ClickPack" ("id", "since", "size") VALUES (${pack}::bigint, now(), 0) ON CONFLICT DO NOTHING`;
}

/**
 * Moves packs to Click, each with a ClickBatch of its id. The caller holds the aggregation lock.
 * Clicks that are there already are not counted again: a pack that was stored late may also have
 * stood in the journal.
 */
export async function unpackClicks(
  writer: Pick<Writer, "$executeRaw">,
  packs: readonly bigint[],
): Promise<void> {
  const ids = Prisma.sql`${plainLiteral(packs.map(String))}::bigint[]`;
  const linkIds = Prisma.sql`ARRAY(SELECT DISTINCT unnest("linkId") FROM "ClickPack" WHERE "id" = ANY(${ids}))`;
  // One link that somebody has locked must not hold up the clicks of all others.
  await writer.$executeRaw`SELECT set_config('lock_timeout', ${lockLimit}, true)`;
  for (const lock of lockLinks(linkIds)) await writer.$executeRaw(lock);
  const arrays = Prisma.raw(packNames.map((name) => `p."${name}"`).join(", "));
  await writer.$executeRaw(
    insertNew({
      linkIds,
      rows: Prisma.sql`
        SELECT p."id" AS "batch", u.* FROM "ClickPack" p, unnest(${arrays}) AS u(${elementNames}) WHERE p."id" = ANY(${ids})`,
      hasAliases: true,
      besides: Prisma.sql`, gone AS (DELETE FROM "ClickPack" WHERE "id" = ANY(${ids}))`,
    }),
  );
}

/** In milliseconds. */
const lockLimit = "200";

/**
 * Locks links against deletion in the order of their ids, in two statements. The next one then sees
 * who was set aside meanwhile.
 */
function lockLinks(linkIds: Prisma.Sql): Prisma.Sql[] {
  return [
    lockTurns(linkIds),
    Prisma.sql`SELECT FROM "Link" WHERE "id" = ANY(${linkIds}) ORDER BY "id" FOR KEY SHARE`,
  ];
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

class RehearsalError extends Error {
  override readonly name = "RehearsalError";
}

/** So few that no pack is compressed. */
const rehearsedPack = 10;

/**
 * Stores `count` clicks of no link and takes them back: whether the database stores clicks now. They
 * need as much room as those of different visitors. Throws what keeps it from that.
 */
export async function rehearseClicks(count: number): Promise<void> {
  const now = new Date();
  const nothing = {
    ...({ isFirstDay: false, device: "Unknown", browser: "Unknown", os: "Unknown" } as const),
    ...{ locale: null, referrer: null, country: null, region: null, city: null },
    ...{ utmSource: null, utmMedium: null, utmCampaign: null },
  };
  const clicks = Array.from({ length: Math.min(count, rehearsedPack) }, () => ({
    ...{ id: clickId(now), linkId: 0, createdAt: now },
    ...{ visitor: Buffer.from(takeRandom(16)).toString("hex"), ...nothing },
  }));
  const attempt = recordingDatabase().$transaction(async (transaction) => {
    const copies = Math.ceil(count / rehearsedPack);
    await transaction.$executeRawUnsafe(
      storeCopies,
      ...packOf(newBatchId(), clicks),
      String(copies),
    );
    throw new RehearsalError("clicks can be stored");
  });
  await attempt.catch((error: unknown) => {
    if (!isNamed<RehearsalError>(error, "RehearsalError")) throw error;
  });
}

interface NewRows {
  linkIds: Prisma.Sql;
  /** A query (batch, and the elements of a pack). */
  rows: Prisma.Sql;
  hasAliases: boolean;
  /** Further common table expressions. */
  besides?: Prisma.Sql;
}

/** Whether a row of SetAside, `s`, sets a click aside. The view PackedClick says the same. */
export function isSetAside(click: string): Prisma.Sql {
  return Prisma.raw(
    `s."linkId" = ${click}."linkId" AND s."visitor" = ${click}."visitor" AND s."day" = (${click}."createdAt" AT TIME ZONE 'UTC')::date AND s."undoneAt" IS NULL`,
  );
}

/** Inserts the missing rows of existing links, which are locked, each where it belongs. */
function insertNew({ linkIds, rows, hasAliases, besides = Prisma.empty }: NewRows): Prisma.Sql {
  const isTheirs = isSetAside("g");
  return Prisma.sql`
    WITH live AS MATERIALIZED (
      SELECT "id" AS "linkId", "createdAt" AS "linkCreatedAt" FROM "Link" WHERE "id" = ANY(${linkIds})
    ), given AS MATERIALIZED (
      SELECT g.*, EXISTS (SELECT FROM "SetAside" s WHERE ${isTheirs}) AS "isAside" FROM (${rows}) g JOIN live USING ("linkId")
    ), aside AS (
      INSERT INTO "SetAsideClick" (${columns}) SELECT ${columns} FROM given WHERE "isAside" ORDER BY "linkId", "createdAt", "id"
      ON CONFLICT DO NOTHING RETURNING "linkId", "createdAt", "visitor"
    ), met AS MATERIALIZED (
      SELECT s."linkId", s."id", count(*)::int AS "clicks" FROM aside g JOIN "SetAside" s ON ${isTheirs} GROUP BY 1, 2
    ), met_locked AS MATERIALIZED (
      SELECT "linkId", "id" FROM "SetAside" WHERE ("linkId", "id") IN (SELECT "linkId", "id" FROM met) ORDER BY 1, 2 FOR NO KEY UPDATE
    ), met_counted AS (
      UPDATE "SetAside" s SET "clicks" = s."clicks" + m."clicks" FROM met m JOIN met_locked USING ("linkId", "id")
      WHERE s."linkId" = m."linkId" AND s."id" = m."id"
    ), inserted AS (
      INSERT INTO "Click" (${columns}) SELECT ${columns} FROM given g
      WHERE NOT "isAside" AND NOT EXISTS (SELECT FROM "SetAsideClick" s WHERE (s."linkId", s."createdAt", s."id") = (g."linkId", g."createdAt", g."id"))
      ORDER BY "linkId", "createdAt", "id"
      ON CONFLICT DO NOTHING RETURNING "batch", "linkId", "createdAt", "alias"
    ) ${besides} ${hasAliases ? countedAliases : Prisma.empty}
    ${addBatch(Prisma.raw('"batch"'), Prisma.raw('inserted JOIN live USING ("linkId")'))}`;
}

/** Makes the ClickBatch of inserted clicks, rows of (linkId, createdAt, linkCreatedAt). */
export function addBatch(batch: Prisma.Sql, inserted: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
    SELECT "batch", sum("clicks"), array_agg("linkId"), array_agg("clicks"), array_agg("firstDayClicks"), array_agg("firstClickedAt"),
           array_agg("lastClickedAt")
    FROM (
      SELECT ${batch} AS "batch", "linkId", count(*)::int AS "clicks", min("createdAt") AS "firstClickedAt", max("createdAt") AS "lastClickedAt",
             count(*) FILTER (WHERE "createdAt" >= "linkCreatedAt" AND "createdAt" < "linkCreatedAt" + interval '24 hours')::int AS "firstDayClicks"
      FROM ${inserted} GROUP BY 1, 2, date_trunc('hour', "createdAt", 'UTC')
    ) added GROUP BY 1`;
}

/**
 * Adds the inserted clicks that came by an alias to its count. The alias is locked like the link, so
 * it cannot be removed meanwhile; clicks of one that is gone count for the link alone.
 */
const countedAliases = Prisma.sql`
  , aliases AS MATERIALIZED (
    SELECT "slug", "linkId" FROM "Alias" WHERE "slug" IN (SELECT "alias" FROM given) ORDER BY "slug" FOR KEY SHARE
  ), by_alias AS (
    -- Each backend uses one of four slots, to reduce lock contention.
    INSERT INTO "AliasCount" AS c ("slug", "slot", "clicks", "lastClickedAt")
    SELECT a."slug", 1 + pg_backend_pid() % 4, count(*), max(i."createdAt")
    FROM inserted i JOIN aliases a ON a."slug" = i."alias" AND a."linkId" = i."linkId"
    GROUP BY 1 ORDER BY 1
    ON CONFLICT ("slug", "slot") DO UPDATE
    SET "clicks" = c."clicks" + excluded."clicks", "lastClickedAt" = greatest(c."lastClickedAt", excluded."lastClickedAt")
  )`;

/** Empty for a column without values, because unnest pads it with NULL. */
function literalOf(values: readonly (string | null)[]): string {
  return values.some((value) => value !== null) ? arrayLiteral(values) : "{}";
}

/** Formatting a date is slow, and the clicks of a batch have few different ones. */
function instants(clicks: readonly KeptClick[]): string {
  const texts = new Map<number, string>();
  const textOf = ({ createdAt }: KeptClick) => {
    const known = texts.get(createdAt.getTime());
    if (known !== undefined) return known;
    const text = createdAt.toISOString();
    texts.set(createdAt.getTime(), text);
    return text;
  };
  return plainLiteral(clicks.map(textOf));
}

/** Random, so that ids of different instances do not collide. */
export function newBatchId(): string {
  const bytes = takeRandom(8);
  return String(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0));
}

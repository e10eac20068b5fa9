import { arrayLiteral } from "../database/array-literal";
import { recordingDatabase } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { type AddedClicks, addUpClicks } from "./add-up-clicks";
import type { Click } from "./describe-click";
import { takeRandom } from "./random-pool";

type KeptClick = Omit<Click, "isFirstDay">;
/** The same as query parameters; timestamps are ISO 8601. */
type Row = Omit<KeptClick, "createdAt"> & { createdAt: string };

/**
 * Writes clicks together with their counter increments (ClickBatch) in one statement, durable when the promise resolves.
 * `aggregate-clicks.ts` aggregates them later; readers add pending ones. Only inserted rows count: existing clicks are
 * ignored, and clicks of deleted links are dropped.
 *
 * A share lock on the link rows closes a race: a deletion either removes all of these clicks or none is written. Nothing
 * else is locked, so a viral link is not a hot row.
 */
export async function recordClicks(clicks: readonly Click[]): Promise<void> {
  try {
    // All or none, so the increments can be computed here. Computing them in the database costs a fifth more.
    if ((await recordingDatabase().$executeRaw(insertAll(clicks))) > 0) return;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  await recordClicksAgain(clicks);
}

/** Idempotent version for replays: existing clicks are skipped row by row. */
export async function recordClicksAgain(clicks: readonly KeptClick[], writer: Pick<Writer, "$executeRaw"> = recordingDatabase()): Promise<void> {
  await writer.$executeRaw(insertNew(clicks));
}

/** Inserts all rows, or none if a link is gone. Fails if a row already exists. */
function insertAll(clicks: readonly Click[]): Prisma.Sql {
  const rows = clicks.toSorted((a, b) => a.linkId - b.linkId || a.createdAt.getTime() - b.createdAt.getTime()).map(toRow);
  const entries = addUpClicks(rows);
  const column = (key: keyof AddedClicks) => arrayLiteral(entries.map((entry) => entry[key]));
  const linkIds = [...new Set(entries.map(({ linkId }) => linkId))];
  const batch = newBatchId();
  const byAlias = rows.filter(isByAlias);
  return Prisma.sql`
    WITH live AS MATERIALIZED (
      SELECT count(*) > 0 AND count(*) = ${linkIds.length} AS "areAll" FROM (
        SELECT FROM "Link" WHERE "id" = ANY(${arrayLiteral(linkIds)}::int[]) ORDER BY "id" FOR KEY SHARE
      ) locked
    ), inserted AS (
      ${insertInto(batch)} FROM ${tableOf(rows)} WHERE (SELECT "areAll" FROM live)
      ${byAlias.length > 0 ? Prisma.sql`RETURNING "id", "linkId", "createdAt"` : Prisma.empty}
    ) ${countAliases(byAlias)}
    INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
    SELECT ${batch}::bigint, ${rows.length}, ${column("linkId")}::int[], ${column("clicks")}::int[], ${column("firstDayClicks")}::int[],
           ${column("firstClickedAt")}::timestamptz[], ${column("lastClickedAt")}::timestamptz[]
    FROM live WHERE "areAll"`;
}

/** Inserts the missing rows of existing links. */
function insertNew(clicks: readonly KeptClick[]): Prisma.Sql {
  const batch = newBatchId();
  const rows = clicks.map(toRow);
  return Prisma.sql`
    WITH live AS MATERIALIZED (
      SELECT "id" AS "linkId", "createdAt" AS "linkCreatedAt" FROM "Link"
      WHERE "id" = ANY(${arrayLiteral(clicks.map(({ linkId }) => linkId))}::int[]) ORDER BY "id" FOR KEY SHARE
    ), inserted AS (
      ${insertInto(batch)} FROM ${tableOf(rows)} JOIN live USING ("linkId")
      ORDER BY "linkId", "createdAt", "id"
      ON CONFLICT DO NOTHING RETURNING "id", "linkId", "createdAt"
    ) ${countAliases(rows.filter(isByAlias))}, added AS (
      SELECT "linkId", count(*)::int AS "clicks", min("createdAt") AS "firstClickedAt", max("createdAt") AS "lastClickedAt",
             count(*) FILTER (WHERE "createdAt" >= "linkCreatedAt" AND "createdAt" < "linkCreatedAt" + interval '24 hours')::int AS "firstDayClicks"
      FROM inserted JOIN live USING ("linkId")
      GROUP BY "linkId", date_trunc('hour', "createdAt", 'UTC')
    )
    INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
    SELECT ${batch}::bigint, sum("clicks"), array_agg("linkId"), array_agg("clicks"), array_agg("firstDayClicks"), array_agg("firstClickedAt"),
           array_agg("lastClickedAt")
    FROM added HAVING count(*) > 0`;
}

/**
 * Adds the inserted clicks that came by an alias to its count. Only a batch with such clicks has this part. The alias is locked
 * like the link, so it cannot be removed meanwhile; clicks of one that is gone count for the link alone.
 */
function countAliases(rows: readonly { id: string; alias: string }[]): Prisma.Sql {
  if (rows.length === 0) return Prisma.empty;
  const [ids, aliases] = [rows.map(({ id }) => id), rows.map(({ alias }) => alias)];
  return Prisma.sql`
    , aliases AS MATERIALIZED (
      SELECT "slug", "linkId" FROM "Alias" WHERE "slug" = ANY(${arrayLiteral([...new Set(aliases)])}::text[]) ORDER BY "slug" FOR KEY SHARE
    ), by_alias AS (
      -- Each backend uses one of four slots, to reduce lock contention.
      INSERT INTO "AliasCount" AS c ("slug", "slot", "clicks", "lastClickedAt")
      SELECT a."slug", 1 + pg_backend_pid() % 4, count(*), max(i."createdAt")
      FROM inserted i JOIN unnest(${arrayLiteral(ids)}::uuid[], ${arrayLiteral(aliases)}::text[]) AS t("id", "slug") USING ("id")
      JOIN aliases a ON a."slug" = t."slug" AND a."linkId" = i."linkId"
      GROUP BY 1 ORDER BY 1
      ON CONFLICT ("slug", "slot") DO UPDATE
      SET "clicks" = c."clicks" + excluded."clicks", "lastClickedAt" = greatest(c."lastClickedAt", excluded."lastClickedAt")
    )`;
}

function isByAlias<T extends Row>(row: T): row is T & { alias: string } {
  return row.alias !== undefined;
}

function insertInto(batch: string): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "Click" ("id", "batch", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser",
                         "os", "locale", "utmSource", "utmMedium", "utmCampaign")
    SELECT "id", ${batch}::bigint, "linkId", "createdAt", decode("visitor", 'hex'), "referrer", "country", "region", "city", "device", "browser",
           "os", "locale", "utmSource", "utmMedium", "utmCampaign"`;
}

function toRow<T extends KeptClick>(click: T): Omit<T, "createdAt"> & { createdAt: string } {
  return { ...click, createdAt: click.createdAt.toISOString() };
}

function tableOf(rows: readonly Row[]): Prisma.Sql {
  // Columns without values are sent empty, because unnest pads them with NULL.
  const column = (key: Exclude<keyof Row, "alias">) => (rows.some((row) => row[key] !== null) ? arrayLiteral(rows.map((row) => row[key])) : "{}");
  return Prisma.sql`
    unnest(
      ${column("id")}::uuid[], ${column("linkId")}::int[], ${column("createdAt")}::timestamptz[], ${column("visitor")}::text[], ${column("referrer")}::text[],
      ${column("country")}::text[], ${column("region")}::text[], ${column("city")}::text[], ${column("device")}::text[], ${column("browser")}::text[],
      ${column("os")}::text[], ${column("locale")}::text[], ${column("utmSource")}::text[], ${column("utmMedium")}::text[], ${column("utmCampaign")}::text[]
    ) AS t("id", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
           "utmSource", "utmMedium", "utmCampaign")`;
}

/** Random, so that ids of different instances do not collide. */
function newBatchId(): string {
  const bytes = takeRandom(8);
  return String(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0));
}

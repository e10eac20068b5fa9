import { randomBytes } from "node:crypto";
import { arrayLiteral } from "../database/array-literal";
import { recordingDatabase } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { Prisma } from "../database/generated/client";
import type { Click } from "./describe-click";

/**
 * Writes clicks in one statement, durable when the promise resolves, together with what they add to the counters of
 * their links (`fold-clicks.ts` adds it up later; readers add what is not folded yet). Only rows really inserted
 * count: a click that is there already changes nothing, one whose link is gone is dropped.
 *
 * The share of the link rows closes a race: a link that is being deleted takes either all of these clicks with it or
 * none is written. Nothing else is locked, so a viral link is no hot row.
 */
export async function recordClicks(clicks: readonly Click[]): Promise<void> {
  const rows = rowsOf(clicks);
  try {
    await recordingDatabase().$executeRaw(insertAll(rows));
  } catch (error) {
    // Nothing was inserted. Looking at each row would cost a fifth more, and only replays bring clicks twice.
    if (!isUniqueViolation(error)) throw error;
    await recordingDatabase().$executeRaw(insertNew(rows));
  }
}

/** A set of rows for FROM, and their links and instants alone. */
interface Rows {
  all: Prisma.Sql;
  linkIds: Prisma.Sql;
  instants: Prisma.Sql;
}

function rowsOf(clicks: readonly Click[]): Rows {
  const column = (key: Exclude<keyof Click, "createdAt">) => arrayLiteral(clicks.map((click) => click[key]));
  const linkIds = Prisma.sql`${column("linkId")}::int[]`;
  const instants = Prisma.sql`${arrayLiteral(clicks.map((click) => click.createdAt.toISOString()))}::timestamptz[]`;
  const all = Prisma.sql`
    unnest(
      ${column("id")}::uuid[], ${linkIds}, ${instants}, ${column("visitor")}::text[], ${column("referrer")}::text[], ${column("country")}::text[],
      ${column("region")}::text[], ${column("city")}::text[], ${column("device")}::text[], ${column("browser")}::text[], ${column("os")}::text[],
      ${column("locale")}::text[], ${column("utmSource")}::text[], ${column("utmMedium")}::text[], ${column("utmCampaign")}::text[]
    ) AS t("id", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
           "utmSource", "utmMedium", "utmCampaign")`;
  return { all, linkIds, instants };
}

/** Inserts all rows of live links, or fails where one is there already. */
function insertAll(rows: Rows): Prisma.Sql {
  return insert(rows, Prisma.empty, Prisma.sql`unnest(${rows.linkIds}, ${rows.instants}) AS t("linkId", "createdAt")`);
}

/** Inserts the rows of live links that are not there yet. */
function insertNew(rows: Rows): Prisma.Sql {
  return insert(rows, Prisma.sql`ON CONFLICT DO NOTHING RETURNING "linkId", "createdAt"`, Prisma.sql`inserted`);
}

/** `counted`: the links and instants of the rows that are inserted, of live links or not. */
function insert(rows: Rows, onConflict: Prisma.Sql, counted: Prisma.Sql): Prisma.Sql {
  // Random, so that no two instances ever choose the same.
  const batch = String(randomBytes(8).readBigInt64BE());
  return Prisma.sql`
    WITH live AS MATERIALIZED (
      SELECT "id" AS "linkId", "createdAt" AS "linkCreatedAt" FROM "Link" WHERE "id" = ANY(${rows.linkIds}) ORDER BY "id" FOR KEY SHARE
    ), inserted AS (
      INSERT INTO "Click" ("id", "batch", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser",
                           "os", "locale", "utmSource", "utmMedium", "utmCampaign")
      SELECT "id", ${batch}::bigint, "linkId", "createdAt", decode("visitor", 'hex'), "referrer", "country", "region", "city", "device", "browser",
             "os", "locale", "utmSource", "utmMedium", "utmCampaign"
      FROM ${rows.all} JOIN live USING ("linkId")
      ORDER BY "linkId", "createdAt", "id"
      ${onConflict}
    ), added AS (
      SELECT "linkId", count(*)::int AS "clicks", min("createdAt") AS "firstClickedAt", max("createdAt") AS "lastClickedAt",
             count(*) FILTER (WHERE "createdAt" >= "linkCreatedAt" AND "createdAt" < "linkCreatedAt" + interval '24 hours')::int AS "firstDayClicks"
      FROM ${counted} JOIN live USING ("linkId")
      GROUP BY "linkId", date_trunc('hour', "createdAt", 'UTC')
    )
    INSERT INTO "ClickBatch" ("id", "size", "linkIds", "clicks", "firstDayClicks", "firstClickedAts", "lastClickedAts")
    SELECT ${batch}::bigint, sum("clicks"), array_agg("linkId"), array_agg("clicks"), array_agg("firstDayClicks"), array_agg("firstClickedAt"),
           array_agg("lastClickedAt")
    FROM added HAVING count(*) > 0`;
}

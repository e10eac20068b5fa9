import { randomBytes } from "node:crypto";
import { arrayLiteral } from "../database/array-literal";
import { recordingDatabase } from "../database/client";
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
  const column = (key: Exclude<keyof Click, "createdAt">) => arrayLiteral(clicks.map((click) => click[key]));
  const instants = arrayLiteral(clicks.map((click) => click.createdAt.toISOString()));
  // Random, so that no two instances ever choose the same.
  const batch = String(randomBytes(8).readBigInt64BE());
  await recordingDatabase().$executeRaw`
    WITH incoming AS (
      SELECT * FROM unnest(
        ${column("id")}::uuid[], ${column("linkId")}::int[], ${instants}::timestamptz[], ${column("visitor")}::text[],
        ${column("referrer")}::text[], ${column("country")}::text[], ${column("region")}::text[], ${column("city")}::text[],
        ${column("device")}::text[], ${column("browser")}::text[], ${column("os")}::text[], ${column("locale")}::text[],
        ${column("utmSource")}::text[], ${column("utmMedium")}::text[], ${column("utmCampaign")}::text[]
      ) AS t("id", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
             "utmSource", "utmMedium", "utmCampaign")
    ), live AS MATERIALIZED (
      SELECT "id" AS "linkId", "createdAt" AS "linkCreatedAt" FROM "Link"
      WHERE "id" IN (SELECT "linkId" FROM incoming) ORDER BY "id" FOR KEY SHARE
    ), inserted AS (
      INSERT INTO "Click" ("id", "batch", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser",
                           "os", "locale", "utmSource", "utmMedium", "utmCampaign")
      SELECT "id", ${batch}::bigint, "linkId", "createdAt", decode("visitor", 'hex'), "referrer", "country", "region", "city", "device", "browser",
             "os", "locale", "utmSource", "utmMedium", "utmCampaign"
      FROM incoming JOIN live USING ("linkId")
      ORDER BY "linkId", "createdAt", "id"
      ON CONFLICT DO NOTHING
      RETURNING "linkId", "createdAt"
    ), added AS (
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

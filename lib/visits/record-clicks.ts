import { database } from "../database/client";
import type { Click } from "./describe-click";

/**
 * Writes clicks with their counters in one statement, durable when the promise resolves. Clicks whose link is gone are
 * dropped; a click that is there already changes nothing.
 *
 * Locking the counter rows first, in link order, closes two races: two writers cannot deadlock, and a link that is
 * being deleted takes either all of these clicks with it or none is written.
 */
export async function recordClicks(clicks: readonly Click[]): Promise<void> {
  const column = <K extends keyof Click>(key: K) => clicks.map((click) => click[key]);
  const visitors = clicks.map((click) => Buffer.from(click.visitor).toString("hex"));
  const instants = clicks.map((click) => click.createdAt.toISOString());
  await database().$executeRaw`
    WITH incoming AS (
      SELECT * FROM unnest(
        ${column("id")}::uuid[], ${column("linkId")}::int[], ${instants}::timestamptz[], ${visitors}::text[],
        ${column("referrer")}::text[], ${column("country")}::text[], ${column("region")}::text[], ${column("city")}::text[],
        ${column("device")}::text[], ${column("browser")}::text[], ${column("os")}::text[], ${column("locale")}::text[],
        ${column("utmSource")}::text[], ${column("utmMedium")}::text[], ${column("utmCampaign")}::text[]
      ) AS t("id", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser", "os", "locale",
             "utmSource", "utmMedium", "utmCampaign")
    ), live AS MATERIALIZED (
      SELECT "linkId" FROM "LinkCounter" WHERE "linkId" IN (SELECT "linkId" FROM incoming) ORDER BY "linkId" FOR NO KEY UPDATE
    ), inserted AS (
      INSERT INTO "Click" ("id", "linkId", "createdAt", "visitor", "referrer", "country", "region", "city", "device", "browser",
                           "os", "locale", "utmSource", "utmMedium", "utmCampaign")
      SELECT "id", "linkId", "createdAt", decode("visitor", 'hex'), "referrer", "country", "region", "city", "device", "browser",
             "os", "locale", "utmSource", "utmMedium", "utmCampaign"
      FROM incoming JOIN live USING ("linkId")
      ON CONFLICT DO NOTHING
      RETURNING "linkId", "createdAt"
    ), added AS (
      SELECT i."linkId", count(*) AS "clicks", max(i."createdAt") AS "lastClickedAt",
             count(*) FILTER (WHERE i."createdAt" >= l."createdAt" AND i."createdAt" < l."createdAt" + interval '24 hours') AS "firstDayClicks"
      FROM inserted i JOIN "Link" l ON l."id" = i."linkId"
      GROUP BY i."linkId"
    )
    UPDATE "LinkCounter" c
    SET "clickCount" = c."clickCount" + a."clicks",
        "firstDayClicks" = c."firstDayClicks" + a."firstDayClicks",
        "lastClickedAt" = greatest(c."lastClickedAt", a."lastClickedAt")
    FROM added a
    WHERE c."linkId" = a."linkId"`;
}

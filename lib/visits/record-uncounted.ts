import { database } from "../database/client";
import { isoDate } from "../day";
import type { Uncounted } from "./classify-visitor";

/** Keeps a visit that is no click in the link's ledger; an unfurler's is a bot hit too. Nothing is kept of a link that is gone. */
export async function recordUncounted(linkId: number, { kind, name }: Uncounted, at: Date): Promise<void> {
  const botHits = kind === "unfurler" ? 1 : 0;
  await database().$executeRaw`
    WITH live AS (
      UPDATE "LinkCounter" SET "botHitCount" = "botHitCount" + ${botHits} WHERE "linkId" = ${linkId} RETURNING "linkId"
    )
    INSERT INTO "UncountedVisit" AS u ("linkId", "day", "kind", "name", "count", "firstSeenAt", "lastSeenAt")
    SELECT "linkId", ${isoDate(at)}::date, ${kind}::text, ${name}::text, 1, ${at}::timestamptz, ${at}::timestamptz FROM live
    ON CONFLICT ("linkId", "day", "kind", "name") DO UPDATE
    SET "count" = u."count" + 1, "lastSeenAt" = greatest(u."lastSeenAt", excluded."lastSeenAt")`;
}

import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { stateConditions } from "../links/state-conditions";
import { brokenRules } from "./rule-checks";

/**
 * `destinationState` is `broken`, for rows of LinkPreview. The previous version sets only
 * `failingSince`.
 */
export const isBroken = Prisma.sql`("brokenSince" IS NOT NULL AND "brokenSince" >= "failingSince" AND "checkedAt" >= "brokenSince" + interval '1 day')`;

/** A query (linkId, failReason, brokenSince) of broken destinations, and of addresses of rules. */
export const allBroken = Prisma.sql`
  SELECT "linkId", "failReason", "brokenSince" FROM "LinkPreview" WHERE ${isBroken} UNION ALL ${brokenRules}`;

/** The number of active links whose destination is broken. */
export async function countBrokenDestinations(now: Date): Promise<number> {
  const [row] = await database().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS "count" FROM (SELECT DISTINCT "linkId" FROM (${allBroken}) b) broken JOIN "Link" l ON l."id" = "linkId"
    WHERE ${stateConditions(now).active}`;
  return row.count;
}

/**
 * Whether any destination has been checked, so that something is known about them. Without checks it
 * reads every row in vain.
 */
export async function areDestinationsChecked(): Promise<boolean> {
  const [row] = await database().$queryRaw<
    [{ isChecked: boolean }]
  >`SELECT EXISTS (SELECT FROM "LinkPreview" WHERE "checkedAt" IS NOT NULL) AS "isChecked"`;
  return row.isChecked;
}

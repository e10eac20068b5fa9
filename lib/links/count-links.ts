import { database } from "../database/client";

/** Links are counted as they come and go, so that a million of them are as quickly counted as ten. */
export async function countLinks(): Promise<number> {
  const [{ links }] = await database().$queryRaw<[{ links: bigint }]>`SELECT coalesce(sum("links"), 0)::bigint AS "links" FROM "DayTotal"`;
  return Number(links);
}

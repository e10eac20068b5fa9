import { database } from "../database/client";
import { Prisma } from "../database/generated/client";

/** A query of one number. Links are counted as they come and go, so that a million are as quickly counted as ten. */
export const linkCount = Prisma.sql`SELECT coalesce(sum("links"), 0)::bigint AS "links" FROM "DayTotal"`;

export async function countLinks(): Promise<number> {
  const [{ links }] = await database().$queryRaw<[{ links: bigint }]>(linkCount);
  return Number(links);
}

import { database } from "./client";
import { Prisma } from "./generated/client";
import type { Writer } from "./in-transaction";

/**
 * `now` by the clock of the database, which instances share, where the clock of this one is ahead.
 * In whole milliseconds, as JavaScript reads it.
 */
export function sharedNow(now: Date): Prisma.Sql {
  return Prisma.sql`date_trunc('milliseconds', least(${now}::timestamptz, now()))`;
}

/** So many milliseconds before that. */
export async function sharedTimeBefore(
  ms: number,
  now: Date,
  reader: Pick<Writer, "$queryRaw"> = database(),
): Promise<Date> {
  const [{ at }] = await reader.$queryRaw<[{ at: Date }]>`SELECT ${sharedNow(now)} AS "at"`;
  return new Date(at.getTime() - ms);
}

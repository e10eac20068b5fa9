import { running } from "../config/running";
import { Prisma, type PrismaClient } from "./generated/client";
import type { Pools } from "./pools";

/** Statements are sent from everywhere. */
export const ownPart = () => running().database;

const pools = (): Pools => ownPart().pools;

/** For owners. */
export function database(): PrismaClient {
  return pools().client("owners");
}

/** For short links. A separate pool, so that a slow page or aggregation never delays a visitor. */
export function recordingDatabase(): PrismaClient {
  return pools().client("visitors");
}

/** For share pages, which strangers open. */
export function sharesDatabase(): PrismaClient {
  return pools().client("shares");
}

export function maintenanceDatabase(): PrismaClient {
  return pools().client("maintenance");
}

/** The sessions that this thread has at the server. */
export function ownSessions(): ReadonlySet<number> {
  return ownPart().connections.sessions;
}

export function databaseUrl(): string {
  return pools().url;
}

/** Runs one statement for short links; see `Pools`. */
export function executeForVisitors(text: string, values: readonly string[]): Promise<number> {
  return pools().executeForVisitors(text, values);
}

/** The pools that this thread has opened. */
export function poolUse(): ReturnType<Pools["listUse"]> {
  return pools().listUse();
}

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
  reader: Pick<Prisma.TransactionClient, "$queryRaw"> = database(),
): Promise<Date> {
  const [{ at }] = await reader.$queryRaw<[{ at: Date }]>`SELECT ${sharedNow(now)} AS "at"`;
  return new Date(at.getTime() - ms);
}

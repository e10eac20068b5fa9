import type { PrismaClient } from "./generated/client";
import { ownPart } from "./own-part";
import type { Pools } from "./pools";

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

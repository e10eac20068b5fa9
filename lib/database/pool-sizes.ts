import type { Env } from "../config/env";

export type PoolName = "visitors" | "owners" | "statistics" | "maintenance";

/** The connection that waits for notifications. */
const listener = 1;

/** How connections are shared out that are left when each pool has one: in tenths. */
const shares: [PoolName, number][] = [
  ["visitors", 3],
  ["owners", 4],
  ["statistics", 2],
  ["maintenance", 1],
];

/**
 * The most connections of each pool: DATABASE_CONNECTIONS without the listener, unless a former
 * variable names the size of a pool.
 */
export function poolSizes(config: Env): Record<PoolName, number> {
  const spare = config.DATABASE_CONNECTIONS - listener - shares.length;
  let [tenths, given] = [0, 0];
  const share = (ofPool: number): number => {
    tenths += ofPool;
    const size = 1 + Math.round((spare * tenths) / 10) - given;
    given += size - 1;
    return size;
  };
  const shared = Object.fromEntries(
    shares.map(([name, ofPool]) => [name, share(ofPool)]),
  ) as Record<PoolName, number>;
  return {
    visitors: config.DATABASE_VISITOR_CONNECTIONS ?? shared.visitors,
    owners: config.DATABASE_OWNER_CONNECTIONS ?? shared.owners,
    statistics: config.DATABASE_STATISTICS_CONNECTIONS ?? shared.statistics,
    maintenance: config.DATABASE_MAINTENANCE_CONNECTIONS ?? shared.maintenance,
  };
}

/** How many connections all processes of this instance open at most. */
export function connectionsOpened(config: Env): number {
  const { visitors, owners, statistics, maintenance } = poolSizes(config);
  const listenerForReplica = config.DATABASE_REPLICA_URL ? 1 : 0;
  const forPages = config.ROLE === "redirects" ? 0 : owners + statistics + listenerForReplica;
  return config.WORKERS * (visitors + maintenance + listener + forPages);
}

/**
 * `max_connections` for them. Postgres reserves three for superusers; the rest of the margin is for
 * backups, `psql` and another version starting up.
 */
export function connectionsNeeded(config: Env): number {
  return connectionsOpened(config) + 20;
}

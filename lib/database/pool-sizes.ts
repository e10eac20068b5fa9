import type { Env } from "../config/env";

export type PoolName = "visitors" | "owners" | "statistics" | "shares" | "maintenance";

type SharedOut = Exclude<PoolName, "shares">;

/** The connection that waits for notifications. */
const listener = 1;

/** How connections are shared out that are left when each pool has one: in tenths. */
const tenthsOf: [SharedOut, number][] = [
  ["visitors", 3],
  ["owners", 4],
  ["statistics", 2],
  ["maintenance", 1],
];

/**
 * The most connections of each pool: DATABASE_CONNECTIONS without the listener, unless a former
 * variable names the size of a pool. With very few connections share pages have none of their own:
 * they use those of statistics.
 */
export function poolSizes(config: Env): Record<PoolName, number> {
  const spare = config.DATABASE_CONNECTIONS - listener - tenthsOf.length;
  let [tenths, given] = [0, 0];
  const share = (ofPool: number): number => {
    tenths += ofPool;
    const size = 1 + Math.round((spare * tenths) / 10) - given;
    given += size - 1;
    return size;
  };
  const shared = Object.fromEntries(
    tenthsOf.map(([name, ofPool]) => [name, share(ofPool)]),
  ) as Record<SharedOut, number>;
  // One of the owners' connections is for share pages, so that strangers never have another.
  const owners = config.DATABASE_OWNER_CONNECTIONS ?? shared.owners;
  const shares = owners > 1 ? 1 : 0;
  return {
    visitors: config.DATABASE_VISITOR_CONNECTIONS ?? shared.visitors,
    owners: owners - shares,
    statistics: config.DATABASE_STATISTICS_CONNECTIONS ?? shared.statistics,
    shares,
    maintenance: config.DATABASE_MAINTENANCE_CONNECTIONS ?? shared.maintenance,
  };
}

/** How many connections all processes of this instance open at most. */
export function connectionsOpened(config: Env): number {
  const { visitors, owners, statistics, shares, maintenance } = poolSizes(config);
  const listenerForReplica = config.DATABASE_REPLICA_URL ? 1 : 0;
  const forPages =
    config.ROLE === "redirects" ? 0 : owners + statistics + shares + listenerForReplica;
  return config.WORKERS * (visitors + maintenance + listener + forPages);
}

/**
 * `max_connections` for them. Postgres reserves three for superusers; the rest of the margin is for
 * backups, `psql` and another version starting up.
 */
export function connectionsNeeded(config: Env): number {
  return connectionsOpened(config) + 20;
}

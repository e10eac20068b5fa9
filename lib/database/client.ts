import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlQuery, SqlQueryable } from "@prisma/driver-adapter-utils";
import { env } from "../config/env";
import { issues } from "../config/issues";
import { PerService } from "../config/per-service";
import { parseDatabaseUrl } from "../core/database-url";
import { type Prisma, PrismaClient } from "./generated/client";
import { GuardedPool } from "./guarded-pool";
import { type PoolName, poolSizes } from "./pool-sizes";
import type { ServerLimits } from "./session-settings";

type Database = PrismaClient;

/**
 * Which pool serves each purpose. The main thread serves visitors and maintenance, the web thread serves owners and the
 * API. Each opens only the pools it needs, so a process has at most DATABASE_CONNECTIONS, listener included; with a read replica one more listens.
 * Null: the thread does no such work. Maintenance waits for locks, and may not do so with a connection that requests need.
 */
type PoolPlan = Record<PoolName, PoolName | null>;
const plans = {
  whole: { visitors: "visitors", owners: "owners", statistics: "statistics", maintenance: "maintenance" },
  main: { visitors: "visitors", owners: "maintenance", statistics: "maintenance", maintenance: "maintenance" },
  web: { visitors: "owners", owners: "owners", statistics: "statistics", maintenance: null },
} as const satisfies Record<string, PoolPlan>;

/** The part of the service that a thread runs: all of it, or one side of `server.ts` and its web thread. */
export type DatabaseRole = keyof typeof plans;

interface Settled {
  url: string;
  plan: PoolPlan;
}

const settled = new PerService<Settled>("database-settings", () => {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set. Set it, or use `npm start`, which runs an embedded Postgres.");
  return { url: DATABASE_URL, plan: plans.whole };
});

interface PoolSettings {
  limits: ServerLimits;
  silenceMs: number;
  /** Set for pools with few, long, recurring statements, whose plans Postgres should cache. */
  keepsPlans: boolean;
}

const settings: Record<PoolName, PoolSettings> = {
  // A visitor waits less than a second. Slower clicks go to the journal.
  visitors: { limits: { statementMs: 1_500, idleInTransactionMs: 1_500, prefersIndexes: true }, silenceMs: 2_000, keepsPlans: true },
  // API and page requests time out after five seconds.
  owners: { limits: { statementMs: 4_000, idleInTransactionMs: 4_500 }, silenceMs: 5_000, keepsPlans: false },
  statistics: { limits: { statementMs: 4_000, idleInTransactionMs: 4_500 }, silenceMs: 5_000, keepsPlans: true },
  // Gives up on locks early, because other statements may queue behind it.
  maintenance: { limits: { statementMs: 10_000, lockMs: 2_000, idleInTransactionMs: 10_000 }, silenceMs: 12_000, keepsPlans: false },
};

const poolNames = Object.keys(settings) as PoolName[];
const databases = Object.fromEntries(
  poolNames.map((name) => [name, new PerService<OpenDatabase>(`${name}-database`, () => openDatabase(name))]),
) as Record<PoolName, PerService<OpenDatabase>>;

/** What a read replica serves. */
const replicas = {
  owners: new PerService<OpenDatabase>("owners-replica", () => openDatabase("owners", replicaUrl())),
  statistics: new PerService<OpenDatabase>("statistics-replica", () => openDatabase("statistics", replicaUrl())),
};
export type ReadPool = keyof typeof replicas;

function databaseFor(need: PoolName): Database {
  return databases[poolFor(need)].get().client;
}

function poolFor(need: PoolName): PoolName {
  const name = settled.get().plan[need];
  if (name === null) throw new Error(`This thread has no connections for ${need}.`);
  return name;
}

/** For owners. */
export function database(): Database {
  return databaseFor("owners");
}

/** For short links. A separate pool, so that a slow page or aggregation never delays a visitor. */
export function recordingDatabase(): Database {
  return databaseFor("visitors");
}

/**
 * Runs one statement for short links by Prisma's driver adapter alone, and returns the number of rows. Prisma's client copies all
 * parameters through JSON and back, which takes a fifth of the processor time of a click in Node.
 */
export async function executeForVisitors({ text, values }: Prisma.Sql): Promise<number> {
  const adapter = await databases[poolFor("visitors")].get().adapter;
  return adapter.executeRaw({ sql: text, args: [...values], argTypes: values.map(() => asGiven) });
}

const asGiven: SqlQuery["argTypes"][number] = { scalarType: "unknown", arity: "scalar" };

/** For statistics, whose statements are long and recurring. */
export function statisticsDatabase(): Database {
  return databaseFor("statistics");
}

/** Only `replica.ts` calls it: others call `preferReplica`, which knows whether the replica is recent enough. */
export function databaseOn(server: "primary" | "replica", pool: ReadPool): Database {
  return server === "primary" ? databaseFor(pool) : replicas[pool].get().client;
}

function replicaUrl(): string {
  const { DATABASE_REPLICA_URL } = env();
  if (!DATABASE_REPLICA_URL) throw new Error("DATABASE_REPLICA_URL is not set.");
  return DATABASE_REPLICA_URL;
}

export function maintenanceDatabase(): Database {
  return databaseFor("maintenance");
}

export function databaseUrl(): string {
  return settled.get().url;
}

/** Sets the database of this thread. Call it before serving requests. */
export function useDatabase(url: string, role: DatabaseRole = "whole"): void {
  settled.set({ url, plan: plans[role] });
}

/** Does not wait for running statements: they fail, and Postgres rolls back their transactions. */
export async function closeDatabase(): Promise<void> {
  await Promise.all([...Object.values(databases), ...Object.values(replicas)].map((open) => open.take()?.close()));
}

interface PoolUse {
  pool: PoolName | `${ReadPool}-replica`;
  busy: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
  max: number;
}

/** The pools that this thread has opened. */
export function poolUse(): PoolUse[] {
  const use = (pool: PoolUse["pool"], name: PoolName, open: OpenDatabase | undefined): PoolUse[] => {
    if (!open) return [];
    const { totalCount, idleCount, queueLength } = open.pool;
    return [{ pool, busy: totalCount - idleCount, idle: idleCount, waiting: queueLength, max: poolSizes(env())[name] }];
  };
  const ofReplica = Object.keys(replicas) as ReadPool[];
  return [
    ...poolNames.flatMap((name) => use(name, name, databases[name].peek())),
    ...ofReplica.flatMap((name) => use(`${name}-replica`, name, replicas[name].peek())),
  ];
}

interface OpenDatabase {
  pool: GuardedPool;
  client: Database;
  adapter: Promise<SqlQueryable>;
  close: () => Promise<void>;
}

function openDatabase(name: PoolName, url = databaseUrl()): OpenDatabase {
  const { limits, silenceMs, keepsPlans } = settings[name];
  const pool = new GuardedPool({ url, max: poolSizes(env())[name], limits, silenceMs });
  const { schema } = parseDatabaseUrl(url);
  const options = { ...(schema !== undefined && { schema }), ...(keepsPlans && { statementNameGenerator: nameStatements() }) };
  const factory = new PrismaPg(pool, options);
  const client = new PrismaClient({ adapter: factory });
  // The client alone would first wait for its open transactions.
  return { pool, client, adapter: factory.connect(), close: () => pool.end().then(() => client.$disconnect()) };
}

/**
 * A statement name makes Postgres cache the plan. Use it only for pools with few statements, because each stays on its
 * connection. The name is a hash of the text, so two statements never share one even behind a pooler. A pooler that drops
 * notifications may also lose prepared statements, so statements get no name there.
 */
function nameStatements(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  let sessionsLast = true;
  issues().follow((known) => {
    sessionsLast = !known.some(({ name }) => name === "notifications");
  });
  return ({ sql }) => {
    if (!sessionsLast) return "";
    const known = names.get(sql);
    if (known !== undefined) return known;
    const name = `slugline_${createHash("sha256").update(sql).digest("hex").slice(0, 24)}`;
    names.set(sql, name);
    return name;
  };
}

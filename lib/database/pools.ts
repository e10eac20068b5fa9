import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Base } from "../config/base";
import type { Env } from "../config/env";
import type { Issues } from "../config/issues";
import { ownCommand } from "../config/own-command";
import { parseDatabaseUrl } from "../core/database-url";
import { Prisma, PrismaClient } from "./generated/client";
import { GuardedPool, type PoolContext } from "./guarded-pool";
import { type PoolName, poolSizes } from "./pool-sizes";
import type { ServerLimits } from "./session-settings";

type Database = PrismaClient;

/**
 * The client belongs to the bundle that created the service, statements to any. Prisma knows SQL
 * inside of SQL by its class, of which each bundle has a copy, so here it is known by what it
 * carries.
 */
Object.defineProperty(Prisma.Sql, Symbol.hasInstance, {
  value: (value: unknown) =>
    typeof value === "object" && value !== null && "strings" in value && "values" in value,
});

/**
 * Which pool serves each purpose. The main thread serves visitors and maintenance, the web thread
 * serves owners and the API. Each opens only the pools it needs, so a process has at most
 * DATABASE_CONNECTIONS, listener included; with a read replica one more listens. Null: the thread
 * does no such work. Maintenance waits for locks, and may not do so with a connection that requests
 * need.
 */
type PoolPlan = Record<PoolName, PoolName | null>;
const plans = {
  whole: {
    visitors: "visitors",
    owners: "owners",
    statistics: "statistics",
    shares: "shares",
    maintenance: "maintenance",
  },
  main: {
    visitors: "visitors",
    owners: "maintenance",
    statistics: "maintenance",
    shares: null,
    maintenance: "maintenance",
  },
  web: {
    visitors: "owners",
    owners: "owners",
    statistics: "statistics",
    shares: "shares",
    maintenance: null,
  },
} as const satisfies Record<string, PoolPlan>;

/**
 * The part of the service that a thread runs: all of it, or one side of `server.ts` and its web
 * thread.
 */
export type DatabaseRole = keyof typeof plans;

interface PoolSettings {
  limits: ServerLimits;
  connectMs: number;
  silenceMs: number;
  /** Set for pools with few, long, recurring statements, whose plans Postgres should cache. */
  keepsPlans: boolean;
}

const settings: Record<PoolName, PoolSettings> = {
  // A visitor waits less than a second. Slower clicks go to the journal.
  visitors: {
    limits: { statementMs: 1_500, idleInTransactionMs: 1_500, prefersIndexes: true },
    connectMs: 2_000,
    silenceMs: 2_000,
    keepsPlans: true,
  },
  // API and page requests time out after five seconds.
  owners: {
    limits: { statementMs: 4_000, idleInTransactionMs: 4_500 },
    connectMs: 4_000,
    silenceMs: 5_000,
    keepsPlans: false,
  },
  statistics: {
    limits: { statementMs: 4_000, idleInTransactionMs: 4_500 },
    connectMs: 4_000,
    silenceMs: 5_000,
    keepsPlans: true,
  },
  // Share pages, which strangers open.
  shares: {
    limits: { statementMs: 4_000, idleInTransactionMs: 4_500 },
    connectMs: 4_000,
    silenceMs: 5_000,
    keepsPlans: false,
  },
  // Gives up on locks early, because other statements may queue behind it.
  maintenance: {
    limits: { statementMs: 10_000, lockMs: 2_000, idleInTransactionMs: 10_000 },
    connectMs: 4_000,
    silenceMs: 12_000,
    keepsPlans: false,
  },
};

const poolNames = Object.keys(settings) as PoolName[];

/** What a read replica serves. */
const readPools = ["owners", "statistics", "shares"] as const;
export type ReadPool = (typeof readPools)[number];

type OpenPool = PoolName | `${ReadPool}-replica`;

interface OpenDatabase {
  pool: GuardedPool;
  client: Database;
  /** The name of a statement; empty: none. */
  nameOf: (query: { sql: string }) => string;
  close: () => Promise<void>;
}

interface PoolUse {
  pool: OpenPool;
  busy: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
  max: number;
}

/** The connections of a thread. Each pool opens when it is first used. */
export class Pools {
  private readonly open: { [name in OpenPool]?: OpenDatabase } = {};
  private readonly sizes: Record<PoolName, number>;
  private settled: { url: string; plan: PoolPlan } | null = null;

  constructor(
    private readonly base: Base,
    private readonly context: PoolContext,
  ) {
    this.sizes = poolSizes(base.config);
  }

  /** Sets the database of this thread. Call it before serving requests. */
  use(url: string, role: DatabaseRole): void {
    this.settled = { url, plan: plans[role] };
  }

  get url(): string {
    return this.settle().url;
  }

  client(need: PoolName): Database {
    return this.openFor(need).client;
  }

  /**
   * Runs a statement with a fixed text for short links by the driver alone, and returns the number of
   * rows. Prisma's client and its adapter take a third of the processor time of a click in Node.
   */
  async executeForVisitors(text: string, values: readonly string[]): Promise<number> {
    const { pool, nameOf } = this.openFor("visitors");
    const { rowCount } = await pool.query({
      name: nameOf({ sql: text }),
      text,
      values: [...values],
    });
    return rowCount ?? 0;
  }

  /**
   * Only `replica.ts` calls it: others call `preferReplica`, which knows whether the replica is
   * recent enough.
   */
  on(server: "primary" | "replica", pool: ReadPool): Database {
    if (server === "primary") return this.client(pool);
    const existing = this.existing(pool);
    const name = `${existing}-replica` as const;
    this.open[name] ??= this.openDatabase(existing, replicaUrl(this.base.config));
    return this.open[name].client;
  }

  /**
   * Does not wait for running statements: they fail, and Postgres rolls back their transactions.
   */
  async close(): Promise<void> {
    const open = Object.values(this.open);
    for (const name of Object.keys(this.open) as OpenPool[]) delete this.open[name];
    await Promise.all(open.map(({ close }) => close()));
  }

  /** The pools that this thread has opened. */
  listUse(): PoolUse[] {
    const all: [OpenPool, PoolName][] = [
      ...poolNames.map((name): [OpenPool, PoolName] => [name, name]),
      ...readPools.map((name): [OpenPool, PoolName] => [`${name}-replica`, name]),
    ];
    return all.flatMap(([pool, name]) => {
      const open = this.open[pool];
      if (!open) return [];
      const { totalCount, idleCount, queueLength } = open.pool;
      return [
        {
          pool,
          busy: totalCount - idleCount,
          idle: idleCount,
          waiting: queueLength,
          max: this.sizeOf(name),
        },
      ];
    });
  }

  private settle(): { url: string; plan: PoolPlan } {
    if (this.settled) return this.settled;
    const { DATABASE_URL } = this.base.config;
    if (!DATABASE_URL)
      throw new Error(
        `DATABASE_URL is not set. Set it, or use ${ownCommand("npm start")}, which runs an embedded Postgres.`,
      );
    this.settled = { url: DATABASE_URL, plan: plans.whole };
    return this.settled;
  }

  private openFor(need: PoolName): OpenDatabase {
    const name = this.settle().plan[this.existing(need)];
    if (name === null) throw new Error(`This thread has no connections for ${need}.`);
    this.open[name] ??= this.openDatabase(name, this.url);
    return this.open[name];
  }

  private existing<P extends PoolName>(need: P): P | "statistics" {
    return this.sizeOf(need) > 0 ? need : "statistics";
  }

  private openDatabase(name: PoolName, url: string): OpenDatabase {
    const { keepsPlans, ...patience } = settings[name];
    const pool = new GuardedPool(this.context, { url, max: this.sizeOf(name), ...patience });
    const { schema } = parseDatabaseUrl(url);
    const nameOf = keepsPlans ? nameStatements(this.base.issues) : () => "";
    const options = {
      ...(schema !== undefined && { schema }),
      ...(keepsPlans && { statementNameGenerator: nameOf }),
    };
    const client = new PrismaClient({ adapter: new PrismaPg(pool, options), transactionOptions });
    // The client alone would first wait for its open transactions.
    return {
      pool,
      client,
      nameOf,
      close: () => pool.end().then(() => client.$disconnect()),
    };
  }

  private sizeOf(name: PoolName): number {
    return this.sizes[name];
  }
}

/**
 * Prisma's own limits of a transaction, in ms: for the wait for its connection and for all of it.
 * They only come after those of the pool, the statements and the request, because they also count
 * the time in which this thread stands still.
 */
const transactionOptions = { maxWait: 30_000, timeout: 30_000 };

function replicaUrl({ DATABASE_REPLICA_URL }: Env): string {
  if (!DATABASE_REPLICA_URL) throw new Error("DATABASE_REPLICA_URL is not set.");
  return DATABASE_REPLICA_URL;
}

/**
 * A statement name makes Postgres cache the plan. Use it only for pools with few statements,
 * because each stays on its connection. The name is a hash of the text, so two statements never
 * share one even behind a pooler. A pooler that drops notifications may also lose prepared
 * statements, so statements get no name there.
 */
function nameStatements(issues: Issues): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  let sessionsLast = true;
  issues.follow((known) => {
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

import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "../env";
import { ProcessWide } from "../process-wide";
import { PrismaClient } from "./generated/client";

export type Database = PrismaClient;

const url = new ProcessWide("database-url", () => {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("There is no database: set DATABASE_URL, or start with `npm start`, which runs one for you.");
  return DATABASE_URL;
});

const main = new ProcessWide<Database>("database", () => createDatabase({ max: 10 }));
const statistics = new ProcessWide<Database>("statistics-database", () => createDatabase({ max: 4, statementNameGenerator: nameOfStatement() }));
// What a visitor waits for takes milliseconds, and is waited for less than a second: silence is known sooner.
const recording = new ProcessWide<Database>("recording-database", () =>
  createDatabase({ max: 4, silenceMs: 2_000, statementNameGenerator: nameOfStatement() }),
);

/** The database of this process. */
export function database(): Database {
  return main.get();
}

/** The same database over connections of its own, so that a slow page never keeps a visitor waiting. */
export function recordingDatabase(): Database {
  return recording.get();
}

/** The same database for statistics whose statements are long and always the same: their plans are kept. */
export function statisticsDatabase(): Database {
  return statistics.get();
}

/** The address of the database of this process, for what needs a connection of its own. */
export function databaseUrl(): string {
  return url.get();
}

/** Makes `address` the database of this process; `server.ts` does so before anything is answered. */
export function useDatabase(address: string): void {
  url.set(address);
}

export async function closeDatabase(): Promise<void> {
  await Promise.all([main, statistics, recording].map((client) => client.take()?.$disconnect()));
}

interface ClientOptions {
  max: number;
  /** A statement is given up after this long, and its connection replaced. */
  silenceMs?: number;
  statementNameGenerator?: (query: { sql: string }) => string;
}

function createDatabase({ max, silenceMs = 5_000, statementNameGenerator }: ClientOptions): Database {
  // Bounds on how long a request waits for a connection, and for an answer over one that has gone silent.
  const pool = { connectionString: url.get(), max, connectionTimeoutMillis: 2_000, query_timeout: silenceMs, keepAlive: true };
  return new PrismaClient({ adapter: new PrismaPg(pool, statementNameGenerator ? { statementNameGenerator } : {}) });
}

/** A name makes Postgres keep the plan. Only for clients with a handful of statements: each stays on its connection. */
function nameOfStatement(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const name = names.get(sql) ?? `slugline_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "../env";
import { ProcessWide } from "../process-wide";
import { PrismaClient } from "./generated/client";

export type Database = PrismaClient;

const current = new ProcessWide<Database>("database", () => {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("There is no database: set DATABASE_URL, or start with `npm start`, which runs one for you.");
  return createDatabase(url);
});

/** A client of its own pool. `connectionTimeoutMillis` bounds how long a request waits for a database that is away. */
export function createDatabase(url: string): Database {
  const adapter = new PrismaPg({ connectionString: url, max: 10, connectionTimeoutMillis: 2_000, keepAlive: true });
  return new PrismaClient({ adapter });
}

/** The database of this process. */
export function database(): Database {
  return current.get();
}

/** Makes `url` the database of this process; `server.ts` does so before anything is answered. */
export function useDatabase(url: string): Database {
  const client = createDatabase(url);
  current.set(client);
  return client;
}

export async function closeDatabase(): Promise<void> {
  await current.peek()?.$disconnect();
}

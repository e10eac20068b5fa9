import { randomBytes } from "node:crypto";
import pg from "pg";

/** Creates a database, as a copy of `template` if given; returns its name. */
export async function createDatabase(adminUrl: string, template = "template1"): Promise<string> {
  const name = `slugline_test_${randomBytes(6).toString("hex")}`;
  await runAsAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return name;
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await runAsAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** A pool whose idle connections may be cut: `end` does not wait until they are closed, and `dropDatabase` follows it. */
export function openPool(url: string, max: number): pg.Pool {
  return new pg.Pool({ connectionString: url, max }).on("error", () => {});
}

async function runAsAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Concurrent copies of one template fail, so the lock queues them.
    await client.query("SELECT pg_advisory_lock(7)");
    await client.query(sql);
  } finally {
    await client.end();
  }
}

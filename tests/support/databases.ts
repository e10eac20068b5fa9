import { randomBytes } from "node:crypto";
import pg from "pg";
import { distribute } from "@/lib/database/distribute";
import { migrate } from "@/lib/database/migrate";

/**
 * Creates a database, as a copy of `template` if given; returns its name. On Citus a migrated and
 * distributed one stands for the copy.
 */
export async function createDatabase(adminUrl: string, template = "template1"): Promise<string> {
  const name = `${template === "template1" ? "slugline_test" : template}_${randomBytes(6).toString("hex")}`;
  const servers = await listServers(adminUrl);
  if (servers.length === 1) {
    await runAsAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return name;
  }
  for (const server of servers) await runAsAdmin(server, `CREATE DATABASE ${name}`);
  // Adding a server writes its roles, which all its databases share. For two databases at once that
  // fails ("tuple concurrently updated").
  await asAdmin(adminUrl, () => joinServers(servers.map((server) => databaseUrl(server, name))));
  if (template !== "template1") {
    await migrate(databaseUrl(adminUrl, name));
    await distribute(databaseUrl(adminUrl, name), { shards: 4 });
  }
  return name;
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  for (const server of await listServers(adminUrl))
    await runAsAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Drops a template and the copies that were made of it. */
export async function dropDatabases(adminUrl: string, template: string): Promise<void> {
  const names = await runAsAdmin(
    adminUrl,
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${template}')`,
  );
  for (const { name } of names) await dropDatabase(adminUrl, String(name));
}

/** Makes a Citus cluster of databases: the first coordinates the others. */
export async function joinServers(urls: readonly string[]): Promise<void> {
  for (const url of urls) await runAsAdmin(url, "CREATE EXTENSION citus");
  const [coordinator = "", ...workers] = urls;
  const { hostname, port } = new URL(coordinator);
  await runAsAdmin(coordinator, `SELECT citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers)
    await runAsAdmin(coordinator, `SELECT citus_add_node('${hostname}', ${new URL(worker).port})`);
}

/** The URL of the server and, with Citus, of its workers. */
async function listServers(adminUrl: string): Promise<string[]> {
  const nodes = await runAsAdmin(
    adminUrl,
    "SELECT to_regclass('pg_dist_node') IS NOT NULL AS \"isCitus\"",
  ).then(([row]) =>
    row?.isCitus
      ? runAsAdmin(adminUrl, "SELECT nodeport AS port FROM pg_dist_node WHERE groupid > 0")
      : [],
  );
  return [adminUrl, ...nodes.map(({ port }) => Object.assign(new URL(adminUrl), { port }).href)];
}

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * A pool whose idle connections may be cut: `end` does not wait until they are closed, and
 * `dropDatabase` follows it.
 */
export function openPool(url: string, max: number): pg.Pool {
  return new pg.Pool({ connectionString: url, max }).on("error", () => {});
}

async function runAsAdmin(
  adminUrl: string,
  sql: string,
): Promise<Record<string, string | boolean>[]> {
  return asAdmin(adminUrl, async (client) => (await client.query(sql)).rows);
}

/** One at a time in each database, because concurrent copies of one template fail. */
async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(7)");
    return await work(client);
  } finally {
    await client.end();
  }
}

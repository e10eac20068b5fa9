import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import pg from "pg";
import { postgresPlace } from "./postgres-place";
import { type PostgresPrograms, postgresPrograms, runProgram } from "./postgres-programs";

/** The Postgres that is run for owners who have none of their own: a real server beside this process, on loopback only. */
export interface EmbeddedPostgres {
  url: string;
  /** Ends every connection and stops the server; resolves when its files are closed. */
  stop: () => Promise<void>;
}

/** The embedded Postgres could not be started; the message says why and where to look. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

const user = "slugline";
const databaseName = "slugline";

/**
 * Starts the Postgres whose files lie in the data folder, making it first when there is none. One that is still running
 * (this process was killed, say) is taken over; a pid file that was left behind is Postgres' own to judge.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const place = postgresPlace(dataDir);
  const programs = await postgresPrograms(place.user);
  const cluster = join(place.folder, "data");
  const password = keptPassword(place.folder);
  if (!existsSync(cluster)) await initialise(place.folder, cluster, password, programs);
  const port = (await findRunning(cluster, password)) ?? (await start(place.folder, cluster, password, programs));
  await createDatabase(adminUrl(port, password));
  return {
    url: urlOf(port, password, databaseName),
    stop: async () => {
      await runProgram(programs, "pg_ctl", ["stop", "-D", cluster, "-m", "fast", "-w", "-t", "60"]);
    },
  };
}

/** Made under another name and then moved, so that an interrupted start never leaves half a cluster. */
async function initialise(folder: string, cluster: string, password: string, programs: PostgresPrograms): Promise<void> {
  const fresh = join(folder, "data.new");
  const passwordFile = join(folder, "password.new");
  rmSync(fresh, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (programs.user) chownSync(passwordFile, programs.user.uid, programs.user.gid);
  try {
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const access = [`--username=${user}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    await runProgram(programs, "initdb", ["-D", fresh, "--no-instructions", ...locale, ...access]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(fresh, cluster);
}

/** The port of a server that already runs on this cluster and knows our password. */
async function findRunning(cluster: string, password: string): Promise<number | null> {
  const port = portOfPidFile(cluster);
  if (port === null) return null;
  const client = new pg.Client({ connectionString: adminUrl(port, password), connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    return rows[0]?.data_directory === cluster ? port : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Line 4 of postmaster.pid (PostgreSQL documentation, "postmaster.pid"). */
function portOfPidFile(cluster: string): number | null {
  try {
    return Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3]) || null;
  } catch {
    return null;
  }
}

/** Tries a few times: another program may take the free port first, or a dying server may still hold the cluster. */
async function start(folder: string, cluster: string, password: string, programs: PostgresPrograms): Promise<number> {
  const logFile = join(folder, "postgres.log");
  for (let attempt = 1; ; attempt++) {
    const port = await getPort({ host: "127.0.0.1" });
    const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", timezone: "UTC", log_timezone: "UTC" };
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    try {
      await runProgram(programs, "pg_ctl", ["start", "-D", cluster, "-w", "-t", "60", "-l", logFile, "-o", options.join(" ")]);
      return port;
    } catch (error) {
      const running = await findRunning(cluster, password);
      if (running !== null) return running;
      if (attempt === 5) throw new EmbeddedPostgresError(`The embedded Postgres did not start; its log is ${logFile}.\n${(error as Error).message}`);
      await sleep(500 * attempt);
    }
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

function keptPassword(folder: string): string {
  const file = join(folder, "password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

function urlOf(port: number, password: string, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
}

function adminUrl(port: number, password: string): string {
  return urlOf(port, password, "postgres");
}

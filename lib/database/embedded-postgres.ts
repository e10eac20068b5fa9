import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { ownCommand } from "../config/own-command";
import { english } from "../texts/say";
import { copyRemedy, ownerOfPidFile } from "./copied-folder";
import { processName } from "./own-process";
import { explainStart, tornRemedy } from "./postgres-failure";
import { logSettings, postgresLogFile, sizeOf, tidyLogBeforeStart } from "./postgres-log";
import { postgresPlace } from "./postgres-place";
import { type PostgresPrograms, postgresPrograms, runProgram } from "./postgres-programs";
import { TimedClient } from "./timed-client";

/**
 * A Postgres server that runs beside this process, on loopback only, for owners without their own.
 */
export interface EmbeddedPostgres {
  url: string;
  port: number;
  folder: string;
  /** The name of its first process, for `isProcessRunning`. */
  process: string;
  stop: () => Promise<void>;
}

export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

interface EmbeddedPostgresOptions {
  port?: number;
  maxConnections?: number;
  /** The programs folder of another Postgres. Default: the one from npm. */
  programsFolder?: string | undefined;
}

const user = "slugline";
const databaseName = "slugline";

/**
 * Starts the Postgres in the data folder and creates the cluster if there is none. A server that is
 * still running, for example because this process was killed, is reused. Postgres itself handles a
 * stale pid file.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const place = postgresPlace(dataDir);
  const cluster = clusterOf(place.folder);
  const programs = options.programsFolder
    ? { folder: options.programsFolder, user: place.user }
    : await postgresPrograms(place.user);
  const password = keptPassword(place.folder);
  if (existsSync(cluster)) await refuseOtherMajor(dataDir, cluster, programs);
  else await initialise(place.folder, cluster, password, programs, !options.programsFolder);
  const port =
    (await findRunning(cluster, password)) ??
    (await start(place.folder, cluster, password, programs, options));
  await createDatabase(adminUrl(port, password), place.folder);
  return {
    url: urlOf(port, password, databaseName),
    port,
    folder: place.folder,
    process: processName(Number(readPidFile(cluster)?.[0])),
    stop: async () => {
      await runProgram(programs, "pg_ctl", ["stop", "-D", cluster, "-m", "fast", "-w", "-t", "60"]);
    },
  };
}

/** Postgres reads only files of its own major version. `cluster` has it in the file PG_VERSION. */
async function refuseOtherMajor(
  dataDir: string,
  cluster: string,
  programs: PostgresPrograms,
): Promise<void> {
  const found = readVersion(cluster);
  const own = /\d+/.exec(await runProgram(programs, "postgres", ["--version"]))?.[0];
  if (own === undefined || found === own) return;
  const folder = join(dataDir, "postgres");
  throw new EmbeddedPostgresError(
    english("postgresOfOtherVersion", {
      folder,
      found,
      own,
      backup: ownCommand("npm run backup"),
      restore: ownCommand("npm run restore -- FILE"),
    }),
  );
}

function readVersion(cluster: string): string {
  try {
    return readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new EmbeddedPostgresError(english("postgresTorn", { cluster, remedy: tornRemedy() }));
  }
}

/** Whether there is a cluster in the data folder. Creates nothing. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(clusterOf(join(dataDir, "postgres")));
}

/** The URL of the Postgres in the data folder if it is running, else null. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const { folder } = postgresPlace(dataDir);
  const password = keptPassword(folder);
  const port = await findRunning(clusterOf(folder), password);
  return port === null ? null : urlOf(port, password, databaseName);
}

function clusterOf(folder: string): string {
  return join(folder, "data");
}

/**
 * Created under a temporary name and then renamed, so that an interrupted start never leaves half a
 * cluster.
 */
async function initialise(
  folder: string,
  cluster: string,
  password: string,
  programs: PostgresPrograms,
  isOwn: boolean,
): Promise<void> {
  const fresh = join(folder, "data.new");
  const passwordFile = join(folder, "password.new");
  rmSync(fresh, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (programs.user) chownSync(passwordFile, programs.user.uid, programs.user.gid);
  try {
    const builtin = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const locale = ["--encoding=UTF8", ...(isOwn ? builtin : ["--locale=C.UTF-8"])];
    const access = [`--username=${user}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    await runProgram(programs, "initdb", ["-D", fresh, "--no-instructions", ...locale, ...access]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(fresh, cluster);
}

async function findRunning(cluster: string, password: string): Promise<number | null> {
  const port = Number(readPidFile(cluster)?.[3]);
  if (!port) return null;
  const client = new TimedClient({
    connectionString: adminUrl(port, password),
    connectMs: 2_000,
    silenceMs: 2_000,
  });
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

/**
 * A copied cluster has the postmaster.pid of the original. Postgres would refuse to start while any
 * process has the number in it.
 */
function clearCopiedPidFile(cluster: string): void {
  const lines = readPidFile(cluster);
  const [, original = ""] = lines ?? [];
  if (lines === null || original === cluster) return;
  const file = join(cluster, "postmaster.pid");
  const owner = ownerOfPidFile(cluster, lines);
  if (owner === "none") rmSync(file, { force: true });
  if (owner !== "other") return;
  throw new EmbeddedPostgresError(
    english("postgresCopied", {
      cluster,
      original,
      process: String(lines[0]),
      remedy: copyRemedy(original, [file]),
    }),
  );
}

/**
 * The lines of postmaster.pid: the first is the pid, the fourth the port (PostgreSQL documentation,
 * "postmaster.pid").
 */
function readPidFile(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return null;
  }
}

/**
 * Without a fixed port it retries: another program may take the free one first, or a server that is
 * shutting down may still hold the cluster.
 */
async function start(
  folder: string,
  cluster: string,
  password: string,
  programs: PostgresPrograms,
  { port: wantedPort, maxConnections = 100 }: EmbeddedPostgresOptions,
): Promise<number> {
  const logFile = postgresLogFile(folder);
  const place = { cluster, user: nameOf(programs.user) };
  clearCopiedPidFile(cluster);
  tidyLogBeforeStart(folder);
  for (let attempt = 1; ; attempt++) {
    const port = wantedPort ?? (await getPort({ host: "127.0.0.1" }));
    const settings = {
      port,
      max_connections: maxConnections,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      timezone: "UTC",
      log_timezone: "UTC",
      ...logSettings,
    };
    const from = sizeOf(logFile);
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    try {
      await runProgram(programs, "pg_ctl", [
        "start",
        "-D",
        cluster,
        "-w",
        "-t",
        "60",
        "-l",
        logFile,
        "-o",
        options.join(" "),
      ]);
      return port;
    } catch (error) {
      const running = await findRunning(cluster, password);
      if (running !== null) return running;
      const { reason, isFinal } = explainStart(error as Error, { logFile, from, place });
      if (isFinal || attempt === (wantedPort === undefined ? 5 : 1))
        throw new EmbeddedPostgresError(english("postgresNotStarted", { reason, file: logFile }));
      await sleep(500 * attempt);
    }
  }
}

function nameOf(user: PostgresPrograms["user"]): string {
  return user ? String(user.uid) : userInfo().username;
}

async function createDatabase(url: string, folder: string): Promise<void> {
  // A new database is a copy of a template, which takes a second on a slow disk.
  const client = new TimedClient({
    connectionString: url,
    connectMs: 10_000,
    silenceMs: 60_000,
  });
  await client.connect().catch((error: Error & { code?: string }) => {
    if (error.code !== "28P01") throw error;
    throw new EmbeddedPostgresError(
      english("postgresPassword", {
        file: join(folder, "password"),
        reason: error.message,
        cluster: clusterOf(folder),
      }),
    );
  });
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

function keptPassword(folder: string): string {
  const file = join(folder, "password");
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

function urlOf(port: number, password: string, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

function adminUrl(port: number, password: string): string {
  return urlOf(port, password, "postgres");
}

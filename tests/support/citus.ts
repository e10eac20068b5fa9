import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postgresPlace } from "@/lib/database/postgres-place";
import { type PostgresPrograms, runProgram } from "@/lib/database/postgres-programs";
import { joinServers } from "./databases";
import { isAlive } from "./is-alive";
import { lastingPort } from "./lasting-port";
import { makePostgresFolder, removePostgresFolder } from "./postgres-folder";

const user = "slugline";

/** The programs folder of the system's Postgres if it has Citus. */
export function findCitus(): string | null {
  const [programs, libraries] = ["--bindir", "--pkglibdir"].map((what) =>
    spawnSync("pg_config", [what], { encoding: "utf8" }).stdout?.trim(),
  );
  return programs && existsSync(`${programs}/initdb`) && existsSync(`${libraries}/citus.so`)
    ? programs
    : null;
}

interface Citus {
  adminUrl: string;
  /** The servers of clicks. */
  workers: CitusNode[];
  stop: () => Promise<void>;
}

/**
 * A Citus coordinator and two workers on loopback, from the Postgres in `programsFolder`.
 * `createDatabase` makes distributed databases there.
 */
export async function startCitus(programsFolder: string): Promise<Citus> {
  const nodes: CitusNode[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    for (let started = 0; started < 3; started++) nodes.push(await startNode(programsFolder));
    const [adminUrl = "", ...others] = nodes.map(
      ({ port }) => `postgresql://${user}@127.0.0.1:${port}/postgres?sslmode=disable`,
    );
    await joinServers([adminUrl, ...others]);
    return { adminUrl, workers: nodes.slice(1), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One server of a cluster. Tests can kill it and hang it. */
export class CitusNode {
  constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly place: { folder: string; programs: PostgresPrograms },
  ) {}

  /** On the port that it had before. */
  async start(): Promise<void> {
    await this.control("start", "-w", "-l", join(this.place.folder, "log"));
  }

  /**
   * Immediate shutdown: every Postgres process dies at once, and the next start recovers from its
   * WAL.
   */
  async crash(): Promise<void> {
    const { pid } = this;
    process.kill(pid, "SIGQUIT");
    while (isAlive(pid)) await sleep(20);
  }

  /** Every process stops where it is. The system still accepts connections for them. */
  hang(): void {
    // First the one that starts the others.
    for (const pid of [this.pid, ...this.children]) signal(pid, "SIGSTOP");
  }

  goOn(): void {
    for (const pid of [...this.children, this.pid]) signal(pid, "SIGCONT");
  }

  /** Also if it was killed or hangs. */
  async stop(): Promise<void> {
    if (existsSync(this.pidFile)) {
      this.goOn();
      await this.control("stop", "-m", "immediate", "-w");
    }
    removePostgresFolder(this.folder);
  }

  private get cluster(): string {
    return join(this.place.folder, "data");
  }

  private get pidFile(): string {
    return join(this.cluster, "postmaster.pid");
  }

  private get pid(): number {
    return Number(readFileSync(this.pidFile, "utf8").split("\n")[0]);
  }

  private get children(): number[] {
    const { pid } = this;
    const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
      .trim()
      .split("\n");
    return processes
      .map((line) => line.trim().split(/ +/).map(Number))
      .flatMap(([child = 0, parent]) => (parent === pid ? child : []));
  }

  private control(...parameters: string[]): Promise<string> {
    return runProgram(this.place.programs, "pg_ctl", [...parameters, "-D", this.cluster]);
  }
}

async function startNode(programsFolder: string): Promise<CitusNode> {
  const folder = makePostgresFolder("citus");
  const place = postgresPlace(folder);
  const programs = { folder: programsFolder, user: place.user };
  const cluster = join(place.folder, "data");
  const port = await lastingPort();
  await runProgram(programs, "initdb", [
    "-D",
    cluster,
    "--no-instructions",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    `--username=${user}`,
    "--auth=trust",
  ]);
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    shared_preload_libraries: "citus",
    "citus.node_conninfo": "sslmode=disable",
    // A database of a test is created on each server by itself.
    "citus.enable_create_database_propagation": "off",
    // How soon Citus completes or undoes the commits that a failure of a server interrupted.
    "citus.recover_2pc_interval": "5s",
    // Each database has a process of Citus, which does that.
    max_worker_processes: 64,
    max_connections: 500,
    max_prepared_transactions: 200,
    timezone: "UTC",
    log_timezone: "UTC",
  };
  appendFileSync(
    join(cluster, "postgresql.conf"),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(""),
  );
  const node = new CitusNode(port, folder, { folder: place.folder, programs });
  await node.start();
  return node;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has just ended.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

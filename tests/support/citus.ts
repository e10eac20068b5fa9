import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { postgresPlace } from "@/lib/database/postgres-place";
import { runProgram } from "@/lib/database/postgres-programs";
import { joinServers } from "./databases";

interface Node {
  port: number;
  stop: () => Promise<void>;
}

const user = "slugline";

/** The programs folder of the system's Postgres if it has Citus. */
export function findCitus(): string | null {
  const [programs, libraries] = ["--bindir", "--pkglibdir"].map((what) => spawnSync("pg_config", [what], { encoding: "utf8" }).stdout?.trim());
  return programs && existsSync(`${programs}/initdb`) && existsSync(`${libraries}/citus.so`) ? programs : null;
}

/** A Citus coordinator and two workers on loopback, from the Postgres in `programsFolder`. `createDatabase` makes distributed databases there. */
export async function startCitus(programsFolder: string): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const nodes: Node[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    for (let started = 0; started < 3; started++) nodes.push(await startNode(programsFolder));
    const [coordinator = "", ...workers] = nodes.map(({ port }) => `postgresql://${user}@127.0.0.1:${port}/postgres?sslmode=disable`);
    await joinServers([coordinator, ...workers]);
    return { adminUrl: coordinator, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNode(programsFolder: string): Promise<Node> {
  const folder = mkdtempSync(join(tmpdir(), "slugline-citus-"));
  // As root, Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  const place = postgresPlace(folder);
  const programs = { folder: programsFolder, user: place.user };
  const cluster = join(place.folder, "data");
  const port = await getPort({ host: "127.0.0.1" });
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
  await runProgram(programs, "pg_ctl", ["start", "-D", cluster, "-w", "-l", join(place.folder, "log")]);
  return {
    port,
    stop: async () => {
      await runProgram(programs, "pg_ctl", ["stop", "-D", cluster, "-m", "immediate", "-w"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { execFileSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import getPort from "get-port";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrate } from "@/lib/database/migrate";
import { makePostgresFolder, removePostgresFolder } from "./postgres-folder";

/** A Postgres, and a second one that follows it by streaming replication. */
export class ReplicatedPostgres {
  private constructor(
    readonly primary: EmbeddedPostgres,
    private replica: EmbeddedPostgres,
    private readonly folders: { primary: string; replica: string },
  ) {}

  static async start(): Promise<ReplicatedPostgres> {
    const folders = {
      primary: makePostgresFolder("primary"),
      replica: makePostgresFolder("replica"),
    };
    const ports = {
      primary: await getPort({ host: "127.0.0.1" }),
      replica: await getPort({ host: "127.0.0.1" }),
    };
    const first = await run(folders.primary, ports.primary);
    await migrate(first.url);
    await first.stop();
    const [source, copy] = [first.folder, join(folders.replica, "postgres")];
    // Keeps the owner of the files, who may be another user.
    execFileSync("cp", ["-a", `${source}/.`, copy]);
    const cluster = join(copy, "data");
    const connection = new URL(first.url);
    const target = `host=127.0.0.1 port=${ports.primary} user=${connection.username} password=${connection.password}`;
    appendFileSync(join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${target}'\n`);
    writeFileSync(join(cluster, "standby.signal"), "");
    const primary = await run(folders.primary, ports.primary);
    return new ReplicatedPostgres(primary, await run(folders.replica, ports.replica), folders);
  }

  get replicaUrl(): string {
    return this.replica.url;
  }

  get replicaPort(): number {
    return this.replica.port;
  }

  /** Directly, without the service. */
  sql<R extends pg.QueryResultRow>(
    text: string,
    server: "primary" | "replica" = "primary",
  ): Promise<R[]> {
    return query(this[server].url, text);
  }

  /** From now on the replica receives changes, but does not show them. */
  async pauseReplay(): Promise<void> {
    await this.sql("SELECT pg_wal_replay_pause()", "replica");
  }

  async resumeReplay(): Promise<void> {
    await this.sql("SELECT pg_wal_replay_resume()", "replica");
  }

  async stopReplica(): Promise<void> {
    await this.replica.stop();
  }

  async startReplica(): Promise<void> {
    this.replica = await run(this.folders.replica, this.replica.port);
  }

  async stop(): Promise<void> {
    for (const [server, folder] of [
      [this.replica, this.folders.replica],
      [this.primary, this.folders.primary],
    ] as const) {
      await server.stop().catch(() => {});
      removePostgresFolder(folder);
    }
  }
}

function run(folder: string, port: number): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres(folder, { port, programsFolder: process.env.TEST_POSTGRES_BIN });
}

async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

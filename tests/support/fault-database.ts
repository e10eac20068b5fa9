import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import type { Sql } from "./find-discrepancies";
import { isAlive } from "./is-alive";
import { makePostgresFolder, removePostgresFolder } from "./postgres-folder";
import { TcpProxy } from "./tcp-proxy";

/**
 * A separate Postgres that tests can kill, behind a proxy that they can cut. Its URL stays the
 * same.
 */
export class FaultDatabase {
  private pool: pg.Pool;

  private constructor(
    private readonly folder: string,
    private postgres: EmbeddedPostgres,
    readonly proxy: TcpProxy,
  ) {
    this.pool = this.openPool();
  }

  static async start(): Promise<FaultDatabase> {
    const folder = makePostgresFolder("fault");
    const postgres = await startEmbeddedPostgres(folder, {
      programsFolder: process.env.TEST_POSTGRES_BIN,
    });
    const proxy = await TcpProxy.start(() => Number(new URL(database.postgres.url).port));
    const database: FaultDatabase = new FaultDatabase(folder, postgres, proxy);
    return database;
  }

  /** For the service: through the proxy. */
  get url(): string {
    const url = new URL(this.postgres.url);
    url.port = String(this.proxy.port);
    return url.href;
  }

  /** For the test: directly to Postgres. */
  readonly sql: Sql = async (text, values) => (await this.pool.query(text, values)).rows;

  /**
   * Immediate shutdown: every Postgres process dies at once, and the next start recovers from its
   * WAL.
   */
  async crash(): Promise<void> {
    const pid = Number(
      readFileSync(join(this.folder, "postgres/data/postmaster.pid"), "utf8").split("\n")[0],
    );
    process.kill(pid, "SIGQUIT");
    while (isAlive(pid)) await sleep(20);
  }

  async restart(): Promise<void> {
    this.postgres = await startEmbeddedPostgres(this.folder, {
      programsFolder: process.env.TEST_POSTGRES_BIN,
    });
    await this.pool.end();
    this.pool = this.openPool();
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.proxy.stop();
    await this.postgres.stop().catch(() => {});
    removePostgresFolder(this.folder);
  }

  private openPool(): pg.Pool {
    const pool = new pg.Pool({ connectionString: this.postgres.url, max: 4 });
    return pool.on("error", () => {});
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase, useDatabase } from "@/lib/database/client";
import { createDatabase, databaseUrl, dropDatabase } from "./databases";

/** Gives the tests of one file a database that lib uses in this process. `query` bypasses lib. */
export function useOwnDatabase(): { query: pg.Pool["query"] } {
  const { adminUrl, template } = inject("postgres");
  const dataDir = mkdtempSync(join(tmpdir(), "slugline-own-"));
  const own = {} as { query: pg.Pool["query"] };
  let name: string;
  let pool: pg.Pool;

  beforeAll(async () => {
    name = await createDatabase(adminUrl, template);
    // Vite uses BASE_URL for something else.
    Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: "silent", BASE_URL: "http://localhost" });
    useDatabase(databaseUrl(adminUrl, name));
    pool = new pg.Pool({ connectionString: databaseUrl(adminUrl, name), max: 2 });
    own.query = pool.query.bind(pool) as pg.Pool["query"];
  });

  afterAll(async () => {
    await closeDatabase();
    await pool?.end();
    await dropDatabase(adminUrl, name);
    rmSync(dataDir, { recursive: true, force: true });
  });

  return own;
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import type { Service } from "@/lib/service/service";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "./databases";
import { createOwnService } from "./own-service";

interface OwnDatabase {
  /** The service of lib in this process. */
  service: Service;
  query: pg.Pool["query"];
  inTransaction<T>(work: (query: pg.Pool["query"]) => Promise<T>): Promise<T>;
}

/**
 * Gives the tests of one file a database that lib uses in this process. `query` and `inTransaction`
 * bypass lib. `variables`: of its environment.
 */
export function useOwnDatabase(variables: Record<string, string> = {}): OwnDatabase {
  const { adminUrl, template } = inject("postgres");
  const dataDir = mkdtempSync(join(tmpdir(), "slugline-own-"));
  const own = {} as OwnDatabase;
  let name: string;
  let pool: pg.Pool;

  beforeAll(async () => {
    name = await createDatabase(adminUrl, template);
    own.service = createOwnService(databaseUrl(adminUrl, name), {
      DATA_DIR: dataDir,
      ...variables,
    });
    pool = openPool(databaseUrl(adminUrl, name), 2);
    own.query = pool.query.bind(pool) as pg.Pool["query"];
    own.inTransaction = async (work) => {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const result = await work(client.query.bind(client) as pg.Pool["query"]);
        await client.query("COMMIT");
        return result;
      } finally {
        client.release(true);
      }
    };
  });

  afterAll(async () => {
    await own.service?.stop();
    await pool?.end();
    await dropDatabase(adminUrl, name);
    rmSync(dataDir, { recursive: true, force: true });
  });

  return own;
}

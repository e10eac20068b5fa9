import type pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { Api } from "./api";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "./databases";
import { type Lane, startServer, type TestServer } from "./server";

export interface Service {
  server: TestServer;
  api: Api;
  databaseUrl: string;
  /** Reads or prepares rows directly, bypassing the service. */
  sql: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;
}

/** Gives the tests of one file (or `describe`) their own server and database. */
export function useService(options: { lane?: Lane; env?: Record<string, string> } = {}): Service {
  const service = {} as Service;
  let name: string;
  let pool: pg.Pool;
  const { adminUrl, template } = inject("postgres");

  beforeAll(async () => {
    name = await createDatabase(adminUrl, template);
    service.databaseUrl = databaseUrl(adminUrl, name);
    pool = openPool(service.databaseUrl, 2);
    service.sql = async (text, values) => (await pool.query(text, values)).rows;
    service.server = await startServer(service.databaseUrl, options);
    service.api = new Api(service.server);
  });

  afterAll(async () => {
    await service.server?.stop();
    await pool?.end();
    await dropDatabase(adminUrl, name);
  });

  return service;
}

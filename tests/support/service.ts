import type pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { Api } from "./api";
import { ownerEnv } from "./dashboard";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "./databases";
import { startServer, type TestServer, type Way } from "./server";

export interface Service {
  server: TestServer;
  api: Api;
  databaseUrl: string;
  /** Reads or prepares rows directly, bypassing the service. */
  sql: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;
}

interface Options {
  way?: Way;
  env?: Record<string, string>;
}

/** Gives the tests of one file (or `describe`) their own server and database. */
export function useService(options: Options = {}): Service {
  const service = {} as Service;
  let end = async () => {};

  beforeAll(async () => {
    const started = await start(options);
    end = started.end;
    Object.assign(service, started.service);
  });
  afterAll(() => end());

  return service;
}

const shared = new Map<Way, ReturnType<typeof start>>();

/**
 * A service with an owner for all files of this worker that need only default settings. It has links
 * of other files too, and no limits on their requests.
 */
export function useSharedService(way: Way = "direct server"): Service {
  const service = {} as Service;
  beforeAll(async () => {
    // It ends with this process (under-test.mjs), and its database with the run
    // (global-postgres.ts).
    const started = shared.get(way) ?? start({ way, env: { ...ownerEnv, RATE_LIMITS: "off" } });
    shared.set(way, started);
    Object.assign(service, (await started).service);
  });
  return service;
}

async function start(options: Options): Promise<{ service: Service; end: () => Promise<void> }> {
  const { adminUrl, template } = inject("postgres");
  const name = await createDatabase(adminUrl, template);
  const url = databaseUrl(adminUrl, name);
  const pool = openPool(url, 2);
  try {
    const server = await startServer(url, options);
    const end = async () => {
      // An orderly stop waits for the connections of the tests. It is tested where it matters.
      await server.stop("SIGKILL");
      await pool.end();
      await dropDatabase(adminUrl, name);
    };
    const sql: Service["sql"] = async (text, values) => (await pool.query(text, values)).rows;
    return { service: { server, api: new Api(server), databaseUrl: url, sql }, end };
  } catch (error) {
    await pool.end();
    await dropDatabase(adminUrl, name);
    throw error;
  }
}

// Run: all
import { PrismaPg } from "@prisma/adapter-pg";
import type { PoolConfig } from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { isDatabaseUnavailable, isStatementTimeout } from "@/lib/database/database-errors";
import { PrismaClient } from "@/lib/database/generated/client";
import { FaultDatabase } from "../support/fault-database";

/**
 * What Prisma and its driver adapter really throw; a new version of either may say it in other
 * words.
 */
let faulty: FaultDatabase;
beforeAll(async () => {
  faulty = await FaultDatabase.start();
  await faulty.sql('CREATE TABLE "Taken" ("id" int PRIMARY KEY)');
});
afterAll(() => faulty.stop());
// A statement goes on when its client is gone.
afterEach(endBackends);

const limits: PoolConfig = { max: 1, connectionTimeoutMillis: 1_000, query_timeout: 5_000 };

/** What `run` throws over a connection of its own. */
async function thrownBy(
  run: (client: PrismaClient) => Promise<unknown>,
  options: PoolConfig = {},
): Promise<unknown> {
  const client = new PrismaClient({
    adapter: new PrismaPg({ connectionString: faulty.url, ...limits, ...options }),
  });
  try {
    return await run(client).then(
      () => "nothing was thrown",
      (error: unknown) => error,
    );
  } finally {
    await client.$disconnect();
  }
}

const asked = (client: PrismaClient) => client.$queryRaw`SELECT 1`;
const slow = (client: Pick<PrismaClient, "$queryRaw">) =>
  client.$queryRaw`SELECT pg_sleep(30)::text AS "slept"`;
const inTransaction =
  (work: (client: Pick<PrismaClient, "$queryRaw">) => Promise<unknown>) => (client: PrismaClient) =>
    client.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT 1`;
        return work(transaction);
      },
      { timeout: 20_000 },
    );

/** Waits until a statement sleeps in the database, and does `then`. */
async function whileSlow<T>(answer: Promise<T>, then: () => unknown): Promise<T> {
  answer.catch(() => {});
  while (
    (await faulty.sql("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'", [])).length === 0
  );
  await then();
  return answer;
}

/** Ends every backend but the one that does so, and resolves when they are gone. */
async function endBackends(): Promise<void> {
  const others =
    "FROM pg_stat_activity WHERE backend_type = 'client backend' AND query !~ 'pg_stat_activity'";
  await faulty.sql(`SELECT pg_terminate_backend(pid, 5000) ${others}`, []);
}

const refused = "postgresql://a:b@127.0.0.1:9/x";

it.each<[name: string, run: (client: PrismaClient) => Promise<unknown>, options?: PoolConfig]>([
  ["a raw statement that finds no server", asked, { connectionString: refused }],
  [
    "a query of a model that finds no server",
    (client) => client.link.findFirst(),
    { connectionString: refused },
  ],
  ["a transaction that finds no server", inTransaction(slow), { connectionString: refused }],
  [
    "a host name that does not resolve",
    asked,
    { connectionString: "postgresql://a:b@database.invalid/x" },
  ],
  [
    "a connection that is cut during a statement",
    (client) => whileSlow(slow(client), () => faulty.proxy.cut()),
  ],
  [
    "a connection that is cut during a transaction",
    (client) => whileSlow(inTransaction(slow)(client), () => faulty.proxy.cut()),
  ],
  ["a statement that gets no answer", slow, { query_timeout: 100 }],
  ["a transaction that gets no answer", inTransaction(slow), { query_timeout: 100 }],
  [
    "no free connection",
    (client) => Promise.all([slow(client), asked(client)]),
    { query_timeout: 3_000, connectionTimeoutMillis: 300 },
  ],
  [
    "no free connection for a transaction",
    (client) => Promise.all([slow(client), inTransaction(slow)(client)]),
    { query_timeout: 3_000, connectionTimeoutMillis: 300 },
  ],
  ["statement_timeout", slow, { options: "-c statement_timeout=50" }],
  ["the end of a backend during a statement", (client) => whileSlow(slow(client), endBackends)],
  [
    "the end of a backend between two statements",
    inTransaction((transaction) => endBackends().then(() => transaction.$queryRaw`SELECT 1`)),
  ],
])("unavailable: %s", async (_name, run, options) => {
  const error = await thrownBy(run, options);
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
});

it("unavailable: transaction_timeout, on Postgres 17 and newer", async ({ skip }) => {
  const [server] = await faulty.sql<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
    [],
  );
  skip((server?.version ?? 0) < 170_000, "this Postgres has no transaction_timeout");
  const error = await thrownBy(inTransaction(slow), { options: "-c transaction_timeout=300" });
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
});

it("unavailable: idle_in_transaction_session_timeout, however the next statement notices it", async () => {
  const options = { options: "-c idle_in_transaction_session_timeout=50" };
  const backends = () =>
    faulty.sql("SELECT FROM pg_stat_activity WHERE state = 'idle in transaction'", []);
  const noticed = await thrownBy(
    inTransaction(async (transaction) => {
      while ((await backends()).length > 0);
      return transaction.$queryRaw`SELECT 1`;
    }),
    options,
  );
  const unnoticed = await thrownBy(
    inTransaction((transaction) => {
      // Keeps this process from hearing of the end before it sends the next statement.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      return transaction.$queryRaw`SELECT 1`;
    }),
    options,
  );
  expect(
    [isDatabaseUnavailable(noticed), isDatabaseUnavailable(unnoticed)],
    `${noticed}, ${unnoticed}`,
  ).toEqual([true, true]);
});

it("unavailable: new connections that time out", async () => {
  faulty.proxy.swallowsNew = true;
  const error = await thrownBy(asked, { connectionTimeoutMillis: 200 });
  faulty.proxy.swallowsNew = false;
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
});

it("unavailable: a lock timeout", async () => {
  const error = await thrownBy(
    inTransaction(async (holder) => {
      await holder.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(1)) held`;
      throw await thrownBy(
        (client) => client.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(1)) held`,
        {
          options: "-c lock_timeout=50",
        },
      );
    }),
  );
  expect([isDatabaseUnavailable(error), isStatementTimeout(error)], String(error)).toEqual([
    true,
    false,
  ]);
});

it("unavailable: a Postgres that crashes", async () => {
  const error = await thrownBy((client) => whileSlow(slow(client), () => faulty.crash()));
  await faulty.restart();
  expect(isDatabaseUnavailable(error), String(error)).toBe(true);
});

it.each<[name: string, run: (client: PrismaClient) => Promise<unknown>]>([
  ["a statement that is wrong", (client) => client.$queryRaw`SELECT "closed timeout terminated"`],
  ["a value that is wrong", (client) => client.$queryRaw`SELECT ${"timeout"}::int`],
  [
    "a transaction that failed before",
    inTransaction((client) =>
      client.$queryRaw`SELECT 1 / 0`.catch(() => client.$queryRaw`SELECT 1`),
    ),
  ],
  [
    "a unique key that is taken",
    (client) => client.$executeRaw`INSERT INTO "Taken" VALUES (1), (1)`,
  ],
])("available: %s", async (_name, run) => {
  const error = await thrownBy(run);
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error), String(error)).toBe(false);
});

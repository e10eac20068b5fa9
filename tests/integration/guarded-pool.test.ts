// Run: all
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  vi,
} from "vitest";
import { Base } from "@/lib/config/base";
import { parseEnv } from "@/lib/config/env";
import { Connections } from "@/lib/database/connect";
import { PrismaClient } from "@/lib/database/generated/client";
import { GuardedPool } from "@/lib/database/guarded-pool";
import { Pools } from "@/lib/database/pools";
import { Deadlines } from "@/lib/database/write-deadline";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { standStill } from "../support/stand-still";
import { TcpProxy } from "../support/tcp-proxy";

const { adminUrl, template } = inject("postgres");
const silenceMs = 250;
const connectMs = 2_000;
let name: string;
let url: string;
let admin: pg.Pool;

beforeAll(async () => {
  name = await createDatabase(adminUrl, template);
  url = databaseUrl(adminUrl, name);
  admin = openPool(url, 3);
});

afterAll(async () => {
  await admin?.end();
  await dropDatabase(adminUrl, name);
});

beforeEach(() => admin.query(`TRUNCATE "RecordedBatch", "DeletedLink"`));

const newContext = () => ({
  connections: new Connections(),
  deadlines: new Deadlines(),
  isDistributed: false,
});

function guarded(
  limits = { statementMs: 0, idleInTransactionMs: 0 },
  patienceMs = silenceMs,
): GuardedPool {
  return new GuardedPool(newContext(), { url, max: 1, limits, connectMs, silenceMs: patienceMs });
}

/** Runs `work` while nobody else can touch the table; the lock ends with it. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const holder = await admin.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE "${table}"`);
    await work();
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}

/**
 * A transaction hangs at a lock until its client gives it up; then something else is written over
 * the same pool.
 */
async function writeAfterHungTransaction(pool: pg.Pool): Promise<void> {
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });
  try {
    await whileLocked("DeletedLink", async () => {
      const hung = client.$transaction(async (transaction) => {
        await transaction.$executeRaw`INSERT INTO "RecordedBatch" VALUES (gen_random_uuid())`;
        await transaction.deletedLink.create({ data: { linkId: 1 } });
      });
      await expect(hung).rejects.toThrow();
    });
    for (let attempt = 0; ; attempt++) {
      const written = await client.deletedLink.create({ data: { linkId: 2 } }).then(
        () => true,
        () => false,
      );
      if (written) return;
      if (attempt === 20) throw new Error("nothing could be written any more");
    }
  } finally {
    // The process dies: what is not committed is gone.
    await admin
      .query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
      .catch(() => {});
    await client.$disconnect().catch(() => {});
  }
}

async function storedIds(): Promise<number[]> {
  const { rows } = await admin.query<{ linkId: number }>(
    `SELECT "linkId" FROM "DeletedLink" ORDER BY 1`,
  );
  return rows.map(({ linkId }) => linkId);
}

describe("a write after a transaction that hung", () => {
  it("is stored", async () => {
    await writeAfterHungTransaction(guarded());
    expect(await storedIds()).toEqual([2]);
  });

  it("control: succeeds but is lost with an unguarded pool", async () => {
    await writeAfterHungTransaction(
      new pg.Pool({ connectionString: url, max: 1, query_timeout: silenceMs }).on(
        "error",
        () => {},
      ),
    );
    expect(await storedIds()).toEqual([]);
  });
});

describe("a connection", () => {
  it("is reused after a finished transaction and closed if one is still open", async () => {
    const pool = guarded();
    const pidOf = async (work: string[]) => {
      const client = await pool.connect();
      const [row] = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows;
      for (const text of work) await client.query(text).catch(() => {});
      client.release();
      return row?.pid;
    };
    const first = await pidOf(["BEGIN", "COMMIT"]);
    expect(await pidOf(["BEGIN", "SELECT 1/0", "ROLLBACK"])).toBe(first);
    expect(await pidOf(["BEGIN"])).toBe(first);
    const second = await pidOf(["BEGIN", "SELECT 1/0"]);
    expect(second).not.toBe(first);
    expect(await pidOf([])).not.toBe(second);
    await pool.end();
  });

  it("has a server-side timeout shorter than the client's", async () => {
    const pool = guarded({ statementMs: silenceMs / 5, idleInTransactionMs: 0 });
    await expect(pool.query("SELECT pg_sleep(5)")).rejects.toMatchObject({ code: "57014" });
    await pool.end();
  });

  it("gives up a statement without an answer, also while others queue behind it", async () => {
    const pool = guarded();
    const client = await pool.connect();
    const hung = client.query("SELECT pg_sleep(60)");
    const queue = setInterval(() => client.query("SELECT 1").catch(() => {}), silenceMs / 4);
    try {
      await expect(hung).rejects.toThrow("Query read timeout");
    } finally {
      clearInterval(queue);
      client.release();
      await pool.end();
    }
  });

  it("that can only read is reused for a while, then another is opened", async () => {
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const pool = guarded();
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const pid = async () =>
        (await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
      const first = await pid();
      expect([await pid(), await pid()]).toEqual([first, first]);
      vi.advanceTimersByTime(2_001);
      // Its last use.
      expect(await pid()).toBe(first);
      expect(await pid()).not.toBe(first);
    } finally {
      vi.useRealTimers();
      await pool.end();
      await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    }
  });

  it("does not keep a forgotten transaction open", async () => {
    const pool = guarded({ statementMs: 0, idleInTransactionMs: 50 });
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once("error", resolve));
    await client.query("BEGIN");
    expect(await ended).toMatchObject({ code: "25P03" });
    client.release();
    await pool.end();
  });

  it("is closed with its pool mid-statement, and the transaction rolls back", async () => {
    const pool = guarded(undefined, 600_000);
    await whileLocked("DeletedLink", async () => {
      const client = await pool.connect();
      await client.query(`BEGIN; INSERT INTO "RecordedBatch" VALUES (gen_random_uuid())`);
      const hung = client
        .query(`INSERT INTO "DeletedLink" VALUES (1)`)
        .finally(() => client.release());
      hung.catch(() => {});
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await admin.query(waiting)).rowCount === 1, {
        timeout: 30_000,
      });
      await pool.end();
      await expect(hung).rejects.toThrow();
    });
    expect(await storedIds()).toEqual([]);
    expect((await admin.query(`SELECT FROM "RecordedBatch"`)).rowCount).toBe(0);
  });
});

describe("while this thread stands still for longer than any limit", () => {
  const stillMs = 1.5 * connectMs;

  it("a connection is opened, and a statement gets one", async () => {
    const pool = guarded();
    try {
      const opened = pool.connect();
      // The request is on its way.
      await new Promise((resolve) => setImmediate(resolve));
      standStill(stillMs);
      const waits = pool.query("SELECT 1 AS got");
      await new Promise((resolve) => setImmediate(resolve));
      standStill(stillMs);
      (await opened).release();
      expect((await waits).rows).toEqual([{ got: 1 }]);
    } finally {
      await pool.end();
    }
  });

  it("a statement is answered", async () => {
    const pool = guarded();
    const client = await pool.connect();
    try {
      const answer = client.query("SELECT 1 AS got");
      standStill(4 * silenceMs);
      expect((await answer).rows).toEqual([{ got: 1 }]);
    } finally {
      client.release();
      await pool.end();
    }
  });

  it("a transaction of the service begins", async () => {
    const pools = new Pools(new Base(parseEnv({ DATABASE_URL: url })), newContext());
    try {
      const begun = pools.client("statistics").$transaction((reader) => reader.link.count());
      await new Promise((resolve) => setTimeout(resolve, 20));
      standStill(stillMs);
      expect(await begun).toBe(0);
    } finally {
      await pools.close();
    }
  });
});

describe("requests that wait", () => {
  let proxy: TcpProxy;
  let pool: pg.Pool;
  beforeEach(async () => {
    proxy = await TcpProxy.start(() => Number(new URL(url).port));
  });
  afterEach(async () => {
    await Promise.all([pool.end(), proxy.stop()]);
  });

  function throughProxy(): string {
    const address = new URL(url);
    address.host = `127.0.0.1:${proxy.port}`;
    return address.href;
  }

  const guardedBy = (max: number) =>
    new GuardedPool(newContext(), {
      url: throughProxy(),
      max,
      limits: { statementMs: 0, idleInTransactionMs: 0 },
      connectMs,
      silenceMs,
    });

  /**
   * One connection is lent, and none more can be had while two requests wait. Then the lent one is
   * given back.
   */
  async function giveBackWhileTwoWait(): Promise<string[]> {
    const lent = await pool.connect();
    proxy.swallowsNew = true;
    const served = [1, 2].map((n) =>
      pool.connect().then(
        (client) => {
          client.release();
          return `${n} served by ${client === lent ? "the one given back" : "another"}`;
        },
        () => `${n} failed`,
      ),
    );
    lent.release();
    return await Promise.all(served);
  }

  it("take a connection that becomes idle while the new ones hang", async () => {
    pool = guardedBy(3);
    expect(await giveBackWhileTwoWait()).toEqual([
      "1 served by the one given back",
      "2 served by the one given back",
    ]);
  });

  it("control: fail with the driver's pool", async () => {
    pool = new pg.Pool({
      connectionString: throughProxy(),
      max: 3,
      connectionTimeoutMillis: 500,
    }).on("error", () => {});
    expect(await giveBackWhileTwoWait()).toEqual(["1 failed", "2 failed"]);
  });

  it("are served in order, and those that waited for a connection opened for another, too", async () => {
    pool = guardedBy(2);
    const served: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const client = await pool.connect();
        served.push(n);
        await client.query("SELECT 1");
        client.release();
      }),
    );
    expect(served).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(pool.totalCount).toBeLessThanOrEqual(2);
  });

  it("get the reason if no connection can be opened", async () => {
    pool = guardedBy(2);
    const { port } = proxy;
    await proxy.stop();
    const refused = { code: "ECONNREFUSED", port };
    await Promise.all([1, 2, 3].map(() => expect(pool.connect()).rejects.toMatchObject(refused)));
    proxy = await TcpProxy.start(() => Number(new URL(url).port));
  });

  it("do not keep a pool open that is closed while their connection hangs", async () => {
    pool = guardedBy(1);
    proxy.swallowsNew = true;
    // No time limit ends it.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const waiting = expect(pool.connect()).rejects.toThrow("after calling end");
      await pool.end();
      await waiting;
    } finally {
      vi.useRealTimers();
    }
    pool = guardedBy(1);
  });

  it("fail when the pool is closed", async () => {
    pool = guardedBy(1);
    const lent = await pool.connect();
    const waiting = expect(pool.connect()).rejects.toThrow("after calling end");
    const closed = pool.end();
    await waiting;
    lent.release();
    await closed;
    pool = guardedBy(1);
  });
});

describe("unexpected settings of the role", () => {
  it.each([
    ["DateStyle", "German, DMY", "SELECT '2026-02-03'::date::text AS got", "2026-02-03"],
    [
      "IntervalStyle",
      "sql_standard",
      "SELECT (interval '1 day 2 hours')::text AS got",
      "1 day 02:00:00",
    ],
    ["bytea_output", "escape", `SELECT '\\xff'::bytea::text AS got`, "\\xff"],
    [
      "TimeZone",
      "Asia/Kathmandu",
      "SELECT '2026-02-03 00:00Z'::timestamptz::text AS got",
      "2026-02-03 00:00:00+00",
    ],
    ["standard_conforming_strings", "off", `SELECT 'a\\\\b' AS got`, "a\\\\b"],
    [
      "default_transaction_isolation",
      "serializable",
      "SELECT current_setting('transaction_isolation') AS got",
      "read committed",
    ],
    ["jit", "on", "SELECT current_setting('jit') AS got", "off"],
    ["synchronous_commit", "off", "SELECT current_setting('synchronous_commit') AS got", "on"],
    [
      "synchronous_commit",
      "remote_apply",
      "SELECT current_setting('synchronous_commit') AS got",
      "remote_apply",
    ],
  ])("%s = %s", async (setting, value, question, expected) => {
    await admin.query(
      `ALTER DATABASE ${name} SET ${setting} = ${setting === "DateStyle" ? value : `'${value}'`}`,
    );
    const pool = guarded();
    try {
      expect((await pool.query(question)).rows).toEqual([{ got: expected }]);
    } finally {
      await pool.end();
      await admin.query(`ALTER DATABASE ${name} RESET ${setting}`);
    }
  });

  it("pg_trgm in a separate schema is found", async () => {
    await admin.query(
      `CREATE SCHEMA "Ext ensions"; ALTER EXTENSION pg_trgm SET SCHEMA "Ext ensions"`,
    );
    const pool = guarded();
    try {
      expect(
        (
          await pool.query(
            "SELECT similarity('slug', 'slug')::int AS got, current_schema() AS schema",
          )
        ).rows,
      ).toEqual([{ got: 1, schema: "public" }]);
    } finally {
      await pool.end();
      await admin.query(`ALTER EXTENSION pg_trgm SET SCHEMA public; DROP SCHEMA "Ext ensions"`);
    }
  });
});

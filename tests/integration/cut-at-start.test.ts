// Run: all
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { parseEnv } from "@/lib/config/env";
import { prepareDatabase } from "@/lib/service/prepare-database";
import { createService } from "@/lib/service/service";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { TcpProxy } from "../support/tcp-proxy";

const { adminUrl, template } = inject("postgres");
let proxy: TcpProxy;
/** What clients have sent in a start, in the parts that arrived. */
let sent = 0;

beforeAll(async () => {
  proxy = await TcpProxy.start(() => Number(new URL(adminUrl).port));
});

afterAll(() => proxy?.stop());

/** Prepares the database `name` behind the proxy. Resolves with whether it has an owner. */
async function start(name: string, password?: string): Promise<boolean> {
  const url = new URL(databaseUrl(adminUrl, name));
  url.port = String(proxy.port);
  if (password !== undefined) url.password = password;
  const service = createService(
    parseEnv({
      BASE_URL: "http://localhost",
      LOG_LEVEL: "silent",
      DATABASE_URL: url.href,
      OWNER_EMAIL: "owner@example.org",
      OWNER_PASSWORD: "a-long-password-of-the-owner",
    }),
  );
  sent = 0;
  try {
    return (await prepareDatabase(service)).isSetUp;
  } finally {
    await service.stop();
  }
}

const ways = {
  "before it arrives": "cutsBefore",
  "after it arrived": "cutsAfter",
} as const;

describe.each(Object.entries(ways))("a start whose connection is cut %s", (_, way) => {
  it("tries again, whichever part of it that is", { timeout: 300_000 }, async () => {
    const name = await createDatabase(adminUrl, template);
    const pool = openPool(databaseUrl(adminUrl, name), 1);
    for (let cut = 1, isOver = false; !isOver; cut += 2) {
      await pool.query(`DELETE FROM "Owner"`);
      proxy[way] = () => ++sent === cut;
      expect(await start(name), `part ${cut}`).toBe(true);
      isOver = sent < cut;
    }
    proxy[way] = () => false;
    await pool.end();
    await dropDatabase(adminUrl, name);
  });

  it("applies each migration once", { timeout: 300_000 }, async () => {
    for (const cut of [15, 60]) {
      const name = await createDatabase(adminUrl);
      proxy[way] = () => ++sent === cut;
      expect(await start(name), `part ${cut}`).toBe(true);
      const pool = openPool(databaseUrl(adminUrl, name), 1);
      const { rows } = await pool.query(
        `SELECT "migration_name" FROM "_prisma_migrations" GROUP BY 1 HAVING count(*) > 1`,
      );
      expect(rows).toEqual([]);
      await pool.end();
      await dropDatabase(adminUrl, name);
    }
    proxy[way] = () => false;
  });
});

describe("a start that cannot succeed", () => {
  it("ends at once with a wrong password or a missing database", async () => {
    const name = await createDatabase(adminUrl, template);
    let connections = 0;
    proxy.cutsBefore = (part) => {
      // The first message of a connection names the protocol and the user.
      if (part.includes("user\0")) connections++;
      return false;
    };
    await expect(start(name, "wrong")).rejects.toThrow(/Correct the user name and password/);
    await expect(start("there_is_none")).rejects.toThrow(/Correct the database in DATABASE_URL/);
    expect(connections).toBe(2);
    proxy.cutsBefore = () => false;
    await dropDatabase(adminUrl, name);
  });
});

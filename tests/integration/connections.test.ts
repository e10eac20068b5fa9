// Run: all
import pg from "pg";
import { afterAll, describe, expect, inject, it } from "vitest";
import { checkServer } from "@/lib/database/check-server";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { visitOnce } from "../support/load";
import { startServer } from "../support/server";
import { useService } from "../support/service";
import { TcpProxy } from "../support/tcp-proxy";

const { adminUrl } = inject("postgres");

describe("database connections of a process", () => {
  const service = useService();

  it("are 15 at most under any load", async () => {
    const { api, server, sql } = service;
    await api.create({ slug: "busy" });
    let most = 0;
    let isOver = false;
    const count = async () => {
      while (!isOver) {
        const [row] = await sql<{ open: number }>(
          // Autovacuum and parallel workers are connected to the database, too.
          `SELECT count(*)::int AS "open" FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
        );
        most = Math.max(most, row?.open ?? 0);
      }
    };
    const counting = count();
    for (let round = 0; round < 3; round++) {
      const visits = Array.from({ length: 150 }, (_, index) =>
        visitOnce(
          server.url,
          index % 2 ? "busy" : `unknown-${round}-${index}`,
          `c-${round}-${index}`,
        ),
      );
      const reads = Array.from({ length: 20 }, () => [
        api.globalStats(),
        api.stats("busy"),
        api.list("?q=bus"),
      ]).flat();
      await Promise.all([
        ...visits,
        ...reads,
        api.create({ slug: `made-${round}` }),
        api.patch("busy", { title: `Title ${round}` }),
      ]);
      await api.remove(`made-${round}`);
    }
    isOver = true;
    await counting;
    expect(most).toBeGreaterThan(6);
    expect(most).toBeLessThanOrEqual(15);
  });
});

describe("a start over a slow line", () => {
  it("lets no periodic work fail for want of a connection", async () => {
    const { template } = inject("postgres");
    const name = await createDatabase(adminUrl, template);
    const database = openPool(databaseUrl(adminUrl, name), 1);
    await database.query(
      `INSERT INTO "OwnerInvite" ("hash", "expiresAt", "createdAt") VALUES ('ended', now() - interval '1 day', now())`,
    );
    const proxy = await TcpProxy.start(() => Number(new URL(adminUrl).port));
    proxy.delayMs = 60;
    const url = new URL(databaseUrl(adminUrl, name));
    url.host = `127.0.0.1:${proxy.port}`;
    const server = await startServer(url.href, { env: { DATABASE_MAINTENANCE_CONNECTIONS: "1" } });
    try {
      // The last work of the first round deletes the invitation.
      await expect
        .poll(async () => (await database.query(`SELECT FROM "OwnerInvite"`)).rowCount, {
          timeout: 30_000,
        })
        .toBe(0);
      expect(server.output()).not.toMatch(/could not .*; retrying/);
    } finally {
      await server.stop();
      await proxy.stop();
      await database.end();
      await dropDatabase(adminUrl, name);
    }
  });
});

describe("checkServer", () => {
  const names: string[] = [];

  afterAll(async () => {
    for (const name of names) await dropDatabase(adminUrl, name);
  });

  it("refuses any encoding but UTF-8 and says what to do", async () => {
    const name = "slugline_test_latin";
    names.push(name);
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    await admin
      .query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
      .finally(() => admin.end());
    await expect(checkServer(databaseUrl(adminUrl, name))).rejects.toThrow(
      /encoding LATIN1.*CREATE DATABASE "slugline_test_latin_utf8" OWNER "\w+" ENCODING 'UTF8'/s,
    );
  });

  it("accepts a suitable database", async () => {
    const name = await createDatabase(adminUrl);
    names.push(name);
    const url = databaseUrl(adminUrl, name);
    await expect(checkServer(url)).resolves.toBe(url);
  });
});

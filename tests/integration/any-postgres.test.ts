// Run: all
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkServer } from "@/lib/database/check-server";
import { database } from "@/lib/database/client";
import { connectTo } from "@/lib/database/connect";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { explainFailure } from "@/lib/database/explain-failure";
import { migrate } from "@/lib/database/migrate";
import type { Service } from "@/lib/service/service";
import { startupMessage } from "@/lib/service/startup-errors";
import { Api } from "../support/api";
import { createOwnService } from "../support/own-service";
import { startPostgres } from "../support/postgres";
import { makePostgresFolder, removePostgresFolder } from "../support/postgres-folder";
import { startServer } from "../support/server";
import { TlsPostgres, tlsFile } from "../support/tls-postgres";
import { visit } from "../support/visitor";

/**
 * Every way to reach a Postgres works with libpq's meaning, or fails with one sentence that says
 * what to change.
 */
let postgres: TlsPostgres;
const oddPassword = "p@ss/word%25:?#&";

beforeAll(async () => {
  postgres = await TlsPostgres.start();
  const roles = ["tlsonly", "plainonly", "certified", "few"].map(
    (name) => `CREATE ROLE ${name} LOGIN PASSWORD 'secret';`,
  );
  await postgres.sql(
    `${roles.join("")} ALTER ROLE few CONNECTION LIMIT 9; CREATE ROLE odd LOGIN PASSWORD '${oddPassword}'`,
  );
});

afterAll(() => postgres?.stop());

/** "tls" or "plain", or what the service would say at start. */
async function outcome(url: string): Promise<string> {
  try {
    createOwnService(url, { DATABASE_URL: url });
    await checkServer(url);
    const client = await connectTo(url);
    const { rows } = await client
      .query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
      .finally(() => client.end());
    return rows[0].ssl ? "tls" : "plain";
  } catch (error) {
    const said = startupMessage(error);
    expect(said).not.toMatch(/\n\s+at /);
    expect(said).not.toContain("secret");
    expect(said.split("\n").filter((line) => !line.startsWith("Invalid environment")).length).toBe(
      1,
    );
    return said;
  }
}

const trusting = () => `sslrootcert=${tlsFile("ca.crt")}`;
const showing = () => `sslcert=${tlsFile("client.crt")}&sslkey=${tlsFile("client.key")}`;

describe("sslmode means what it means in libpq", () => {
  it.each<[string, object, string | RegExp]>([
    ["", {}, "tls"],
    ["sslmode=disable", {}, "plain"],
    ["sslmode=allow", {}, "plain"],
    ["sslmode=prefer", {}, "tls"],
    ["sslmode=require", {}, "tls"],
    ["sslmode=no-verify", {}, "tls"],
    ["sslmode=require", { host: "127.0.0.1" }, "tls"],
    ["sslmode=verify-full", {}, /not signed by a known authority: .*sslrootcert/],
    ["sslmode=verify-ca", {}, /sslmode=verify-ca without sslrootcert/],
    ["sslmode=sometimes", {}, /sslmode=sometimes: it must be disable, allow, /],
    ["sslmode=verify-full&CA", {}, "tls"],
    [
      "sslmode=verify-full&CA",
      { host: "127.0.0.1" },
      /Use the host name that is in the server's certificate, or sslmode=verify-ca\.$/,
    ],
    [
      "sslmode=verify-full&OTHER",
      {},
      /sslrootcert is not the authority .*, or use sslmode=require without sslrootcert\.$/,
    ],
    [
      "sslmode=require&OTHER",
      {},
      /sslrootcert is not the authority .*, or use sslmode=require without sslrootcert\.$/,
    ],
    ["sslmode=verify-full&sslrootcert=/", {}, /has sslrootcert=\/, which is not a file/],
    ["sslmode=verify-ca&CA", { host: "127.0.0.1" }, "tls"],
    [
      "sslmode=require&sslrootcert=/nowhere.crt",
      {},
      /has sslrootcert=\/nowhere\.crt, which cannot be read \(ENOENT\)/,
    ],
    ["sslmode=disable", { user: "tlsonly", password: "secret" }, /reject|no encryption/],
    ["sslmode=allow", { user: "tlsonly", password: "secret" }, "tls"],
    ["sslmode=prefer", { user: "plainonly", password: "secret" }, "plain"],
    ["sslmode=require", { user: "plainonly", password: "secret" }, /pg_hba/],
    ["sslmode=require", { user: "certified", password: "" }, /Add this client's certificate/],
    ["sslmode=require&CERT", { user: "certified", password: "" }, "tls"],
    ["sslmode=require&CERT", {}, "tls"],
    ["sslmode=require&sslcert=/x.crt", {}, /both sslcert and sslkey/],
  ])("%s %o", async (query, parts, expected) => {
    const url = postgres.url(
      query
        .replace("CA", trusting())
        .replace("OTHER", `sslrootcert=${tlsFile("client.crt")}`)
        .replace("CERT", showing()),
      parts,
    );
    if (expected instanceof RegExp) expect(await outcome(url)).toMatch(expected);
    else expect(await outcome(url)).toBe(expected);
  });

  it("a key file that is no key", async () => {
    const file = join(tmpdir(), `slugline-no-key-${process.pid}`);
    writeFileSync(file, "no key");
    expect(await outcome(postgres.url(`sslmode=require&sslcert=${file}&sslkey=${file}`))).toMatch(
      /sslcert and sslkey/,
    );
  });
});

describe("addresses and passwords", () => {
  it.each<[string, () => string, string | RegExp]>([
    [
      "a Unix socket",
      () =>
        `postgresql://odd:${encodeURIComponent(oddPassword)}@/slugline?host=${postgres.socketFolder}&port=${postgres.port}`,
      "plain",
    ],
    [
      "an encoded Unix socket",
      () =>
        `postgresql://odd:${encodeURIComponent(oddPassword)}@${encodeURIComponent(postgres.socketFolder)}:${postgres.port}/slugline`,
      "plain",
    ],
    [
      "a socket without a server",
      () => "postgresql:///slugline?user=odd&host=/tmp/nowhere",
      /There is no server at this Unix socket/,
    ],
    ["an encoded password", () => postgres.url("", { user: "odd", password: oddPassword }), "tls"],
    [
      "a wrong password",
      () => postgres.url("", { user: "odd", password: "x" }),
      /Correct the user name and password/,
    ],
    ["no password", () => postgres.url("", { user: "odd", password: "" }), /password/],
    [
      "a password that is not encoded",
      () => "postgresql://odd:p@ss/word@localhost/x",
      /special characters encoded/,
    ],
    [
      "an unknown database",
      () => postgres.url("", { database: "nowhere" }),
      /CREATE DATABASE "nowhere"/,
    ],
    ["an unknown host", () => "postgresql://a:b@database.invalid/x", /Correct the host name/],
    [
      "a port without a server",
      () => `postgresql://a:b@localhost:1/x`,
      /Is Postgres running and reachable at localhost:1/,
    ],
  ])("%s", async (_, url, expected) => {
    if (expected instanceof RegExp) expect(await outcome(url())).toMatch(expected);
    else expect(await outcome(url())).toBe(expected);
  });
});

/** The SQL that the message says to run, as psql sends it: one statement after the other. */
function commandsOf(said: string): string[] {
  const text =
    /(?:run: |run in the database "(?:[^"]|"")+":\s+|, run )((?:SET|CREATE|ALTER|GRANT|SELECT) .+;)/s.exec(
      said,
    )?.[1];
  expect(text, said).toBeDefined();
  return (text ?? "").split(/(?<=;)\s+/);
}

describe("what a message says to run makes the database usable", () => {
  const odd = (parts: { user?: string; database?: string } = {}, query = "sslmode=disable") =>
    postgres.url(query, { user: "odd", password: oddPassword, ...parts });
  const said = async (url: string, connections?: number) => {
    createOwnService(url, { DATABASE_URL: url });
    return checkServer(url, connections).then(() => "usable", startupMessage);
  };

  /** A database that `sql`, which a superuser runs in it, makes unusable for the role. */
  it.each<[string, string, RegExp, { query?: string; connections?: number; from?: string }?]>([
    ["the role may not log in", "ALTER ROLE odd NOLOGIN", /not permitted to log in/],
    [
      "the role may not connect",
      "REVOKE CONNECT ON DATABASE faulty FROM PUBLIC",
      /permission denied for database/,
    ],
    [
      "the database is closed",
      "ALTER DATABASE faulty ALLOW_CONNECTIONS false",
      /not currently accepting connections/,
      { from: "slugline" },
    ],
    [
      "the role has no connection left",
      "ALTER ROLE odd CONNECTION LIMIT 0",
      /too many connections for role/,
    ],
    [
      "the database has no connection left",
      "ALTER DATABASE faulty CONNECTION LIMIT 0",
      /too many connections for database/,
    ],
    [
      "the role has too few connections",
      "ALTER ROLE odd CONNECTION LIMIT 9",
      /allows this role 9: as a superuser/,
      { connections: 15 },
    ],
    [
      "role and database have too few connections",
      "ALTER ROLE odd CONNECTION LIMIT 9; ALTER DATABASE faulty CONNECTION LIMIT 8",
      /allows this role 8: as a superuser/,
      { connections: 15 },
    ],
    [
      "the role is read-only",
      "ALTER ROLE odd SET default_transaction_read_only = on",
      /is on for the role\./,
    ],
    [
      "the database is read-only",
      "ALTER DATABASE faulty SET default_transaction_read_only = on",
      /is on for the database\./,
    ],
    [
      "the role is read-only in the database",
      "ALTER ROLE odd IN DATABASE faulty SET default_transaction_read_only = on",
      /is on for the role in this database\./,
    ],
    [
      "the search path leads nowhere",
      `ALTER ROLE odd SET search_path = "no where", nothing`,
      /CREATE SCHEMA "no where" AUTHORIZATION "odd"/,
    ],
    [
      "the search path is empty",
      "ALTER ROLE odd SET search_path = ''",
      /CREATE SCHEMA "odd".*SET search_path = "odd"/,
    ],
    [
      "the role may not use its schema",
      "CREATE SCHEMA odd; REVOKE USAGE ON SCHEMA public FROM PUBLIC",
      /GRANT USAGE, CREATE ON SCHEMA "odd"/,
    ],
    [
      "the schema of the URL is missing",
      "SELECT",
      /CREATE SCHEMA "of its own"/,
      { query: "sslmode=disable&schema=of%20its%20own" },
    ],
  ])("%s", async (_, sql, expected, { query, connections, from = "faulty" } = {}) => {
    await postgres.sql("DROP DATABASE IF EXISTS faulty WITH (FORCE)");
    await postgres.sql("CREATE DATABASE faulty");
    try {
      await postgres.sql(sql, from);
      const before = await said(odd({ database: "faulty" }, query), connections);
      expect(before).toMatch(expected);
      const inside = before.includes("in the database") ? "faulty" : "slugline";
      for (const command of commandsOf(before)) await postgres.sql(command, inside);
      expect(await said(odd({ database: "faulty" }, query), connections)).toBe("usable");
    } finally {
      await postgres.sql("ALTER ROLE odd LOGIN CONNECTION LIMIT -1; ALTER ROLE odd RESET ALL");
    }
  });

  it("there is no such database, or it has another encoding", async () => {
    for (const name of ['none "yet"', "latin"]) {
      if (name === "latin")
        await postgres.sql(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
      const before = await said(odd({ database: encodeURIComponent(name) }));
      for (const command of commandsOf(before)) await postgres.sql(command);
      const url = odd({ database: encodeURIComponent(name === "latin" ? "latin_utf8" : name) });
      expect(await said(url)).toBe("usable");
      // As the owner it may create everything that it needs.
      expect((await migrate(url)).length).toBeGreaterThan(0);
    }
  });

  it("there is no role and no database, and docs/postgres.md says how to create them", async () => {
    const commands = [
      ...readFileSync("docs/postgres.md", "utf8").matchAll(/^\s*(CREATE (?:ROLE|DATABASE) .+;)$/gm),
    ].map(([, command = ""]) => command);
    expect(commands).toHaveLength(2);
    for (const command of commands)
      await postgres.sql(command.replaceAll("slugline", "documented"));
    try {
      const url = postgres.url("sslmode=disable", {
        user: "documented",
        password: "...",
        database: "documented",
      });
      expect(await said(url)).toBe("usable");
      expect((await migrate(url)).length).toBeGreaterThan(0);
    } finally {
      await postgres.sql("DROP DATABASE documented WITH (FORCE)");
      await postgres.sql("DROP ROLE documented");
    }
  });

  it("options of the URL make it read-only, or are unknown", async () => {
    expect(
      await said(odd({}, "sslmode=disable&options=-c%20default_transaction_read_only%3Don")),
    ).toMatch(/is on for options= of DATABASE_URL\. Remove it there\.$/);
    expect(await said(odd({}, "sslmode=disable&options=-c%20no_such_setting%3Don"))).toMatch(
      /Correct options= in DATABASE_URL/,
    );
  });

  it("limits that the role sets for its sessions are lifted for ours", async () => {
    const hasTransactionLimit = await postgres.sql("SHOW transaction_timeout").then(
      () => true,
      () => false,
    );
    await postgres.sql(
      `ALTER ROLE odd SET statement_timeout = 50; ALTER ROLE odd SET lock_timeout = 50; ALTER ROLE odd SET idle_in_transaction_session_timeout = 50;
       ${hasTransactionLimit ? "ALTER ROLE odd SET transaction_timeout = 50;" : ""} ALTER ROLE odd SET default_transaction_isolation = serializable;`,
    );
    await postgres.sql("CREATE DATABASE limited OWNER odd");
    const holder = await connectTo(postgres.url("sslmode=disable", { database: "limited" }));
    const waiting = async () =>
      (await holder.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount;
    try {
      const url = odd({ database: "limited" });
      expect(await said(url)).toBe("usable");
      // Makes what prepares a session take longer than the limits.
      await holder.query("BEGIN; LOCK TABLE pg_extension IN ACCESS EXCLUSIVE MODE");
      const migrated = migrate(url);
      await expect.poll(waiting).toBeGreaterThan(0);
      await sleep(200);
      await holder.query("COMMIT");
      expect((await migrated).length).toBeGreaterThan(0);
    } finally {
      await holder.end();
      await postgres.sql("ALTER ROLE odd RESET ALL");
    }
  });

  it.each([
    ["statement_timeout", "SELECT pg_sleep(1)"],
    ["lock_timeout", "SELECT FROM pg_extension"],
    ["idle_in_transaction_session_timeout", "BEGIN"],
    ["idle_session_timeout", "SELECT"],
  ])("%s is too short", async (setting, statement) => {
    const url = odd();
    createOwnService(url, { DATABASE_URL: url });
    const holder = await connectTo(postgres.url("sslmode=disable"));
    await holder.query("BEGIN; LOCK TABLE pg_extension IN ACCESS EXCLUSIVE MODE");
    const client = await connectTo(url);
    const lost = once(client, "error").then(([error]) => error as Error);
    await client.query(`SET ${setting} = 50`);
    const error = await Promise.race([
      lost,
      client.query(statement).then(
        () => lost,
        (thrown: Error) => thrown,
      ),
    ]);
    await client.end().catch(() => {});
    await holder.end();
    const before = explainFailure(error, url);
    expect(before).not.toContain("firewall");
    try {
      for (const command of commandsOf(before)) await postgres.sql(command);
      const next = await connectTo(url);
      expect((await next.query(`SHOW ${setting}`).finally(() => next.end())).rows).toEqual([
        { [setting]: "1min" },
      ]);
    } finally {
      await postgres.sql("ALTER ROLE odd IN DATABASE slugline RESET ALL");
    }
  });

  it("a standby", async () => {
    const folder = makePostgresFolder("standby");
    const first = await startEmbeddedPostgres(folder, {
      programsFolder: process.env.TEST_POSTGRES_BIN,
    });
    await first.stop();
    writeFileSync(join(first.folder, "data", "standby.signal"), "");
    const standby = await startEmbeddedPostgres(folder, {
      programsFolder: process.env.TEST_POSTGRES_BIN,
    });
    try {
      const before = await said(standby.url);
      expect(before).toMatch(
        /is a standby, which accepts no writes: set DATABASE_URL to its primary/,
      );
      const client = await connectTo(standby.url);
      for (const command of commandsOf(`${before};`))
        await client.query(command).finally(() => client.end());
      expect(await said(standby.url)).toBe("usable");
    } finally {
      await standby.stop();
      removePostgresFolder(folder);
    }
  });
});

describe("several hosts", () => {
  it("finds the one that accepts writes, and finds another when it is gone", async () => {
    const other = await startPostgres();
    const { port } = new URL(other.adminUrl);
    const own = await connectTo(other.adminUrl);
    let service: Service | undefined;
    try {
      const role = "CREATE ROLE either LOGIN PASSWORD 'either'";
      await own.query(role);
      await postgres.sql(role);
      const closed = await getPort({ host: "127.0.0.1" });
      const url = `postgresql://either:either@127.0.0.1:${closed},127.0.0.1:${port},localhost:${postgres.port}/slugline?target_session_attrs=read-write`;
      service = createOwnService(url, { DATABASE_URL: url });
      const portNow = async () => {
        const [row] = await database().$queryRaw<
          { port: string }[]
        >`SELECT current_setting('port') AS "port"`;
        return Number(row?.port);
      };
      expect(await portNow()).toBe(Number(port));
      await service.stop();
      service = createOwnService(url, { DATABASE_URL: url });
      await own.query("ALTER SYSTEM SET default_transaction_read_only = on");
      await own.query("SELECT pg_reload_conf()");
      // The first connection finds that its server changed, the next one looks for another.
      await expect.poll(() => portNow().catch(() => 0)).toBe(postgres.port);
      await service.stop();
      const readOnly = `postgresql://either:either@127.0.0.1:${closed},127.0.0.1:${port}/slugline`;
      expect(await outcome(readOnly)).toMatch(
        /no server accepts writes \(127\.0\.0\.1:\d+: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: it is read-only\)/,
      );
      expect(await outcome(`${readOnly}?target_session_attrs=standby`)).toMatch(
        /it must be read-write, primary or any/,
      );
    } finally {
      await service?.stop();
      await own.end();
      await other.stop();
    }
  });
});

describe("a small server and a small role", () => {
  it.each([
    ["named in the URL", "own links", "&schema=own%20links"],
    ["first on its search path", "odd", ""],
  ])(
    "serves with max_connections of 20, over a Unix socket, as a role that owns only its schema, %s",
    async (_, schema, query) => {
      await postgres.sql("DROP DATABASE IF EXISTS shared WITH (FORCE)");
      await postgres.sql(`CREATE DATABASE shared`);
      await postgres.sql(
        `CREATE EXTENSION pg_trgm; REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE ON SCHEMA public TO PUBLIC;
       CREATE SCHEMA "${schema}" AUTHORIZATION odd`,
        "shared",
      );
      const url = `postgresql://odd:${encodeURIComponent(oddPassword)}@/shared?host=${postgres.socketFolder}&port=${postgres.port}${query}`;
      const server = await startServer(url);
      try {
        const api = new Api(server);
        await api.create({ slug: "small" });
        expect((await visit(server, "/small")).status).toBe(302);
        expect((await api.stats("small")).totalClicks).toBe(1);
        expect((await api.list("?q=sma")).links.length).toBe(1);
      } finally {
        expect(await server.stop(), server.output()).toBe(0);
      }
      await expect(postgres.sql(`SELECT * FROM "Link"`, "shared")).rejects.toThrow(
        /does not exist/,
      );
      await postgres.sql(`SELECT * FROM "${schema}"."Link"`, "shared");
    },
  );

  it("is explained by npm run db:check", async () => {
    const check = (url: string) =>
      spawnSync(process.execPath, ["scripts/database.mjs", "check", url], {
        encoding: "utf8",
        env: { PATH: process.env.PATH, NODE_ENV: "production" } as NodeJS.ProcessEnv,
      });
    await postgres.sql("CREATE DATABASE checked OWNER odd");
    const usable = check(
      postgres.url("", { user: "odd", password: oddPassword, database: "checked" }),
    );
    expect(usable.stdout, usable.stderr).toMatch(
      /Server.*UTF8.*TLSv1.*"odd".*17 allowed, 15 opened.*Slugline can use this database/s,
    );
    expect(usable.status).toBe(0);
    const refused = check(
      postgres.url("", { user: "few", password: "secret", database: "checked" }),
    );
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining("allows this role 9"),
    ]);
  });

  it("says which right is missing, and which limit is too low", async () => {
    await postgres.sql("CREATE DATABASE bare");
    const url = postgres.url("", { user: "odd", password: oddPassword, database: "bare" });
    await expect(migrate(url)).rejects.toThrow(/GRANT USAGE, CREATE ON SCHEMA|CREATE EXTENSION/);
    await expect(checkServer(url, 18)).rejects.toThrow(
      /may open 18 connections here, but the database allows this role 17: raise max_connections/,
    );
    await checkServer(url, 15);
    await expect(
      checkServer(postgres.url("", { user: "few", password: "secret" }), 15),
    ).rejects.toThrow(/allows this role 9/);
  });
});

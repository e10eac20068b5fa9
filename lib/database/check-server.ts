import { randomBytes } from "node:crypto";
import type pg from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { connectTo } from "./connect";

const leastVersion = 140_000;
/** A notification between two sessions normally takes milliseconds. */
const notificationLimitMs = 3_000;

export class UnusableDatabaseError extends Error {
  override readonly name = "UnusableDatabaseError";
}

/**
 * Throws an `UnusableDatabaseError` if the server is too old, its encoding is not UTF-8, it allows fewer than `connections`,
 * or sessions do not last. Returns the URL to use, which names the schema of the role's tables.
 */
export async function checkServer(url: string, connections = 1): Promise<string> {
  const [listener, sender] = await connectBoth(url);
  try {
    await checkVersionAndEncoding(sender);
    await checkConnections(sender, connections);
    if (!(await hearsNotifications(listener, sender))) {
      throw new UnusableDatabaseError(
        "DATABASE_URL points to a connection pooler in transaction mode, which drops notifications and session settings:\n" +
          "link edits would take effect late, and statements of two clients could mix. Set DATABASE_URL to Postgres itself or to a pooler in\n" +
          "session mode (PgBouncer: pool_mode = session; Supabase: port 5432; Neon: the host without -pooler). A process of Slugline opens\n" +
          "at most 15 connections, so it needs no pooler.",
      );
    }
    return await nameSchema(sender, url);
  } finally {
    await Promise.all([listener.end(), sender.end()]);
  }
}

async function connectBoth(url: string): Promise<[pg.Client, pg.Client]> {
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
  const first = await connectTo(url, limits);
  try {
    return [first, await connectTo(url, limits)];
  } catch (error) {
    await first.end();
    throw error;
  }
}

async function checkVersionAndEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string; name: string }>(
    `SELECT current_setting('server_version_num')::int AS "number", current_setting('server_version') AS "version",
            current_setting('server_encoding') AS "encoding", current_database() AS "name"`,
  );
  const [server] = rows;
  if (!server) return;
  if (server.number < leastVersion) {
    throw new UnusableDatabaseError(`Slugline needs Postgres 14 or newer; the server at DATABASE_URL is ${server.version}.`);
  }
  if (server.encoding !== "UTF8") {
    throw new UnusableDatabaseError(
      `The database "${server.name}" has the encoding ${server.encoding}, which cannot store every title and destination. Create one with UTF-8 and\n` +
        `set DATABASE_URL to it: CREATE DATABASE slugline ENCODING 'UTF8' TEMPLATE template0;`,
    );
  }
}

/** Prisma would look for tables in `public`, wherever the role creates them. */
async function nameSchema(client: pg.Client, url: string): Promise<string> {
  const wanted = parseDatabaseUrl(url).schema;
  const { rows } = await client.query<{ schema: string | null; role: string }>(
    `SELECT CASE WHEN $1::text IS NULL THEN current_schema() ELSE (SELECT nspname FROM pg_namespace WHERE nspname = $1) END AS "schema",
            current_user AS "role"`,
    [wanted ?? null],
  );
  const { schema = null, role = "" } = rows[0] ?? {};
  if (schema === null) {
    const name = wanted ?? role;
    throw new UnusableDatabaseError(
      `The role "${role}" has no schema${wanted ? ` "${wanted}"` : ""} for its tables: run CREATE SCHEMA "${name}" AUTHORIZATION "${role}" as the owner of the database.`,
    );
  }
  return wanted !== undefined || schema === "public" ? url : `${url}${url.includes("?") ? "&" : "?"}schema=${encodeURIComponent(schema)}`;
}

/** A server at its limit refuses connections exactly when there is most to do. */
async function checkConnections(client: pg.Client, wanted: number): Promise<void> {
  const allowed = await allowedConnections(client);
  if (allowed >= wanted) return;
  throw new UnusableDatabaseError(
    `Slugline may open ${wanted} connections here, but the database allows this role ${allowed}: raise max_connections of the server (or the ` +
      `connection limit of the role or database), or lower DATABASE_..._CONNECTIONS or WORKERS.`,
  );
}

/** How many connections the role of `client` may have to its database at once. */
export async function allowedConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ allowed: number }>(`
    SELECT least(
      current_setting('max_connections')::int - CASE WHEN r.rolsuper THEN 0 ELSE
        current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) END,
      CASE WHEN r.rolsuper OR r.rolconnlimit < 0 THEN NULL ELSE r.rolconnlimit END,
      CASE WHEN r.rolsuper OR d.datconnlimit < 0 THEN NULL ELSE d.datconnlimit END
    ) AS "allowed"
    FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()`);
  return rows[0]?.allowed ?? 0;
}

async function hearsNotifications(listener: pg.Client, sender: pg.Client): Promise<boolean> {
  const channel = `slugline_check_${randomBytes(8).toString("hex")}`;
  let timer: NodeJS.Timeout | undefined;
  const heard = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), notificationLimitMs);
    listener.on("notification", (message) => message.channel === channel && resolve(true));
  });
  try {
    await listener.query(`LISTEN ${channel}`);
    await sender.query("SELECT pg_notify($1, '')", [channel]);
    return await heard;
  } finally {
    clearTimeout(timer);
  }
}

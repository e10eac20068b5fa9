import { randomBytes } from "node:crypto";
import { type Client, escapeIdentifier } from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { connectTo } from "./connect";
import { explained, UnusableDatabaseError } from "./explain-failure";
import { schemaRemedy } from "./migration-failure";
import { liftLimits } from "./session-settings";

const leastVersion = 140_000;
/** A notification between two sessions normally takes milliseconds. */
const notificationLimitMs = 3_000;

/**
 * Throws an `UnusableDatabaseError` if the server cannot be reached or is too old, its encoding is
 * not UTF-8, it accepts no writes, allows fewer than `connections`, or sessions do not last.
 * Returns the URL to use, which names the schema of the role's tables.
 */
export async function checkServer(url: string, connections = 1): Promise<string> {
  return explained(url, async () => {
    const [listener, sender] = await connectBoth(url);
    try {
      // In a transaction, so that a pooler in transaction mode hands the limits to nobody else.
      await sender.query("BEGIN");
      await sender.query(liftLimits({ isLocal: true }));
      await checkVersionAndEncoding(sender);
      await checkWritable(sender);
      await checkConnections(sender, connections);
      const usable = await nameSchema(sender, url);
      await sender.query("COMMIT");
      if (!(await hearsNotifications(listener, sender))) {
        throw new UnusableDatabaseError(
          "DATABASE_URL points to a connection pooler in transaction mode, which drops notifications and session settings:\n" +
            "link edits would take effect late, and statements of two clients could mix. Set DATABASE_URL to Postgres itself or to a pooler in\n" +
            "session mode (PgBouncer: pool_mode = session; Supabase: port 5432; Neon: the host without -pooler). A process of Slugline opens\n" +
            "at most 15 connections, so it needs no pooler.",
        );
      }
      return usable;
    } finally {
      await Promise.all([listener.end(), sender.end()]);
    }
  });
}

async function connectBoth(url: string): Promise<[Client, Client]> {
  const limits = { connectMs: 5_000, silenceMs: 5_000 };
  const first = await connectTo(url, limits);
  try {
    return [first, await connectTo(url, limits)];
  } catch (error) {
    await first.end();
    throw error;
  }
}

async function checkVersionAndEncoding(client: Client): Promise<void> {
  const { rows } = await client.query<{
    number: number;
    version: string;
    encoding: string;
    name: string;
    role: string;
  }>(
    `SELECT current_setting('server_version_num')::int AS "number", current_setting('server_version') AS "version",
            current_setting('server_encoding') AS "encoding", current_database() AS "name", current_user AS "role"`,
  );
  const [server] = rows;
  if (!server) return;
  const { number, version, encoding, name, role } = server;
  if (number < leastVersion) {
    throw new UnusableDatabaseError(
      `Slugline needs Postgres 14 or newer; the server at DATABASE_URL is ${version}. Upgrade it, or set DATABASE_URL to a newer one.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new UnusableDatabaseError(
      `The database "${name}" has the encoding ${encoding}, which cannot store every title and destination. Create one with UTF-8 and\n` +
        `set DATABASE_URL to it. As a superuser, run: CREATE DATABASE ${escapeIdentifier(`${name}_utf8`)} OWNER ${escapeIdentifier(role)} ENCODING 'UTF8' TEMPLATE template0;`,
    );
  }
}

/**
 * Where `default_transaction_read_only` may be set (pg_settings.source), and who changes it there.
 */
const settingPlaces: Record<string, string> = {
  user: "the role",
  database: "the database",
  "database user": "the role in this database",
  client: "options= of DATABASE_URL",
};

async function checkWritable(client: Client): Promise<void> {
  const { rows } = await client.query<{
    isStandby: boolean;
    isReadOnly: boolean;
    source: string;
    role: string;
    database: string;
  }>(`
    SELECT pg_is_in_recovery() AS "isStandby", "setting"::bool AS "isReadOnly", "source", current_user AS "role", current_database() AS "database"
    FROM pg_settings WHERE "name" = 'default_transaction_read_only'`);
  const [found] = rows;
  if (found?.isStandby) {
    throw new UnusableDatabaseError(
      "The server at DATABASE_URL is a standby, which accepts no writes: set DATABASE_URL to its primary, or name both (one,two), and the one " +
        "that accepts writes is used. If the primary is lost, make this server the primary. As a superuser, run: SELECT pg_promote();",
    );
  }
  if (!found?.isReadOnly) return;
  const fault = `The database at DATABASE_URL accepts no writes: default_transaction_read_only is on for ${settingPlaces[found.source] ?? "the server"}.`;
  if (found.source === "client") throw new UnusableDatabaseError(`${fault} Remove it there.`);
  const owner = `${escapeIdentifier(found.role)} IN DATABASE ${escapeIdentifier(found.database)}`;
  throw new UnusableDatabaseError(
    `${fault} Providers switch it on while the disk is full: give it room first. Then, as this role or a superuser, run: ` +
      `SET default_transaction_read_only = off; ALTER ROLE ${owner} SET default_transaction_read_only = off;`,
  );
}

/** Prisma would look for tables in `public`, wherever the role creates them. */
async function nameSchema(client: Client, url: string): Promise<string> {
  const wanted = parseDatabaseUrl(url).schema;
  const { rows } = await client.query<{
    schema: string | null;
    first: string | null;
    exists: boolean;
    role: string;
    database: string;
  }>(
    `SELECT *, EXISTS (SELECT FROM pg_namespace WHERE nspname = "first") AS "exists" FROM (
       SELECT CASE WHEN $1::text IS NULL THEN nullif(current_schema(), 'pg_catalog')
                   ELSE (SELECT nspname FROM pg_namespace WHERE nspname = $1) END AS "schema",
              coalesce($1, (SELECT coalesce(nullif("name", '$user'), current_user)
                            FROM (SELECT btrim(each, ' "') AS "name" FROM unnest(string_to_array(current_setting('search_path'), ',')) AS each) AS path
                            WHERE "name" NOT IN ('', 'pg_catalog') LIMIT 1)) AS "first",
              current_user::text AS "role", current_database()::text AS "database") AS found`,
    [wanted ?? null],
  );
  const { schema = null, first = null, exists = false, role = "", database = "" } = rows[0] ?? {};
  if (schema === null) {
    const fault = `The role "${role}" has no schema${wanted ? ` "${wanted}"` : ""} for its tables`;
    if (exists && first !== null)
      throw new UnusableDatabaseError(`${fault}. ${schemaRemedy(first, { role, database })}`);
    const [owner, place] = [escapeIdentifier(role), escapeIdentifier(database)];
    const create = `CREATE SCHEMA ${escapeIdentifier(first ?? role)} AUTHORIZATION ${owner};`;
    const find =
      first === null ? ` ALTER ROLE ${owner} IN DATABASE ${place} SET search_path = ${owner};` : "";
    throw new UnusableDatabaseError(
      `${fault}. As a superuser, run in the database ${place}: ${create}${find}`,
    );
  }
  return wanted !== undefined || schema === "public"
    ? url
    : `${url}${url.includes("?") ? "&" : "?"}schema=${encodeURIComponent(schema)}`;
}

/** A server at its limit refuses connections exactly when there is most to do. */
async function checkConnections(client: Client, wanted: number): Promise<void> {
  const { allowed, raise } = await connectionLimit(client, wanted);
  if (allowed >= wanted) return;
  throw new UnusableDatabaseError(
    `Slugline may open ${wanted} connections here, but the database allows this role ${allowed}: ${raise}; or lower DATABASE_CONNECTIONS or WORKERS.`,
  );
}

/**
 * How many connections the role of `client` may have to its database at once, and how to allow it
 * `wanted`.
 */
export async function connectionLimit(
  client: Client,
  wanted: number,
): Promise<{ allowed: number; raise: string }> {
  const { rows } = await client.query<{
    ofServer: number;
    ofRole: number | null;
    ofDatabase: number | null;
    role: string;
    database: string;
  }>(`
    SELECT current_setting('max_connections')::int - CASE WHEN r.rolsuper THEN 0 ELSE
             current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) END AS "ofServer",
           CASE WHEN NOT r.rolsuper AND r.rolconnlimit >= 0 THEN r.rolconnlimit END AS "ofRole",
           CASE WHEN NOT r.rolsuper AND d.datconnlimit >= 0 THEN d.datconnlimit END AS "ofDatabase",
           r.rolname AS "role", d.datname AS "database"
    FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()`);
  const [limits] = rows;
  if (!limits) return { allowed: 0, raise: "use a role of its own" };
  const { ofServer, ofRole, ofDatabase, role, database } = limits;
  const commands = [
    ...(ofRole !== null && ofRole < wanted
      ? [`ALTER ROLE ${escapeIdentifier(role)} CONNECTION LIMIT ${wanted};`]
      : []),
    ...(ofDatabase !== null && ofDatabase < wanted
      ? [`ALTER DATABASE ${escapeIdentifier(database)} CONNECTION LIMIT ${wanted};`]
      : []),
  ];
  const ways = [
    ...(ofServer < wanted
      ? [`raise max_connections of the server by ${wanted - ofServer} and restart it`]
      : []),
    ...(commands.length > 0 ? [`as a superuser, run ${commands.join(" ")}`] : []),
  ];
  return {
    allowed: Math.min(ofServer, ofRole ?? ofServer, ofDatabase ?? ofServer),
    raise: ways.join(", and "),
  };
}

async function hearsNotifications(listener: Client, sender: Client): Promise<boolean> {
  const channel = `slugline_check_${randomBytes(8).toString("hex")}`;
  const notified = new Promise<boolean>((resolve, reject) => {
    listener.on("notification", (message) => message.channel === channel && resolve(true));
    listener.once("end", () => reject(new Error("Connection terminated unexpectedly")));
  });
  notified.catch(() => {});
  await listener.query(`LISTEN ${channel}`);
  await sender.query("SELECT pg_notify($1, '')", [channel]);
  return withDeadline(notified, notificationLimitMs).catch((error) => {
    if (isDeadlineError(error)) return false;
    throw error;
  });
}

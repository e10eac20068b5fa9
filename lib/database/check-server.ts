import { randomBytes } from "node:crypto";
import { type Client, escapeIdentifier } from "pg";
import { parseDatabaseUrl } from "../core/database-url";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { english } from "../texts/say";
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
 * Returns the URL to use, which names the schema of the role's tables. `isEmbedded`: it is ours.
 */
export async function checkServer(
  url: string,
  connections = 1,
  isEmbedded = false,
): Promise<string> {
  return explained(isEmbedded ? undefined : url, async () => {
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
        throw new UnusableDatabaseError(english("databasePooler"));
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
    throw new UnusableDatabaseError(english("databaseTooOld", { version }));
  }
  if (encoding !== "UTF8") {
    throw new UnusableDatabaseError(
      english("databaseEncoding", {
        name,
        encoding,
        other: escapeIdentifier(`${name}_utf8`),
        role: escapeIdentifier(role),
      }),
    );
  }
}

/**
 * Where `default_transaction_read_only` may be set (pg_settings.source), and who changes it there.
 */
const settingPlaces: Record<string, string> = {
  user: english("placeRole"),
  database: english("placeDatabase"),
  "database user": english("placeRoleInDatabase"),
  client: english("placeOptions"),
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
    throw new UnusableDatabaseError(english("databaseStandby"));
  }
  if (!found?.isReadOnly) return;
  const fault = english("databaseReadOnlyFor", {
    place: settingPlaces[found.source] ?? english("placeServer"),
  });
  if (found.source === "client")
    throw new UnusableDatabaseError(english("databaseReadOnlyRemove", { fault }));
  const owner = `${escapeIdentifier(found.role)} IN DATABASE ${escapeIdentifier(found.database)}`;
  throw new UnusableDatabaseError(english("databaseReadOnlyProvider", { fault, owner }));
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
    const fault = english("roleWithoutSchema", { role, schema: wanted ? ` "${wanted}"` : "" });
    if (exists && first !== null)
      throw new UnusableDatabaseError(`${fault}. ${schemaRemedy(first, { role, database })}`);
    const [owner, place] = [escapeIdentifier(role), escapeIdentifier(database)];
    const create = `CREATE SCHEMA ${escapeIdentifier(first ?? role)} AUTHORIZATION ${owner};`;
    const find =
      first === null ? ` ALTER ROLE ${owner} IN DATABASE ${place} SET search_path = ${owner};` : "";
    throw new UnusableDatabaseError(
      english("roleSchemaRemedy", { fault, database: place, create, find }),
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
    english("databaseConnectionsFew", { wanted, allowed, remedy: raise }),
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
  if (!limits) return { allowed: 0, raise: english("useOwnRole") };
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
    ...(ofServer < wanted ? [english("raiseConnections", { number: wanted - ofServer })] : []),
    ...(commands.length > 0 ? [english("runAsSuperuser", { commands: commands.join(" ") })] : []),
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

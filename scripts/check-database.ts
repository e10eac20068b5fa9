import { readEnv } from "../lib/config/env";
import { parseDatabaseUrl } from "../lib/core/database-url";
import { checkServer, connectionLimit } from "../lib/database/check-server";
import { connectTo } from "../lib/database/connect";
import { UnusableDatabaseError } from "../lib/database/explain-failure";
import { contribRemedy, extensionRemedy, schemaRemedy } from "../lib/database/migration-failure";
import { connectionsOpened } from "../lib/database/pool-sizes";
import { prepareSession } from "../lib/database/session-settings";
import { createService } from "../lib/service/service";
import { startupMessage } from "../lib/service/startup-errors";
import { english } from "../lib/texts/say";
import { requireArguments } from "./commands.mjs";

/*
 * `npm run db:check [-- URL]` tries a database URL and changes nothing. Exit code 1: Slugline would
 * not start with it.
 */
const { words, options } = requireArguments("check");
const [given] = words;
const commits = 5;

interface Facts {
  version: string;
  encoding: string;
  database: string;
  role: string;
  schema: string;
  tls: string | null;
  socket: boolean;
  canCreate: boolean;
  hasTrigram: boolean;
  offersTrigram: boolean;
  canCreateExtension: boolean;
}

try {
  if (given) Object.assign(process.env, { DATABASE_URL: given, DATABASE_URL_FILE: "" });
  const { config } = createService(readEnv());
  const { DATABASE_URL } = config;
  if (!DATABASE_URL) throw new UnusableDatabaseError(english("checkedDatabaseMissing"));
  await check(DATABASE_URL, connectionsOpened(config));
} catch (error) {
  console.error(startupMessage(error));
  process.exitCode = 1;
}

async function check(url: string, wanted: number): Promise<void> {
  // With the schema that the service would use.
  const used = await checkServer(url, wanted);
  const client = await connectTo(used, { connectMs: 5_000, silenceMs: 5_000 });
  try {
    await prepareSession(client, parseDatabaseUrl(used).schema, {
      statementMs: 5_000,
      idleInTransactionMs: 5_000,
    });
    const { rows } = await client.query<Facts>(
      `SELECT current_setting('server_version') AS "version", current_setting('server_encoding') AS "encoding", current_database() AS "database",
             current_user AS "role", $1::text AS "schema", inet_server_addr() IS NULL AS "socket",
             (SELECT s.version || ', ' || s.cipher FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid() AND s.ssl) AS "tls",
             has_schema_privilege($1::text, 'USAGE') AND has_schema_privilege($1::text, 'CREATE') AS "canCreate",
             EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigram",
             EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "offersTrigram",
             has_database_privilege(current_database(), 'CREATE') AS "canCreateExtension"`,
      [parseDatabaseUrl(used).schema ?? "public"],
    );
    const [facts] = rows;
    if (!facts) throw new UnusableDatabaseError(english("serverGaveNoAnswer"));
    const { version, database, encoding, role, schema, tls, socket } = facts;
    const { allowed } = await connectionLimit(client, wanted);
    line(english("checkServer"), english("checkServerIs", { version, database, encoding }));
    line(english("checkTransport"), tls ?? english(socket ? "checkSocket" : "checkNotEncrypted"));
    line(english("checkRole"), english("checkRoleIs", { role, schema }));
    line(
      english("checkConnections"),
      english("checkConnectionsAre", { allowed: String(allowed), wanted: String(wanted) }),
    );
    line(
      english("checkCommit"),
      english("checkCommitTook", { ms: await fastestCommitMs(client), turns: String(commits) }),
    );
    line(english("checkPooler"), english("checkPoolerNone"));
    requireRights(facts);
    if (options.json)
      console.log(JSON.stringify({ ...facts, connections: { allowed, wanted } }, null, 2));
    else console.log(`\n${english("checkUsable")}`);
  } finally {
    await client.end();
  }
}

function requireRights({
  role,
  schema,
  database,
  canCreate,
  hasTrigram,
  offersTrigram,
  canCreateExtension,
}: Facts): void {
  if (!canCreate) throw new UnusableDatabaseError(schemaRemedy(schema, { role, database }));
  if (hasTrigram) line(english("checkSearch"), english("checkSearchInstalled"));
  else if (!offersTrigram) throw new UnusableDatabaseError(contribRemedy("pg_trgm"));
  else if (canCreateExtension) line(english("checkSearch"), english("checkSearchCreated"));
  else
    throw new UnusableDatabaseError(
      english("trigramMissing", { remedy: extensionRemedy("pg_trgm", { database }) }),
    );
}

/**
 * The message makes Postgres write and flush the commit, as it does for a click. Nobody reads it.
 */
async function fastestCommitMs(client: Awaited<ReturnType<typeof connectTo>>): Promise<string> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < commits; turn++) {
    const from = performance.now();
    await client.query("SELECT pg_logical_emit_message(true, 'slugline', '')");
    fastest = Math.min(fastest, performance.now() - from);
  }
  return fastest.toFixed(1);
}

function line(name: string, text: string): void {
  if (!options.json) console.log(`${name.padEnd(12)} ${text}`);
}

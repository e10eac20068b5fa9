import { type ClientBase, escapeLiteral } from "pg";
import { distributedSessionSql, noteDistributed } from "./distributed";

/** What a pool sets on the server. The timeouts, in milliseconds, are shorter than the client's, so that the server gives up first. */
export interface ServerLimits {
  statementMs: number;
  /** Lock timeout. Default: the statement timeout. */
  lockMs?: number;
  idleInTransactionMs: number;
  /** Makes Postgres prefer indexes. By default it reads all of a table with a thousand links to find a few. */
  prefersIndexes?: boolean;
}

/**
 * Settings that the statements rely on, independent of the defaults of the server, database or role. A role with
 * `DateStyle = German` would break dates, and `jit = on` (the server's default) makes aggregation thirty times as slow.
 */
const relied = {
  jit: "off",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  TimeZone: "UTC",
  standard_conforming_strings: "on",
  default_transaction_isolation: "read committed",
} as const;

/**
 * SQL that puts `schema` first on the search path and the schema of pg_trgm last: some platforms keep extensions in a
 * schema of their own.
 */
export function searchPath(schema: string | undefined): string {
  const first = schema === undefined ? "NULL" : `quote_ident(${escapeLiteral(schema)})`;
  return `set_config('search_path', concat_ws(', ', ${first}, nullif(current_setting('search_path'), ''), (
    SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'pg_trgm' AND n.nspname <> ALL(current_schemas(true))
  )), false)`;
}

/**
 * Prepares a new connection before its first use. Uses `SET`, because poolers reject start-up parameters. A redirected
 * click must survive a crash, so synchronous commits are forced on.
 */
export async function prepareSession(client: ClientBase, schema: string | undefined, limits: ServerLimits): Promise<void> {
  const { statementMs, lockMs, idleInTransactionMs, prefersIndexes } = limits;
  const settings = {
    ...relied,
    ...(prefersIndexes && { random_page_cost: "1.1" }),
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs ?? 0),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
  };
  const assignments = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const { rows } = await client.query<{ isDistributed: boolean }>(`
    SELECT ${assignments.join(", ")},
           set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false),
           ${searchPath(schema)}, ${distributedSessionSql} AS "isDistributed"`);
  noteDistributed(rows[0]?.isDistributed ?? false);
}

import { type ClientBase, escapeLiteral, type QueryResult } from "pg";

/**
 * What a pool sets on the server. The timeouts, in milliseconds, are shorter than the client's, so
 * that the server gives up first.
 */
export interface ServerLimits {
  statementMs: number;
  /** Lock timeout. Default: the statement timeout. */
  lockMs?: number;
  idleInTransactionMs: number;
  /**
   * Makes Postgres prefer indexes. By default it reads all of a table with a thousand links to find
   * a few.
   */
  prefersIndexes?: boolean;
}

/**
 * Settings that the statements rely on, independent of the defaults of the server, database or
 * role. A role with `DateStyle = German` would break dates, and `jit = on` (the server's default)
 * makes aggregation thirty times as slow.
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
 * SQL that puts `schema` first on the search path and the schema of pg_trgm last: some platforms
 * keep extensions in a schema of their own.
 */
function searchPath(schema: string | undefined): string {
  const first = schema === undefined ? "NULL" : `quote_ident(${escapeLiteral(schema)})`;
  return `set_config('search_path', concat_ws(', ', ${first}, nullif(current_setting('search_path'), ''), (
    SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    WHERE e.extname = 'pg_trgm' AND n.nspname <> ALL(current_schemas(true))
  )), false)`;
}

/**
 * SQL that lifts the limits that a role, a database or the server may set for every session, for
 * the session or (`isLocal`) the transaction. Postgres 14 to 16 have no transaction_timeout.
 */
export function liftLimits({ isLocal = false } = {}): string {
  const names = [
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
    "idle_session_timeout",
  ];
  const lift = (name: string) => `set_config('${name}', '0', ${isLocal})`;
  const optional = `CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL THEN ${lift("transaction_timeout")} END`;
  return `SELECT ${[...names.map(lift), optional].join(", ")}`;
}

/**
 * Whether clicks are distributed (`distributed.ts`). Citus then uses one connection of it to
 * each server: with one to each shard, as by default, a commit of twenty clicks takes ten times as
 * long.
 */
const distributedSessionSql = `CASE WHEN to_regproc('"clicksWithin"') IS NOT NULL
  THEN set_config('citus.max_adaptive_executor_pool_size', '1', false) = '1' ELSE false END`;

interface SessionFacts {
  isDistributed: boolean;
  isReadOnly: boolean;
}

/**
 * Prepares a new connection before its first use. Uses `SET`, because poolers reject start-up
 * parameters. A redirected click must survive a crash, so synchronous commits are forced on.
 * Resolves with whether the session can only read, and whether clicks are distributed.
 */
export async function prepareSession(
  client: ClientBase,
  schema: string | undefined,
  limits: ServerLimits,
): Promise<SessionFacts> {
  const { statementMs, lockMs, idleInTransactionMs, prefersIndexes } = limits;
  const settings = {
    ...relied,
    ...(prefersIndexes && { random_page_cost: "1.1" }),
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs ?? 0),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
  };
  // The limits first, in a statement of its own: reading the catalog may take longer than they
  // allow.
  const assignments = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  const results = await client.query(`${liftLimits()};
    SELECT ${assignments.join(", ")},
           set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false),
           ${searchPath(schema)}, ${distributedSessionSql} AS "isDistributed", current_setting('transaction_read_only')::bool AS "isReadOnly"`);
  const [, session] = results as unknown as QueryResult<SessionFacts>[];
  return session?.rows[0] ?? { isDistributed: false, isReadOnly: false };
}

import type pg from "pg";

/** Server-side timeouts in milliseconds. Shorter than the client's, so that the server gives up first. */
export interface ServerLimits {
  statementMs: number;
  /** Lock timeout. Default: the statement timeout. */
  lockMs?: number;
  idleInTransactionMs: number;
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
 * Prepares a new connection before its first use. Uses `SET`, because poolers reject start-up parameters. The schema of
 * pg_trgm joins the search path, since some platforms keep extensions in their own schema. A redirected click must
 * survive a crash, so synchronous commits are forced on.
 */
export async function prepareSession(client: pg.ClientBase, { statementMs, lockMs, idleInTransactionMs }: ServerLimits): Promise<void> {
  const settings = {
    ...relied,
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs ?? 0),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
  };
  const assignments = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  await client.query(`
    SELECT ${assignments.join(", ")},
           set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false),
           set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), (
             SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
             WHERE e.extname = 'pg_trgm' AND n.nspname <> ALL(current_schemas(true))
           )), false)`);
}

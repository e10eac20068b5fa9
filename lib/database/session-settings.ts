import type pg from "pg";

/** Limits that the server itself keeps to, in milliseconds. Shorter than the client's, so that the server gives up first. */
export interface ServerLimits {
  statementMs: number;
  /** How long a statement waits for a lock; without it, as long as the statement may take. */
  lockMs?: number;
  /** How long a transaction may rest between two statements. */
  idleInTransactionMs: number;
}

/**
 * Settings that the statements rely on, whatever the server, the database or the role says: a role with `DateStyle =
 * German` would break dates, and `jit = on` (the server's default) makes aggregation thirty times as slow.
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
 * Prepares a new connection; awaited before its first use. `SET` and not start-up parameters, which poolers refuse. The
 * schema of pg_trgm is added to the search path, for a platform may keep extensions in a schema of their own.
 * An answered click survives a crash only with synchronous commits, so a default of `off` does not count.
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

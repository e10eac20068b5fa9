import { copyFileSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** Approximate size limit of the current log and of the previous one. */
const maxBytes = 2 * 1024 * 1024;

/**
 * The log must not contain statements or values, which may be owners' email addresses. The client
 * reports failed statements itself.
 */
export const logSettings = {
  log_min_messages: "log",
  log_min_error_statement: "panic",
  // Omits DETAIL, which contains values, and the statement of a crashed process.
  log_error_verbosity: "terse",
  log_statement: "none",
  log_duration: "off",
  log_min_duration_statement: -1,
  log_min_duration_sample: -1,
  log_transaction_sample_rate: 0,
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  debug_print_parse: "off",
  debug_print_rewritten: "off",
  debug_print_plan: "off",
};

export function postgresLogFile(folder: string): string {
  return join(folder, "postgres.log");
}

/**
 * Rotates the log before a start. A log of version 0.1.0 contains failed statements, so it is
 * deleted.
 */
export function tidyLogBeforeStart(folder: string): void {
  const log = postgresLogFile(folder);
  for (const file of [log, olderThan(log)]) if (hasFailedStatements(file)) rmSync(file);
  if (sizeOf(log) > maxBytes) renameSync(log, olderThan(log));
}

/**
 * Limits the log of a running server. The server opens it in append mode, so it continues at the
 * start of the truncated file.
 */
export function trimPostgresLog(folder: string): void {
  const log = postgresLogFile(folder);
  if (sizeOf(log) <= maxBytes) return;
  try {
    copyFileSync(log, olderThan(log));
    truncateSync(log);
  } catch {
    // The disk is full, or Windows denies write access to others. The next start rotates the log.
  }
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The settings above never produce such lines or a file this large. */
function hasFailedStatements(file: string): boolean {
  const size = sizeOf(file);
  return (
    size > 8 * maxBytes ||
    (size > 0 && / (ERROR|DETAIL|CONTEXT): {2}/.test(readFileSync(file, "utf8")))
  );
}

function olderThan(log: string): string {
  return `${log}.1`;
}

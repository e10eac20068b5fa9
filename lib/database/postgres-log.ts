import { copyFileSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** The log and the one before it each grow to about this size. */
const maxBytes = 2 * 1024 * 1024;

/**
 * The log tells how the server is, never what it is asked: statements, their parameters and the values that violate a
 * constraint can be addresses of owners. Failed statements are reported by whoever sent them.
 */
export const logSettings = {
  log_min_messages: "log",
  log_min_error_statement: "panic",
  // No DETAIL, which names values, and no statement of a process that crashed.
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

/** Makes room before a start. A log of version 0.1.0, which has failed statements in it, is deleted. */
export function tidyLogBeforeStart(folder: string): void {
  const log = postgresLogFile(folder);
  for (const file of [log, olderThan(log)]) if (hasFailedStatements(file)) rmSync(file);
  if (sizeOf(log) > maxBytes) renameSync(log, olderThan(log));
}

/** Keeps the log of a running server within bounds. The server appends, so it goes on at the beginning of the emptied file. */
export function trimPostgresLog(folder: string): void {
  const log = postgresLogFile(folder);
  if (sizeOf(log) <= maxBytes) return;
  try {
    copyFileSync(log, olderThan(log));
    truncateSync(log);
  } catch {
    // The disk is full, or Windows lets nobody else write to it: the next start makes room.
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The settings above write no such lines, and no file that large. */
function hasFailedStatements(file: string): boolean {
  const size = sizeOf(file);
  return size > 8 * maxBytes || (size > 0 && / (ERROR|DETAIL|CONTEXT): {2}/.test(readFileSync(file, "utf8")));
}

function olderThan(log: string): string {
  return `${log}.1`;
}

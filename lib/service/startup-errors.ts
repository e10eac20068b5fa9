import { BackupError } from "../backup/backup-error";
import { EnvError } from "../config/env";
import { SluglineError } from "../core/errors";
import { UnusableDatabaseError } from "../database/check-server";
import { EmbeddedPostgresError } from "../database/embedded-postgres";
import { InstanceRunningError } from "../database/instance-lock";
import { MigrationError } from "../database/migrate";
import { WorkerStartError } from "./workers";

const expected = [
  BackupError,
  EnvError,
  InstanceRunningError,
  MigrationError,
  UnusableDatabaseError,
  EmbeddedPostgresError,
  WorkerStartError,
  SluglineError,
];

/** What failed at startup and what to do, for the terminal. Only unexpected errors show a stack trace. */
export function startupMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (expected.some((kind) => error instanceof kind)) return error.message;
  const { code, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program: choose another one, for instance PORT=${(port ?? 3000) + 1} npm start.`;
  if (code === "EACCES" && port) return `Port ${port} may not be opened by this user: choose one above 1023.`;
  if (path && ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR"].includes(code ?? "")) {
    return `${path} cannot be written (${code}): make it writable, or set DATA_DIR to a folder that is.`;
  }
  if (isFromDatabase(error)) return `The database at DATABASE_URL cannot be used: ${databaseReason(error)}`;
  return error.stack ?? error.message;
}

/** Network errors of the operating system, and Postgres errors with their five-character codes (PostgreSQL, appendix A). */
function isFromDatabase(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ECONNRESET)$|^[0-9A-Z]{5}$/.test(code ?? "") ||
    /timeout|terminated/i.test(error.message)
  );
}

function databaseReason(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors.map((each: Error) => each.message).join("; ") : error.message;
  return inner || (error as NodeJS.ErrnoException).code || "it did not answer";
}

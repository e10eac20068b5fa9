import { BackupError } from "../backup/backup-error";
import { EnvError, env } from "../config/env";
import { parseDatabaseUrl } from "../core/database-url";
import { SluglineError } from "../core/errors";
import { UnusableDatabaseError } from "../database/check-server";
import { EmbeddedPostgresError } from "../database/embedded-postgres";
import { explainFailure, isFromDatabase } from "../database/explain-failure";
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
  const { DATABASE_URL } = env();
  if (isFromDatabase(error) || namesFile(DATABASE_URL, path)) return explainFailure(error, DATABASE_URL);
  if (path && ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR"].includes(code ?? "")) {
    return `${path} cannot be written (${code}): make it writable, or set DATA_DIR to a folder that is.`;
  }
  return error.stack ?? error.message;
}

/** A certificate or key of the URL. */
function namesFile(url: string | undefined, path: string | undefined): boolean {
  if (url === undefined || path === undefined) return false;
  const { rootCert, cert, key } = parseDatabaseUrl(url);
  return [rootCert, cert, key].includes(path);
}

import type { BackupError } from "../backup/backup-error";
import { type EnvError, env } from "../config/env";
import { parseDatabaseUrl } from "../core/database-url";
import type { SluglineError } from "../core/errors";
import type { UnusableDatabaseError } from "../database/check-server";
import type { EmbeddedPostgresError } from "../database/embedded-postgres";
import { explainFailure, isFromDatabase } from "../database/explain-failure";
import type { InstanceRunningError } from "../database/instance-lock";
import type { MigrationError } from "../database/migrate";
import type { WorkerStartError } from "./workers";

type Expected =
  | BackupError
  | EnvError
  | InstanceRunningError
  | MigrationError
  | UnusableDatabaseError
  | EmbeddedPostgresError
  | WorkerStartError
  | SluglineError;

const expected: Record<Expected["name"], true> = {
  BackupError: true,
  EnvError: true,
  InstanceRunningError: true,
  MigrationError: true,
  UnusableDatabaseError: true,
  EmbeddedPostgresError: true,
  WorkerStartError: true,
  SluglineError: true,
};

/** What failed at startup and what to do, for the terminal. Only unexpected errors show a stack trace. */
export function startupMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name in expected) return error.message;
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

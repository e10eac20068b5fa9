import { statSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { BackupError } from "../backup/backup-error";
import { type EnvError, env } from "../config/env";
import { ownCommand } from "../config/own-command";
import { diskRemedy } from "../core/disk-failure";
import type { SluglineError } from "../core/errors";
import { quote } from "../core/shell";
import type { EmbeddedPostgresError } from "../database/embedded-postgres";
import {
  explainFailure,
  isFromDatabase,
  type UnusableDatabaseError,
} from "../database/explain-failure";
import type { CopiedFolderError, InstanceRunningError } from "../database/instance-lock";
import type { MigrationError } from "../database/migrate";
import { english } from "../texts/say";
import type { WorkerStartError } from "./workers";

/** The server cannot listen at HOST and PORT. The message says why and what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  constructor(
    cause: NodeJS.ErrnoException,
    { PORT, HOST }: { PORT: number; HOST?: string | undefined },
  ) {
    super(listenRemedy(cause.code ?? cause.message, PORT, HOST), { cause });
  }
}

function listenRemedy(code: string, port: number, host: string | undefined): string {
  const another = english("listenOtherPort", {
    port: port === 65_535 ? port - 1 : port + 1,
    command: ownCommand("npm start"),
  });
  const anyAddress = english("listenAnyAddress");
  if (code === "EADDRINUSE") return english("listenTaken", { port, remedy: another });
  if (code === "EACCES" || code === "EPERM") return english("listenForbidden", { port });
  if (code === "ENOTFOUND" || code.startsWith("EAI_"))
    return english("listenUnknownHost", { host: String(host), code, remedy: anyAddress });
  if (host !== undefined) return english("listenOtherHost", { host, code, remedy: anyAddress });
  return english("listenFailed", { port, code, remedy: another });
}

type Expected =
  | BackupError
  | CopiedFolderError
  | EnvError
  | InstanceRunningError
  | ListenError
  | MigrationError
  | UnusableDatabaseError
  | EmbeddedPostgresError
  | WorkerStartError
  | SluglineError;

const expected: Record<Expected["name"], true> = {
  BackupError: true,
  CopiedFolderError: true,
  EnvError: true,
  InstanceRunningError: true,
  ListenError: true,
  MigrationError: true,
  UnusableDatabaseError: true,
  EmbeddedPostgresError: true,
  WorkerStartError: true,
  SluglineError: true,
};

/**
 * What failed at startup and what to do, for the terminal. Only unexpected errors show a stack
 * trace.
 */
export function startupMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name in expected) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  // Only the data folder is written to at a start, and links in it may lead elsewhere. A write to
  // an open file names no path.
  if (code && (diskRemedy(error) !== null || (path && isOfDataFolder(path))))
    return dataFolderRemedy(path ?? env().DATA_DIR, code);
  return isFromDatabase(error)
    ? explainFailure(error, env().DATABASE_URL)
    : (error.stack ?? error.message);
}

/** Whether it is DATA_DIR, in it, or a folder that it is to be created in. */
function isOfDataFolder(path: string): boolean {
  const { DATA_DIR } = env();
  return [relative(DATA_DIR, path), relative(path, DATA_DIR)].some((way) => !way.startsWith(".."));
}

function dataFolderRemedy(path: string, code: string): string {
  const fault = english("pathUnwritable", { path, code });
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) return english("folderFull", { fault });
  const folder = quote(env().DATA_DIR);
  const owner = ownerOf(path);
  const user = process.getuid?.();
  if (
    (code === "EACCES" || code === "EPERM") &&
    owner !== undefined &&
    user !== undefined &&
    owner !== user
  ) {
    return english("folderOfOther", { fault, owner, user, folder });
  }
  return english("folderUnwritable", { fault });
}

/** Of the path, or of the first folder above that exists. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return dirname(path) === path ? undefined : ownerOf(dirname(path));
  }
}

import { isDeadlineError } from "../core/deadline";
import { isNamed } from "../core/errors";
import type { Prisma } from "./generated/client";

/**
 * A unique key is taken: Prisma's code P2002, or 23505 from raw statements. Driver adapters do not
 * report which key.
 */
export function isUniqueViolation(error: unknown): boolean {
  return (
    hasPrismaCode(error, "P2002") || sqlStateOf(error) === "23505" || isDistributedViolation(error)
  );
}

/**
 * Citus passes on the message of the server that has the clicks, but not its code. The key's name
 * ends with the number of a shard.
 */
function isDistributedViolation(error: unknown): boolean {
  return sqlStateOf(error) === "XX000" && /_pkey_\d+"/.test(causeOf(error)?.message ?? "");
}

/**
 * The same transaction may succeed when it runs again: another one took a key first, or waited for
 * this one (P2034, 40001, 40P01).
 */
export function isConflict(error: unknown): boolean {
  return (
    isUniqueViolation(error) ||
    hasPrismaCode(error, "P2034") ||
    ["40001", "40P01"].includes(sqlStateOf(error) ?? "")
  );
}

/**
 * The same transaction may run again: nothing of it is stored, and it may succeed then. That is so
 * after a conflict, and when it is certain that its connection ended between two statements: the
 * driver knew it and sent nothing more, or Postgres had ended the session of a thread that stood
 * still (25P03) and so ran nothing more. What ends a COMMIT that was sent leaves open whether it is
 * stored: see `isOutcomeOpen`.
 */
export function isRepeatable(error: unknown): boolean {
  return (
    isConflict(error) ||
    sqlStateOf(error) === "25P03" ||
    (error instanceof Error && error.message === connectionEnded)
  );
}

/**
 * What became of a transaction whose COMMIT ended so is open: the server did not say that it failed,
 * only, if anything, that it ends the session. A COMMIT that was not sent changed nothing.
 */
export function isOutcomeOpen(error: unknown): boolean {
  if (isRepeatable(error) || isDeadlineError(error)) return false;
  const sqlState = sqlStateOf(error);
  return sqlState === null || /^(08|57P)/.test(sqlState);
}

/**
 * The row that a new one refers to does not exist (Prisma's code P2003, or 23503 from raw
 * statements).
 */
export function isMissingReference(error: unknown): boolean {
  return hasPrismaCode(error, "P2003") || sqlStateOf(error) === "23503";
}

/**
 * The database rejects these values permanently: classes 22 and 23 (PostgreSQL documentation,
 * appendix A).
 */
export function isDataFault(error: unknown): boolean {
  return isNamed(error, "PrismaClientValidationError") || /^2[23]/.test(sqlStateOf(error) ?? "");
}

/** The statement exceeded `statement_timeout` (57014). */
export function isStatementTimeout(error: unknown): boolean {
  return sqlStateOf(error) === "57014";
}

/** The statement waited longer for a lock than `lock_timeout` (55P03). */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === "55P03";
}

/**
 * What is wrong with the database. Readiness, metrics, the health check, the log and the API all
 * use these words.
 */
export type DatabaseProblem =
  | "unavailable"
  | "restarting"
  | "read-only"
  | "disk full"
  | "too many connections"
  | "too slow"
  | "access denied";

/** SQLSTATE codes of the problems that have one. The first match counts. */
const problemCodes: readonly [RegExp, DatabaseProblem][] = [
  [/^25006$/, "read-only"],
  [/^53100$/, "disk full"],
  [/^53300$/, "too many connections"],
  [/^57P0[1-5]$/, "restarting"],
  [/^(57014|55P03|25P03|25P04|40...)$/, "too slow"],
  [/^(28...|42501|3D000)$/, "access denied"],
  [/^(08|53|57|58)/, "unavailable"],
];

/** Prisma's codes for the same. */
const prismaProblems: Partial<Record<string, DatabaseProblem>> = {
  P1001: "unavailable",
  P1002: "unavailable",
  P1008: "unavailable",
  P1011: "unavailable",
  P1017: "unavailable",
  P2024: "unavailable",
  P2028: "unavailable",
  P2034: "too slow",
  P2037: "too many connections",
};
/** The driver adapter's names for the same. Raw statements report only these. */
const kindProblems: Partial<Record<string, DatabaseProblem>> = {
  DatabaseNotReachable: "unavailable",
  ConnectionClosed: "unavailable",
  SocketTimeout: "unavailable",
  TlsConnectionError: "unavailable",
  TooManyConnections: "too many connections",
  AuthenticationFailed: "access denied",
  DatabaseAccessDenied: "access denied",
  DatabaseDoesNotExist: "access denied",
};

/**
 * Messages of Postgres for a problem that its code does not tell: quotas and other limits of files,
 * and what a standby cannot do.
 */
const problemMessages: readonly [RegExp, DatabaseProblem][] = [
  [
    /No space left on device|Disk quota exceeded|File too large|could not extend file|wrote only \d+ of \d+ bytes/,
    "disk full",
  ],
  [/Read-only file system|(during|in) recovery|recovery is in progress|hot standby/, "read-only"],
];

/**
 * Why the database cannot do now what is asked of it; null if it can, and the error is that of the
 * statement. A transaction that fails after all of its tries, but may succeed later, counts too.
 */
export function databaseProblem(error: unknown): DatabaseProblem | null {
  const { kind, message = "" } = causeOf(error) ?? {};
  const sqlState = sqlStateOf(error);
  if (sqlState !== null && !isDataFault(error)) {
    // A server that starts says that it is "in recovery mode".
    const byMessage = sqlState.startsWith("57")
      ? undefined
      : problemMessages.find(([pattern]) => pattern.test(message));
    const told = byMessage ?? problemCodes.find(([pattern]) => pattern.test(sqlState));
    if (told) return told[1];
  }
  const known = kindProblems[kind ?? ""] ?? (isKnown(error) && prismaProblems[error.code]);
  if (known) return known;
  const isUnavailable =
    isNamed(error, "PrismaClientInitializationError") ||
    isLostServer(error) ||
    isDriverFailure(error);
  return isUnavailable ? "unavailable" : null;
}

/** Whether other statements would fail as well. One that is slow may only wait for a lock. */
export function isBeyondStatement(error: unknown): boolean {
  const problem = databaseProblem(error);
  return problem !== null && problem !== "too slow";
}

export function isDatabaseUnavailable(error: unknown): boolean {
  return databaseProblem(error) !== null;
}

/**
 * Citus passes on libpq's message when it loses the connection to a server of clicks, with the code
 * of an internal error.
 */
function isLostServer(error: unknown): boolean {
  return sqlStateOf(error) === "XX000" && lostServer.test(causeOf(error)?.message ?? "");
}

const lostServer =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|could not (receive data from|send data to) server|SSL (SYSCALL error|connection has been closed)|connection not open|no connection to the server)/;

/** The driver says so without sending the statement. */
const connectionEnded = "Client has encountered a connection error and is not queryable";

const cutMessages = new Set([
  connectionEnded,
  "Client was closed and is not queryable",
  "Connection terminated",
  "Connection terminated unexpectedly",
]);
/**
 * Messages of pg 8 and pg-pool 3 for failed or closed connections. These are plain errors, so only
 * the text identifies them.
 */
const driverMessages = new Set([
  ...cutMessages,
  "Cannot use a pool after calling end on the pool",
  "Connection terminated due to connection timeout",
  "Query read timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "The server does not support SSL connections",
  "There was an error establishing an SSL connection",
]);
/** The driver adapter translates some of these and passes on the others. */
const networkCodes = new Set(
  "EAI_AGAIN ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT".split(
    " ",
  ),
);

/** Node's, for a server whose certificate it does not accept. */
const certificateCodes =
  /^(CERT_|CRL_|DEPTH_ZERO_SELF_SIGNED_CERT$|ERR_TLS_CERT_|HOSTNAME_MISMATCH$|SELF_SIGNED_CERT_|UNABLE_TO_(VERIFY|GET_ISSUER))/;

/**
 * Errors of pg and of its socket pass through Prisma unchanged if its driver adapter does not know
 * them.
 */
function isDriverFailure(error: unknown): boolean {
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isDriverFailure);
  if (isNamed(error, "NoServerError")) return true;
  if (!(error instanceof Error) || error.name !== "Error") return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return driverMessages.has(message);
  return syscall === undefined ? certificateCodes.test(code) : networkCodes.has(code);
}

/**
 * A connection was cut, or the server is starting or stopping: another one may work in a moment. The
 * error may be the cause of what was thrown.
 */
export function isConnectionCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlStateOf(error) ?? (error as NodeJS.ErrnoException).code ?? "";
  return cutCodes.test(code) || cutMessages.has(error.message) || isConnectionCut(error.cause);
}

const cutCodes = /^(57P0[1-3]|08...|ECONNRESET|ECONNABORTED|EPIPE|P1017)$/;

function hasPrismaCode(error: unknown, code: string): boolean {
  return isKnown(error) && error.code === code;
}

function isKnown(error: unknown): error is Prisma.PrismaClientKnownRequestError {
  return isNamed<Prisma.PrismaClientKnownRequestError>(error, "PrismaClientKnownRequestError");
}

/** The SQLSTATE code, where the driver or Prisma passes it on. */
export function sqlStateOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause?.originalCode ?? cause?.code ?? null;
}

interface DriverCause {
  kind?: string;
  originalCode?: string;
  code?: string;
  message?: string;
}

/** The driver's error, that of its adapter, or what Prisma's client made of it. */
function causeOf(error: unknown): DriverCause | undefined {
  if (isNamed<Error & DriverCause>(error, "error")) return error;
  if (isNamed(error, "DriverAdapterError")) return error.cause as DriverCause;
  if (!isKnown(error)) return undefined;
  return (error.meta as { driverAdapterError?: { cause?: DriverCause } } | undefined)
    ?.driverAdapterError?.cause;
}

import { Prisma } from "./generated/client";

/** A unique key is taken: Prisma's code P2002, 23505 from raw statements. Which key is not told under driver adapters. */
export function isUniqueViolation(error: unknown): boolean {
  return hasPrismaCode(error, "P2002") || sqlStateOf(error) === "23505";
}

/** The row to change is not there (Prisma's code P2025). */
export function isMissingRow(error: unknown): boolean {
  return hasPrismaCode(error, "P2025");
}

/** The database answered that it will never take these values: classes 22 and 23 (PostgreSQL documentation, appendix A). */
export function isDataFault(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientValidationError || /^2[23]/.test(sqlStateOf(error) ?? "");
}

/** The statement was given up because it took longer than `statement_timeout` allows (57014). */
export function isStatementTimeout(error: unknown): boolean {
  return sqlStateOf(error) === "57014";
}

/** A lock was not to be had within `lock_timeout` (55P03). */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === "55P03";
}

/** Transactions that Postgres ended because they were left idle or took too long. */
const endedTransaction = ["25P03", "25P04"];
/** Prisma's codes for a database that cannot be reached, does not answer, or has no connection to spare. */
const unavailableCodes = ["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028", "P2037"];
/** The same as the driver adapter names it, which is all that raw statements come back with. */
const unavailableKinds = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections", "TlsConnectionError"];

/** No answer to be had from the database: unreachable, refusing, shutting down, too slow, out of connections or room. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (unavailableCodes.some((code) => hasPrismaCode(error, code)) || unavailableKinds.includes(causeOf(error)?.kind ?? "")) return true;
  const sqlState = sqlStateOf(error) ?? "";
  return /^(08|53|57|58)/.test(sqlState) || endedTransaction.includes(sqlState) || isLockTimeout(error) || isDriverFailure(error);
}

/** What pg 8 and pg-pool 3 say of connections that ended or never came to be: plain errors that only the text tells apart. */
const driverMessages = new Set([
  "Cannot use a pool after calling end on the pool",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Connection terminated",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Query read timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
]);
/** Of these the driver adapter translates some and passes on the others. */
const networkCodes = new Set(
  "EAI_AGAIN ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT".split(" "),
);

/** Errors of pg and of its socket pass through Prisma as they are when its driver adapter does not know them. */
function isDriverFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDriverFailure);
  if (!(error instanceof Error) || error.name !== "Error") return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return code === undefined ? driverMessages.has(message) : syscall !== undefined && networkCodes.has(code);
}

function hasPrismaCode(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

/** The five characters with which Postgres names an error, where Prisma's driver adapter passes them on. */
function sqlStateOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause?.originalCode ?? cause?.code ?? null;
}

interface DriverCause {
  kind?: string;
  originalCode?: string;
  code?: string;
}

/** What the driver adapter reported. */
function causeOf(error: unknown): DriverCause | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  return (error.meta as { driverAdapterError?: { cause?: DriverCause } } | undefined)?.driverAdapterError?.cause;
}

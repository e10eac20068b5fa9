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

/** No answer to be had from the database: unreachable, refusing, shutting down, out of connections. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"].some((code) => hasPrismaCode(error, code))) return true;
  return /^(08|53|57|58)/.test(sqlStateOf(error) ?? "") || /timeout|terminated|closed/i.test(error instanceof Error ? error.message : "");
}

function hasPrismaCode(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

/** The five characters with which Postgres names an error, where Prisma's driver adapter passes them on. */
function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  const { driverAdapterError } = (error.meta ?? {}) as { driverAdapterError?: { cause?: { originalCode?: string; code?: string } } };
  return driverAdapterError?.cause?.originalCode ?? driverAdapterError?.cause?.code ?? null;
}

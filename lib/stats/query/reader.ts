import type { Prisma } from "../../database/generated/client";

/** Runs raw queries: the client or a transaction. */
export type Reader = Pick<Prisma.TransactionClient, "$queryRaw">;

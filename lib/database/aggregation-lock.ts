import { maintenanceDatabase } from "./client";
import type { Prisma } from "./generated/client";

/** No other program on the same database may use this number. It must not change: versions run side by side during an upgrade. */
const aggregationLock = 0x66_6f_6c_64;

/** In milliseconds. Shorter rounds make shorter locks; a round that takes longer is tried again with less. */
const statementLimit = "4000";

/**
 * Runs `work` in a transaction while nobody else changes roll-ups; what it reads is as of after the lock was taken. Null
 * when another instance holds the lock and `wait` is false.
 */
export async function withAggregationLock<T>(work: (transaction: Prisma.TransactionClient) => Promise<T>, { wait = false } = {}): Promise<T | null> {
  return maintenanceDatabase().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT set_config('statement_timeout', ${statementLimit}, true)`;
      if (wait) await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${aggregationLock})`;
      else {
        const [turn] = await transaction.$queryRaw<[{ ours: boolean }]>`SELECT pg_try_advisory_xact_lock(${aggregationLock}) AS "ours"`;
        if (!turn.ours) return null;
      }
      return work(transaction);
    },
    { maxWait: 5_000, timeout: 30_000 },
  );
}

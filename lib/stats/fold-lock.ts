import { maintenanceDatabase } from "../database/client";
import type { Prisma } from "../database/generated/client";

/** Any number that no other program on the same database locks; it spells "fold". */
const foldLock = 0x66_6f_6c_64;

/** In milliseconds. Shorter rounds make shorter locks; a round that takes longer is tried again with less. */
const statementLimit = "4000";

/**
 * Runs `work` in a transaction while nobody else changes roll-ups; what it reads is as of after the lock was taken. Null
 * when another instance holds the lock and `wait` is false.
 */
export async function withFoldLock<T>(work: (transaction: Prisma.TransactionClient) => Promise<T>, { wait = false } = {}): Promise<T | null> {
  return maintenanceDatabase().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT set_config('statement_timeout', ${statementLimit}, true)`;
      if (wait) await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${foldLock})`;
      else {
        const [turn] = await transaction.$queryRaw<[{ ours: boolean }]>`SELECT pg_try_advisory_xact_lock(${foldLock}) AS "ours"`;
        if (!turn.ours) return null;
      }
      return work(transaction);
    },
    { maxWait: 5_000, timeout: 30_000 },
  );
}

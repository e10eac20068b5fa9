import { maintenanceDatabase } from "./client";
import type { Prisma } from "./generated/client";

/** No other program on the same database may use this number. Never change it: versions run side by side during an upgrade. */
const aggregationLock = 0x66_6f_6c_64;

/** In milliseconds. Shorter rounds hold locks for less time; a round that takes longer is retried with fewer rows. */
const statementLimit = "4000";
/** Rounds that outgrow it write temporary files, which compete with the commits of clicks for the disk. */
const memory = "16MB";

/** Runs `work` while no other instance changes roll-ups. Its snapshot is taken after the lock. Null if the lock is taken and `wait` is false. */
export async function withAggregationLock<T>(work: (transaction: Prisma.TransactionClient) => Promise<T>, { wait = false } = {}): Promise<T | null> {
  return maintenanceDatabase().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`
        SELECT set_config('statement_timeout', ${statementLimit}, true),
               CASE WHEN pg_size_bytes(current_setting('work_mem')) < pg_size_bytes(${memory}) THEN set_config('work_mem', ${memory}, true) END`;
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

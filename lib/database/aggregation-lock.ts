import { maintenanceDatabase } from "./client";
import type { Prisma } from "./generated/client";

/**
 * No other program on the same database may use this number. Never change it: versions run side by
 * side during an upgrade.
 */
const aggregationLock = 0x66_6f_6c_64;
/** Of the instance that removes the history of deleted links. */
const removalLock = 0x67_6f_6e_65;

/**
 * In milliseconds. Shorter rounds hold locks for less time; a round that takes longer is retried
 * with fewer rows.
 */
const statementLimit = "4000";
/**
 * Rounds that outgrow it write temporary files, which compete with the commits of clicks for the
 * disk.
 */
const memory = "16MB";

/**
 * Runs `work` while no other instance changes roll-ups. Its snapshot is taken after the lock. Null
 * if the lock is taken and `wait` is false.
 */
export async function withAggregationLock<T>(
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
  { wait = false } = {},
): Promise<T | null> {
  return inShortTransaction(async (transaction) => {
    if (wait) await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${aggregationLock})`;
    else if (!(await tryAggregationLock(transaction))) return null;
    return work(transaction);
  });
}

/** Runs `work` while no other instance removes history. Null if one does. */
export async function withRemovalLock<T>(
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
): Promise<T | null> {
  return inShortTransaction(async (transaction) =>
    (await isFree(removalLock, transaction)) ? work(transaction) : null,
  );
}

/** Takes the aggregation lock until the transaction ends, unless somebody else has it. */
export function tryAggregationLock(transaction: Prisma.TransactionClient): Promise<boolean> {
  return isFree(aggregationLock, transaction);
}

async function isFree(lock: number, transaction: Prisma.TransactionClient): Promise<boolean> {
  const [turn] = await transaction.$queryRaw<
    [{ ours: boolean }]
  >`SELECT pg_try_advisory_xact_lock(${lock}) AS "ours"`;
  return turn.ours;
}

function inShortTransaction<T>(
  work: (transaction: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return maintenanceDatabase().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`
        SELECT set_config('statement_timeout', ${statementLimit}, true),
               CASE WHEN pg_size_bytes(current_setting('work_mem')) < pg_size_bytes(${memory}) THEN set_config('work_mem', ${memory}, true) END`;
      return work(transaction);
    },
    { maxWait: 5_000, timeout: 30_000 },
  );
}

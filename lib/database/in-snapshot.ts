import { setTimeout as sleep } from "node:timers/promises";
import { ownPart } from "./client";
import { isRepeatable } from "./database-errors";
import { isStatementSnapshot } from "./distributed";
import { Prisma, type PrismaClient } from "./generated/client";
import type { ReadPool } from "./pools";
import type { Read } from "./replica";

const mostTries = 10;
const pauseMs = 10;

type Work<T> = (reader: Prisma.TransactionClient) => Promise<T>;

/**
 * What `work` reads, all of it at one instant, from a replica if it can. It runs again if its
 * connection ends between two statements, or if that instant lies within a commit on several servers
 * (`distribute.ts`).
 */
export function inSnapshot<T>(pool: ReadPool, work: Work<T>): Promise<T> {
  return preferReplica(pool, (client) => readSnapshot(client, work));
}

/**
 * Like `inSnapshot`, for `work` that runs a single statement. On one server a statement is a
 * snapshot by itself and needs no transaction.
 */
export function inOneStatement<T>(pool: ReadPool, work: Work<T>): Promise<T> {
  return isStatementSnapshot() ? preferReplica(pool, work) : inSnapshot(pool, work);
}

async function readSnapshot<T>(client: PrismaClient, work: Work<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await client.$transaction(work, {
        isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
      });
    } catch (error) {
      if (tries === mostTries || !isRepeatable(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

/**
 * The result of `read`, from the replica if it may answer, else from the primary. `read` only
 * reads, and may run twice.
 */
export function preferReplica<T>(pool: ReadPool, read: Read<T>): Promise<T> {
  const { pools, replica } = ownPart();
  return replica?.serve(pool, read) ?? read(pools.on("primary", pool));
}

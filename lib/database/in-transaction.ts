import { AsyncLocalStorage } from "node:async_hooks";
import { running } from "../config/running";
import { database } from "./client";
import { isRepeatable } from "./database-errors";
import type { Prisma } from "./generated/client";

/** The client, or a transaction of it. */
export type Writer = Prisma.TransactionClient;

const mostTries = 5;

/** What waits for the commit of the current transaction. */
export const newAfterCommit = () => new AsyncLocalStorage<(() => void)[]>();

const waiting = () => running().database.afterCommit;

/**
 * The result of `work` in one transaction. It runs again if another transaction got in its way or
 * its connection ended between two statements, so it must have no other effects.
 */
export async function inTransaction<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const actions: (() => void)[] = [];
    let result: T;
    try {
      result = await database().$transaction((transaction) =>
        waiting().run(actions, () => work(transaction)),
      );
    } catch (error) {
      if (tries === mostTries || !isRepeatable(error)) throw error;
      continue;
    }
    for (const act of actions) act();
    return result;
  }
}

/**
 * Runs `act` once the current `inTransaction` is committed, never if it fails; at once outside of
 * one.
 */
export function afterCommit(act: () => void): void {
  const actions = waiting().getStore();
  if (actions) actions.push(act);
  else act();
}

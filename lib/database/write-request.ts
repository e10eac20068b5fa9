import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "../config/log";
import { errorText, SluglineError } from "../core/errors";
import { explainProblem } from "./database-problem";
import type { Prisma } from "./generated/client";
import { ownPart } from "./own-part";

/** The client, or a transaction of it. */
export type Writer = Prisma.TransactionClient;

/**
 * Begins a transaction: locks what lets its request write, so that it cannot end before the commit,
 * and throws like the door of the request if it has ended. One statement, which also returns
 * `pg_current_xact_id()`.
 */
export type Confirm = (writer: Writer) => Promise<string>;

/** A request that may write, and what is known of its transactions. */
export interface WriteRequest {
  readonly confirm: Confirm;
  isStored: boolean;
  /** Transactions whose COMMIT was sent and has no answer yet. */
  openCommits: number;
  /** Whether it takes, or has taken, its turn to write: see `lib/limits/hash-queue.ts`. */
  takesTurn: boolean;
  readonly ended: Promise<void>;
}

export const newWriteRequests = () => new AsyncLocalStorage<WriteRequest | undefined>();

export const currentWriteRequest = () => ownPart().writeRequests.getStore();

/** For a request that needs no right, or one that cannot end while the service runs. */
export const confirmNothing: Confirm = async (writer) => {
  const [row] = await writer.$queryRaw<
    { transactionId: string }[]
  >`SELECT pg_current_xact_id()::text AS "transactionId"`;
  return row?.transactionId ?? "";
};

/**
 * The result of `handle`, each of whose transactions begins with `confirm`. If the database fails
 * once something is stored, or may be, it throws `outcome_unknown`, so that every other refusal for
 * a failing database means that nothing was changed.
 */
export async function asWriteRequest<T>(confirm: Confirm, handle: () => Promise<T>): Promise<T> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const request: WriteRequest = {
    ...{ confirm, isStored: false, openCommits: 0 },
    ...{ takesTurn: false, ended },
  };
  try {
    return await ownPart().writeRequests.run(request, handle);
  } catch (error) {
    const mayBeStored = request.isStored || request.openCommits > 0;
    if (!mayBeStored || !explainProblem(error)) throw error;
    log().error({ error: errorText(error) }, "the outcome of a request is unknown");
    throw outcomeUnknown();
  } finally {
    end();
  }
}

/** For work that a request starts, and that goes on when its rights have ended. */
export function withoutWriteRequest<T>(work: () => T): T {
  const { writeRequests, deadlines } = ownPart();
  return deadlines.without(() => writeRequests.run(undefined, work));
}

export function outcomeUnknown(): SluglineError {
  return new SluglineError("outcome_unknown", "outcomeUnknown");
}

import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../config/log";
import { withDeadline } from "../core/deadline";
import { errorText, isNamed, SluglineError } from "../core/errors";
import { database, ownPart } from "./client";
import { isOutcomeOpen, isRepeatable } from "./database-errors";
import { explainProblem } from "./database-problem";
import type { Prisma } from "./generated/client";

/** The client, or a transaction of it. */
export type Writer = Prisma.TransactionClient;

/**
 * Begins a transaction: locks what lets its request write, so that it cannot end before the commit,
 * and throws like the door of the request if it has ended. One statement, which also returns
 * `pg_current_xact_id()`.
 */
export type Confirm = (writer: Writer) => Promise<string>;

/** A request that may write, and what is known of its transactions. */
interface WriteRequest {
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

/** See `Deadlines.run`. */
export function withWriteDeadline<T>(handle: () => Promise<T>, limitMs: number): Promise<T> {
  return ownPart().deadlines.run(handle, limitMs);
}

/** See `Deadlines.uncounted`. */
export function uncounted<T>(wait: () => Promise<T>): Promise<T> {
  return ownPart().deadlines.uncounted(wait);
}

function outcomeUnknown(): SluglineError {
  return new SluglineError("outcome_unknown", "outcomeUnknown");
}

const mostTries = 5;

/** Thrown by work that can succeed once `prepare` has run, outside of its transaction. */
export class UnpreparedError extends Error {
  override readonly name = "UnpreparedError";

  constructor(readonly prepare: () => Promise<void>) {
    super("something must be prepared outside of the transaction");
  }
}

/** What waits for the commit of the current transaction. */
export const newAfterCommit = () => new AsyncLocalStorage<(() => void)[]>();

/**
 * The result of `work` in one transaction, which begins by confirming the rights of the request. It
 * runs again if another transaction got in its way, its connection ended before the commit or it
 * throws an `UnpreparedError`, so it must have no other effects. If the connection ends while it commits, the database is asked what
 * became of it. Throws `outcome_unknown` if that cannot be found out.
 */
export async function inTransaction<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const actions: (() => void)[] = [];
    const outcome = await attempt((transaction) =>
      ownPart().afterCommit.run(actions, () => work(transaction)),
    );
    if (outcome.isStored) {
      withoutWriteRequest(() => {
        for (const act of actions) act();
      });
      return outcome.result;
    }
    const { error } = outcome;
    if (tries === mostTries || !outcome.mayRepeat) throw error;
    if (isNamed<UnpreparedError>(error, "UnpreparedError")) await error.prepare();
  }
}

type Outcome<T> =
  | { isStored: true; result: T }
  | { isStored: false; error: unknown; mayRepeat: boolean };

async function attempt<T>(work: (writer: Writer) => Promise<T>): Promise<Outcome<T>> {
  const request = currentWriteRequest();
  const done: { transactionId: string; result: T }[] = [];
  try {
    await database().$transaction(async (transaction) => {
      const transactionId = await (request?.confirm ?? confirmNothing)(transaction);
      done.push({ transactionId, result: await work(transaction) });
      if (request) request.openCommits++;
    });
  } catch (error) {
    const [committing] = done;
    const isOpen = committing !== undefined && isOutcomeOpen(error);
    if (!isOpen || !(await isCommitted(committing.transactionId))) {
      if (committing && request) request.openCommits--;
      return {
        isStored: false,
        error,
        mayRepeat: isOpen || isRepeatable(error) || isNamed(error, "UnpreparedError"),
      };
    }
  }
  if (request) {
    request.openCommits--;
    request.isStored = true;
  }
  return { isStored: true, result: (done[0] as { result: T }).result };
}

/** Longer than a session without a client keeps its transaction open: see `Pools`. */
const askMs = 5_000;
const pauseMs = 50;

/**
 * What became of a transaction whose COMMIT was sent. Postgres knows that after a restart, too. A
 * standby, which may lag, is not asked.
 */
async function isCommitted(transactionId: string): Promise<boolean> {
  const until = performance.now() + askMs;
  for (let leftMs = askMs; leftMs > 0; leftMs = until - performance.now()) {
    const asked = withoutWriteRequest(
      () => database().$queryRaw<{ status: string | null }[]>`
        SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_xact_status(${transactionId}::text::xid8) END AS "status"`,
    );
    const [row] = await withDeadline(asked, leftMs).catch(() => []);
    if (row?.status === "committed") return true;
    if (row?.status === "aborted") return false;
    await sleep(pauseMs);
  }
  throw outcomeUnknown();
}

/**
 * Runs `act` once the current `inTransaction` is committed, never if it fails; at once outside of
 * one.
 */
export function afterCommit(act: () => void): void {
  const actions = ownPart().afterCommit.getStore();
  if (actions) actions.push(act);
  else act();
}

import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { PerService } from "../config/per-service";
import { DeadlineError, isDeadlineError, withDeadline } from "../core/deadline";

interface Work {
  isLate: boolean;
  hasSentStatement: boolean;
}

const current = new PerService("work-with-deadline", () => new AsyncLocalStorage<Work | undefined>());

/** Outlasts every statement sent before the deadline, because the server and the pool time out earlier. */
const outcomeMs = 5_500;

/**
 * The result of `handle` if it settles within `limitMs`. After that it sends no more statements, so a refusal guarantees
 * that nothing is stored. A statement in flight cannot be cancelled: its outcome is awaited and decides the answer.
 * Throws a `DeadlineError`.
 */
export async function withWriteDeadline<T>(handle: () => Promise<T>, limitMs: number): Promise<T> {
  const work: Work = { isLate: false, hasSentStatement: false };
  const result = current.get().run(work, handle);
  try {
    return await withDeadline(result, limitMs);
  } catch (error) {
    if (!isDeadlineError(error)) throw error;
    work.isLate = true;
    if (!work.hasSentStatement) throw error;
    const answer = await withDeadline(result, outcomeMs).catch(() => {
      throw error;
    });
    // The write is stored, so work after the answer may continue.
    work.isLate = false;
    return answer;
  }
}

/** Called before each statement. Throws if the request it belongs to has already been refused. */
export function checkDeadline(): void {
  const work = current.get().getStore();
  if (work === undefined) return;
  if (work.isLate) throw new DeadlineError("the request of this statement has already timed out");
  work.hasSentStatement = true;
}

/** Binds a callback to the request that created it, or to none, regardless of the caller. */
export function bindDeadline<G extends unknown[]>(callback: (...given: G) => void): (...given: G) => void {
  return current.get().getStore() === undefined ? (...given) => withoutDeadline(() => callback(...given)) : AsyncResource.bind(callback);
}

/** For work that a request does on behalf of others too. */
export function withoutDeadline<T>(action: () => T): T {
  return current.get().getStore() === undefined ? action() : current.get().run(undefined, action);
}

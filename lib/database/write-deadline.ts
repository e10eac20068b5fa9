import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { ProcessWide } from "../config/process-wide";
import { DeadlineError, withDeadline } from "../core/deadline";

/** What a request does in the database, as long as its caller waits for it. */
interface Work {
  isLate: boolean;
  hasAsked: boolean;
}

const current = new ProcessWide("work-with-deadline", () => new AsyncLocalStorage<Work | undefined>());

/** A statement that was sent just before the deadline is over by then: the server and the pool give it up before. */
const outcomeMs = 5_500;

/**
 * The result of `handle` if it comes within `limitMs`. Past that no statement of it is sent any more, so a refusal means
 * that nothing was stored and nothing will be. A statement on its way cannot be called back: its outcome is awaited and
 * decides the answer. Throws a `DeadlineError`.
 */
export async function withWriteDeadline<T>(handle: () => Promise<T>, limitMs: number): Promise<T> {
  const work: Work = { isLate: false, hasAsked: false };
  const result = current.get().run(work, handle);
  try {
    return await withDeadline(result, limitMs);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    work.isLate = true;
    if (!work.hasAsked) throw error;
    const answer = await withDeadline(result, outcomeMs).catch(() => {
      throw error;
    });
    // It is stored, so what goes on behind the answer may.
    work.isLate = false;
    return answer;
  }
}

/** Called before each statement is sent. Throws when the work it belongs to has been answered with an error. */
export function admitStatement(): void {
  const work = current.get().getStore();
  if (work === undefined) return;
  if (work.isLate) throw new DeadlineError("nobody waits for this statement any more");
  work.hasAsked = true;
}

/** A callback that belongs to the work that made it, whoever calls it. */
export function keepWork<G extends unknown[]>(callback: (...given: G) => void): (...given: G) => void {
  return current.get().getStore() === undefined ? callback : AsyncResource.bind(callback);
}

/** For what a work happens to do for others too. */
export function outsideWork<T>(action: () => T): T {
  return current.get().getStore() === undefined ? action() : current.get().run(undefined, action);
}

import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { DeadlineError, isDeadlineError, withDeadline } from "../core/deadline";

interface Work {
  isLate: boolean;
  hasSentStatement: boolean;
  /** How many waits for something else than the database are under way, and since when. */
  waits: number;
  waitsSince: number;
  /** Time of such waits that was not yet added to the limit. */
  waitedMs: number;
}

/**
 * Outlasts every statement sent before the deadline, because the server and the pool time out
 * earlier.
 */
const outcomeMs = 5_500;

/** Which request a statement belongs to, and whether it may still be sent. */
export class Deadlines {
  private readonly current = new AsyncLocalStorage<Work | undefined>();

  /**
   * The result of `handle` if it settles within `limitMs`. After that it sends no more statements,
   * so a refusal guarantees that nothing is stored. A statement in flight cannot be cancelled: its
   * outcome is awaited and decides the answer. Throws a `DeadlineError`.
   */
  async run<T>(handle: () => Promise<T>, limitMs: number): Promise<T> {
    const work: Work = {
      isLate: false,
      hasSentStatement: false,
      ...{ waits: 0, waitsSince: 0, waitedMs: 0 },
    };
    const result = this.current.run(work, handle);
    try {
      return await withDeadline(result, limitMs, () => takeWaitedMs(work));
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
  check(): void {
    const work = this.current.getStore();
    if (work === undefined) return;
    if (work.isLate) throw new DeadlineError("the request of this statement has already timed out");
    work.hasSentStatement = true;
  }

  /** The time that `wait` takes does not count: it waits for something else than the database. */
  async uncounted<T>(wait: () => Promise<T>): Promise<T> {
    const work = this.current.getStore();
    if (work === undefined) return wait();
    if (work.waits++ === 0) work.waitsSince = performance.now();
    try {
      return await wait();
    } finally {
      if (--work.waits === 0) work.waitedMs += performance.now() - work.waitsSince;
    }
  }

  /** Binds a callback to the request that created it, or to none, regardless of the caller. */
  bind<G extends unknown[]>(callback: (...given: G) => void): (...given: G) => void {
    return this.current.getStore() === undefined
      ? (...given) => this.without(() => callback(...given))
      : AsyncResource.bind(callback);
  }

  /** For work that a request does on behalf of others too. */
  without<T>(action: () => T): T {
    return this.current.getStore() === undefined ? action() : this.current.run(undefined, action);
  }
}

function takeWaitedMs(work: Work): number {
  const now = performance.now();
  const waitedMs = work.waitedMs + (work.waits > 0 ? now - work.waitsSince : 0);
  Object.assign(work, { waitedMs: 0, waitsSince: now });
  return waitedMs;
}

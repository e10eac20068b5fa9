import { isNamed } from "./errors";

/** A timeout. The operation continues in the background and its result is ignored. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

export function isDeadlineError(error: unknown): error is DeadlineError {
  return isNamed<DeadlineError>(error, "DeadlineError");
}

/**
 * A time limit by a clock that stops while this thread stands still, because other programs have
 * the processor or its own code is busy: that says nothing about the other end. The clock is looked
 * at in slices, and one that took longer counts as two.
 */
export class Countdown {
  private restMs: number;
  private readonly sliceMs: number;
  private from = performance.now();
  private timer: NodeJS.Timeout;
  private immediate: NodeJS.Immediate | undefined;

  /** `onEnd`: called when the time is up, unless `stop` was called before. */
  constructor(
    private readonly limitMs: number,
    private readonly onEnd: (() => void) | null = null,
  ) {
    this.restMs = limitMs;
    this.sliceMs = Math.max(Math.min(limitMs / 10, 25), limitMs / 50);
    this.timer = this.wait();
  }

  get leftMs(): number {
    const now = performance.now();
    this.restMs -= Math.min(now - this.from, 2 * this.sliceMs);
    this.from = now;
    return Math.max(0, this.restMs);
  }

  restart(): void {
    this.stop();
    this.restMs = this.limitMs;
    this.from = performance.now();
    this.timer = this.wait();
  }

  /** Nobody waits any more, so no time is left. */
  stop(): void {
    this.restMs = 0;
    clearTimeout(this.timer);
    clearImmediate(this.immediate);
  }

  private wait(): NodeJS.Timeout {
    const timer = setTimeout(() => this.check(), Math.min(this.restMs, this.sliceMs));
    return this.onEnd ? timer : timer.unref();
  }

  private check(): void {
    if (this.leftMs >= 1) this.timer = this.wait();
    // What arrived while the thread stood still is read before an immediate runs.
    else if (this.onEnd) this.immediate = setImmediate(this.onEnd);
  }
}

/** The promise's result, or the signal's reason if that comes first: not all work obeys a signal. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // After an abort a rejection would be unhandled.
  promise.catch(() => {});
  signal.throwIfAborted();
  let end = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    end = () => reject(signal.reason);
    signal.addEventListener("abort", end);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * The promise's result if it settles within `limitMs` of a `Countdown`, else a `DeadlineError`.
 * `moreMs` is asked when the time is up: how much longer an operation that must not be given up
 * midway may take.
 */
export async function withDeadline<T>(
  promise: Promise<T>,
  limitMs: number,
  moreMs: () => number = () => 0,
): Promise<T> {
  // After the timeout a rejection would be unhandled.
  promise.catch(() => {});
  let countdown: Countdown | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    const wait = (ms: number) => {
      countdown = new Countdown(ms, () => {
        const more = moreMs();
        if (more > 0) wait(more);
        else reject(new DeadlineError("no answer in time"));
      });
    };
    wait(limitMs);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    countdown?.stop();
  }
}

import { isNamed } from "./errors";

/** A timeout. The operation continues in the background and its result is ignored. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

export function isDeadlineError(error: unknown): error is DeadlineError {
  return isNamed<DeadlineError>(error, "DeadlineError");
}

/**
 * The promise's result if it settles within `limitMs`, else a `DeadlineError`. `moreMs` is asked
 * when the time is up: how much longer an operation that must not be given up midway may take.
 */
export function withDeadline<T>(
  promise: Promise<T>,
  limitMs: number,
  moreMs: () => number = () => 0,
): Promise<T> {
  return settledBefore(promise, (late) => startTimer(limitMs, late, moreMs));
}

/**
 * Like `withDeadline`, but for the time that the other end takes: while this thread stands still, as
 * when the first request loads its code on a busy machine, the time counts only in part.
 */
export function withAnswerDeadline<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  return settledBefore(promise, (late) => startAnswerTimer(limitMs, late));
}

/**
 * Calls `late` after `limitMs` of the time that the other end takes, as `withAnswerDeadline` counts
 * it. Returns how to stop the timer.
 */
export function startAnswerTimer(limitMs: number, late: () => void): () => void {
  const sliceMs = limitMs / slices;
  let from = performance.now();
  let leftMs = limitMs;
  return startTimer(sliceMs, late, () => {
    const now = performance.now();
    leftMs -= Math.min(now - from, 2 * sliceMs);
    from = now;
    return Math.min(leftMs, sliceMs);
  });
}

const slices = 10;

function startTimer(limitMs: number, late: () => void, moreMs: () => number): () => void {
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      const more = moreMs();
      if (more > 0) wait(more);
      else late();
    }, ms);
  };
  wait(limitMs);
  return () => clearTimeout(timer);
}

async function settledBefore<T>(
  promise: Promise<T>,
  start: (late: () => void) => () => void,
): Promise<T> {
  // After the timeout a rejection would be unhandled.
  promise.catch(() => {});
  let stop = () => {};
  const deadline = new Promise<never>((_resolve, reject) => {
    stop = start(() => reject(new DeadlineError("no answer in time")));
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    stop();
  }
}

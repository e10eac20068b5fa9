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
export async function withDeadline<T>(
  promise: Promise<T>,
  limitMs: number,
  moreMs: () => number = () => 0,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // After the timeout a rejection would be unhandled.
  promise.catch(() => {});
  const deadline = new Promise<never>((_resolve, reject) => {
    const wait = (ms: number) => {
      timer = setTimeout(() => {
        const more = moreMs();
        if (more > 0) wait(more);
        else reject(new DeadlineError("no answer in time"));
      }, ms);
    };
    wait(limitMs);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Like `withDeadline`, but for the time that the other end takes: while this thread stands still, as
 * when the first request loads its code on a busy machine, the time counts only in part.
 */
export function withAnswerDeadline<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  const sliceMs = limitMs / slices;
  let from = performance.now();
  let leftMs = limitMs;
  const leftAfterSlice = () => {
    const now = performance.now();
    leftMs -= Math.min(now - from, 2 * sliceMs);
    from = now;
    return Math.min(leftMs, sliceMs);
  };
  return withDeadline(promise, sliceMs, leftAfterSlice);
}

const slices = 10;

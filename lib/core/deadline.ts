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
        else reject(new DeadlineError(`no answer within ${limitMs} ms`));
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

import { isNamed } from "./errors";

/** A timeout. The operation continues in the background and its result is ignored. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

export function isDeadlineError(error: unknown): error is DeadlineError {
  return isNamed<DeadlineError>(error, "DeadlineError");
}

/** The promise's result if it settles within `limitMs`, else a `DeadlineError`. */
export async function withDeadline<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // After the timeout a rejection would be unhandled.
  promise.catch(() => {});
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

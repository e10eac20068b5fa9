/** Something took longer than it may; it goes on by itself, and its result is not waited for. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** The promise's result if it comes within `limitMs`, else a `DeadlineError`. */
export async function withDeadline<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  // What comes too late may fail too; nobody waits for it any more.
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

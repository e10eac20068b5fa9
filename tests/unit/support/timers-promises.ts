/**
 * `node:timers/promises` on top of the global timers, which vitest can fake; the real module cannot
 * be. For use as `vi.mock("node:timers/promises", () => import("./support/timers-promises"))`.
 */
export function setTimeout<T = void>(
  ms: number,
  value?: T,
  { signal }: { signal?: AbortSignal; ref?: boolean } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve(value as T);
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/**
 * All parts of a service, by name. Each folder declares its own here, as `createService` makes
 * them.
 */
export interface Parts {
  /** Set when shutdown begins, so that load balancers stop sending traffic. */
  isStopping: boolean;
}

/**
 * The only process global. The server and Next are bundled separately, so each has its own copy of
 * every module, and a module variable would exist twice. The service of this thread, which both
 * share, is stored under this symbol. Threads share nothing: `web.ts` creates its own.
 */
const key = Symbol.for("slugline");

const holder = globalThis as { [key]?: Parts | undefined };

/**
 * From now on this thread runs this service. Only `createService` and tests of single parts call
 * it.
 */
export function run(service: Parts | undefined): void {
  holder[key] = service;
}

/**
 * The service that this thread runs. A folder asks only for its own parts and for those of folders
 * below.
 */
export function running(): Parts {
  const service = holder[key];
  if (service === undefined)
    throw new Error("No service runs in this thread: call createService first.");
  return service;
}

export function isRunning(): boolean {
  return holder[key] !== undefined;
}

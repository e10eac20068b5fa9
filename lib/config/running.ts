/**
 * The only process global. The server and Next are bundled separately, so each has its own copy of every module, and a module
 * variable would exist twice. The service of this thread, which both share, is stored under this symbol. Threads share nothing:
 * `web.ts` creates its own.
 */
const key = Symbol.for("slugline");

const holder = globalThis as { [key]?: object | undefined };

/** From now on this thread runs this service. Only `createService` and tests of single parts call it. */
export function run(service: object | undefined): void {
  holder[key] = service;
}

/** The service that this thread runs, or the parts of it that a folder makes. Each folder has functions that name its own parts. */
export function running<Parts extends object>(): Parts {
  const service = holder[key];
  if (service === undefined) throw new Error("No service runs in this thread: call createService first.");
  return service as Parts;
}

export function isRunning(): boolean {
  return holder[key] !== undefined;
}

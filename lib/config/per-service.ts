/**
 * The server and Next are bundled separately, so each has its own copy of every module. What both share (the database
 * pools, the day's salt ...) is stored under this symbol instead of in a module variable. Threads share nothing: `web.ts`
 * has its own.
 */
const key = Symbol.for("slugline.parts");

interface Holder {
  [key]?: Map<string, unknown>;
}

const holder = globalThis as Holder;

/** From now on this thread runs another service: every value is created anew, on first use. Only `createService` and tests of single parts call it. */
export function beginService(): void {
  holder[key] = new Map();
}

function values(): Map<string, unknown> {
  holder[key] ??= new Map();
  return holder[key];
}

/** A value that lives as long as the service of this thread. It is created on first use. */
export class PerService<T> {
  constructor(
    private readonly name: string,
    private readonly make: () => T,
  ) {}

  get(): T {
    const known = values();
    if (!known.has(this.name)) known.set(this.name, this.make());
    return known.get(this.name) as T;
  }

  set(value: T): void {
    values().set(this.name, value);
  }

  /** Removes and returns the value, if it exists. The next `get` creates a new one. */
  take(): T | undefined {
    const value = this.peek();
    values().delete(this.name);
    return value;
  }

  /** The value if it exists; does not create it. */
  peek(): T | undefined {
    return values().get(this.name) as T | undefined;
  }
}

/**
 * The server and Next are bundled separately, so each has its own copy of every module. Singletons that both share (the
 * database client, the day's salt ...) are stored under this symbol instead of in a module variable. Threads share
 * nothing: `web.ts` has its own.
 */
const key = Symbol.for("slugline");

function store(): Map<string, unknown> {
  const holder = globalThis as { [key]?: Map<string, unknown> };
  holder[key] ??= new Map();
  return holder[key];
}

/** A value shared by the whole process, created on first use. */
export class ProcessWide<T> {
  constructor(
    private readonly name: string,
    private readonly make: () => T,
  ) {}

  get(): T {
    const values = store();
    if (!values.has(this.name)) values.set(this.name, this.make());
    return values.get(this.name) as T;
  }

  set(value: T): void {
    store().set(this.name, value);
  }

  /** Removes and returns the value, if it exists. The next `get` creates a new one. */
  take(): T | undefined {
    const value = this.peek();
    store().delete(this.name);
    return value;
  }

  /** The value if it exists; does not create it. */
  peek(): T | undefined {
    return store().get(this.name) as T | undefined;
  }
}

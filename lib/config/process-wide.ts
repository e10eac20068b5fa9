/**
 * The server and Next are bundled apart, so each has its own copy of every module. What must exist once where both run
 * together (the database client, the day's salt ...) hangs on this one symbol instead of on a module variable. Threads
 * share nothing: `web.ts` has its own.
 */
const key = Symbol.for("slugline");

function store(): Map<string, unknown> {
  const holder = globalThis as { [key]?: Map<string, unknown> };
  holder[key] ??= new Map();
  return holder[key];
}

/** A value shared by the whole process, made on first use. */
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

  /** The value if it was made, and forgets it: the next one who asks makes another. */
  take(): T | undefined {
    const value = this.peek();
    store().delete(this.name);
    return value;
  }

  /** The value if it was made, without making it. */
  peek(): T | undefined {
    return store().get(this.name) as T | undefined;
  }
}

/** Runs one task at a time, in the order of the calls. One that fails does not stop the next. */
export class Turn {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = done.catch(() => {});
    return done;
  }
}

/**
 * Runs the same task again and again, never twice at once. All who ask before the next run begins
 * share it.
 */
export class SharedTurn<T> {
  private readonly turn = new Turn();
  private next: Promise<T> | null = null;

  constructor(private readonly task: () => Promise<T>) {}

  run(): Promise<T> {
    this.next ??= this.turn.run(() => {
      this.next = null;
      return this.task();
    });
    return this.next;
  }
}

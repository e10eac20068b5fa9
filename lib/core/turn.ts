/** Runs one work at a time, in the order of the calls. A failure does not stop the next. */
export class Turn {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => {});
    return done;
  }
}

/** Runs one work again and again, one at a time: all who ask before the next run begins share it. */
export class SharedTurn<T> {
  private readonly turn = new Turn();
  private next: Promise<T> | null = null;

  constructor(private readonly work: () => Promise<T>) {}

  run(): Promise<T> {
    this.next ??= this.turn.run(() => {
      this.next = null;
      return this.work();
    });
    return this.next;
  }
}

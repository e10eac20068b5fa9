import type { JournalEntry } from "./journal/journal-entry";
import { ownPart } from "./own-part";

/** Visits that are stored apart, because one kind may hang while the other works. */
type RecordedKind = JournalEntry["kind"];

/**
 * The statements that store one kind of visits. They can hang while look-ups work: where clicks are
 * distributed, one of their servers may hang alone. Each holds a connection that others need, so
 * once visitors had to give one up, only one runs at a time until one succeeds.
 */
export class ClickStatements {
  private running = 0;
  private isHanging = false;
  private waiting: (() => void)[] = [];

  /** Whether another one may begin. */
  get mayBegin(): boolean {
    return !this.isHanging || this.running === 0;
  }

  /** Resolves when another one may begin. */
  async untilOneMayBegin(): Promise<void> {
    while (!this.mayBegin)
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
  }

  async run<T>(statement: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      const result = await statement();
      // Beside others, it may have begun before they hung.
      if (this.running === 1) this.isHanging = false;
      return result;
    } finally {
      this.running--;
      for (const resume of this.waiting.splice(0)) resume();
    }
  }

  /** Called when visitors stop waiting for one, which goes on. */
  gaveUp(): void {
    this.isHanging = true;
  }
}

export type StatementsOfKinds = Readonly<Record<RecordedKind, ClickStatements>>;

export function clickStatements(kind: RecordedKind = "clicks"): ClickStatements {
  return ownPart().statements[kind];
}

import type { Base } from "../config/base";
import type { ServiceIssue } from "../config/issues";
import { diskRemedy } from "../core/disk-failure";
import { errorText, isNamed } from "../core/errors";
import { explainAnyProblem, passingProblems } from "../database/database-problem";
import { sentence } from "../texts/sentence";
import type { JournalEntry } from "./journal/journal-entry";
import { journalFolder } from "./journal/journal-folder";
import { ownPart } from "./own-part";
import { rehearseClicks } from "./record-clicks";

/**
 * Clicks come from visits, or from the journal. One way may fail alone, for instance on a link that
 * is locked.
 */
type Way = "visits" | "journal";

/** A problem that may pass is reported after it. */
const momentMs = 2_000;
/** Without visits, storing is tried so often. */
const idleMs = 5_000;
const journalIdleMs = 30_000;
/** So many rows do not fit into the pages that a full disk still has. */
const manyRows = 500;

/**
 * Where clicks can be stored now: what the last attempts showed. The issues `database` and
 * `journal` tell everybody else, the web thread included.
 */
export class ClickStorage {
  private readonly failingSince = new Map<Way, number>();
  private visitAt = 0;
  private journalAt = 0;
  private journalFailedAt = 0;
  private isFull = false;

  constructor(private readonly base: Pick<Base, "issues">) {}

  stored(way: Way): void {
    if (way === "visits") this.visitAt = performance.now();
    if (this.failingSince.size === 0) return;
    this.failingSince.delete(way);
    if (this.failingSince.size === 0) this.base.issues.clear("database");
  }

  failed(way: Way, error: unknown): void {
    const now = performance.now();
    if (way === "visits") this.visitAt = now;
    const since = this.failingSince.get(way) ?? now;
    this.failingSince.set(way, since);
    const { word, text, advice } = explainAnyProblem(error);
    this.isFull = word === "disk full";
    if (passingProblems.has(word) && now - since < momentMs) return;
    this.base.issues.raise({ name: "database", word, text, advice });
  }

  /** Called when an append to the journal succeeded, or failed with `error`. */
  journaled(error?: unknown): void {
    // The size that the operator allows is no fault of the disk.
    if (isNamed(error, "JournalFullError")) return;
    const now = performance.now();
    this.journalAt = now;
    if (error !== undefined) {
      this.journalFailedAt = now;
      this.base.issues.raise({
        name: "journal",
        word: "unwritable",
        ...explainJournalFailure(error),
      });
      // A disk that is nearly full takes some records and not others.
    } else if (now - this.journalFailedAt > momentMs) this.base.issues.clear("journal");
  }

  /**
   * Tries what visits have not shown lately, so that an idle service knows too, and one without
   * visitors notices that it is well again.
   */
  async watch(): Promise<void> {
    const isFailing = this.failingSince.size > 0;
    await Promise.all([
      this.watchDatabase(isFailing ? 0 : idleMs),
      this.watchJournal(isFailing || this.isUnwritable() ? 0 : journalIdleMs),
    ]);
  }

  private async watchDatabase(everyMs: number): Promise<void> {
    if (performance.now() - this.visitAt < everyMs) return;
    await rehearseClicks(this.isFull && this.failingSince.size > 0 ? manyRows : 1).then(
      () => this.stored("visits"),
      (error: unknown) => this.failed("visits", error),
    );
  }

  private async watchJournal(everyMs: number): Promise<void> {
    if (this.journalAt > 0 && performance.now() - this.journalAt < everyMs) return;
    this.journaled(await findJournalFailure());
  }

  private isUnwritable(): boolean {
    return this.base.issues.find("journal") !== undefined;
  }
}

/** Why the journal cannot be written; undefined if it can, with `bytes`. */
export async function findJournalFailure(bytes?: number): Promise<unknown> {
  try {
    await journalFolder().tryToWrite(bytes);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What keeps the journal from being written, and what to do. */
export function explainJournalFailure(error: unknown): Pick<ServiceIssue, "text" | "advice"> {
  const reason = errorText(error);
  const remedy = diskRemedy(error) ?? sentence("diskWritable");
  const { DATA_DIR } = ownPart().config;
  return {
    text: sentence("checkJournalUnwritable", { folder: DATA_DIR }),
    advice: sentence("withReason", { problem: remedy, reason }),
  };
}

export function clickStorage(): ClickStorage {
  return ownPart().storage;
}

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

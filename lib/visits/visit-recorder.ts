import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import type { Base } from "../config/base";
import { Countdown, isDeadlineError, withDeadline } from "../core/deadline";
import { isNamed } from "../core/errors";
import { isDataFault } from "../database/database-errors";
import { DatabaseHealth, type HealthOfKinds } from "../database/database-health";
import type { ClickStorage, StatementsOfKinds } from "./click-storage";
import type { Click } from "./describe/describe-click";
import { GroupCommit, type QueueFullError } from "./group-commit";
import type { Journal } from "./journal/journal";
import { clicksOf, type JournalEntry } from "./journal/journal-entry";
import {
  type LimitedClick,
  type LimitedClicks,
  LimitUnavailableError,
  type LinkLockedError,
  storingMs,
  type UsedUpError,
} from "./limits/limited-clicks";
import { ownPart } from "./own-part";
import { newBatchId, recordClicks, recordClicksAgain } from "./record-clicks";
import type { UncountedRecorder, UncountedVisit } from "./record-uncounted";

/** How long a visitor waits for the database before the batch goes to the journal. */
const databaseLimitMs = 250;
/** How much longer if the journal cannot store the batch either. */
const lastLimitMs = 750;
/**
 * Pause before the second attempt, in which the pool drops the connections that were cut together
 * with the first.
 */
const secondAttemptMs = 100;

/** Stores visits in groups, in the database or else in the journal. */
export class VisitRecorder {
  private readonly clicks = new GroupCommit<Click>({
    commit: (clicks) => this.commitClicks(clicks),
    maxBatch: 500,
    maxQueue: 20_000,
    inFlight: 2,
  });
  private readonly limited: GroupCommit<LimitedClick>;
  /** Clicks on limited links that somebody else has locked. */
  private readonly locked: GroupCommit<LimitedClick>;
  private readonly botHits = new GroupCommit<UncountedVisit>({
    commit: (visits) => this.commitBotHits(visits),
    maxBatch: 500,
    maxQueue: 20_000,
    inFlight: 1,
  });
  /**
   * Whether waiting longer for the database has just failed: then visitors are refused at once. One
   * kind may wait for a lock that others do not need.
   */
  private readonly secondAttempts: Record<JournalEntry["kind"], DatabaseHealth> = {
    clicks: new DatabaseHealth(),
    uncounted: new DatabaseHealth(),
  };

  constructor(
    private readonly base: Pick<Base, "counts" | "log">,
    private readonly health: HealthOfKinds,
    private readonly statements: StatementsOfKinds,
    private readonly storage: ClickStorage,
    private readonly journal: () => Journal,
    private readonly uncounted: UncountedRecorder,
    limitedClicks: LimitedClicks,
  ) {
    const queue = { maxBatch: 500, maxQueue: 20_000, inFlight: 1 };
    this.limited = new GroupCommit({ commit: (clicks) => limitedClicks.record(clicks), ...queue });
    this.locked = new GroupCommit({
      commit: (clicks) => limitedClicks.recordLocked(clicks),
      ...queue,
    });
  }

  /** Resolves when the click is durable: committed, or in the journal. */
  recordClick(click: Click): Promise<void> {
    return this.clicks.add(click);
  }

  /**
   * The same for a link with a maximum of clicks. False if none was left; then the click is not
   * stored. `until`: as long as the visitor waits.
   */
  async recordLimitedClick(click: Click, until: Countdown): Promise<boolean> {
    const each: LimitedClick = { click, until };
    try {
      await withDeadline(this.addEither(each), until.leftMs, () => storingMs([each]));
      this.base.counts.clicks.durable++;
      return true;
    } catch (error) {
      if (isNamed<UsedUpError>(error, "UsedUpError")) return false;
      if (isNamed<QueueFullError>(error, "QueueFullError") || isDataFault(error)) throw error;
      throw new LimitUnavailableError((error as Error).message, { cause: error });
    }
  }

  private async addEither(click: LimitedClick): Promise<void> {
    try {
      await this.limited.add(click);
    } catch (error) {
      if (!isNamed<LinkLockedError>(error, "LinkLockedError")) throw error;
      await this.locked.add(click);
    }
  }

  /** Resolves when the visit of a preview bot is durable: committed, or in the journal. */
  recordBotHit(visit: UncountedVisit): Promise<void> {
    return this.botHits.add(visit);
  }

  async flushed(): Promise<void> {
    await Promise.all(
      [this.clicks, this.limited, this.locked, this.botHits].map((queue) => queue.flushed()),
    );
  }

  /** Visits that wait to be durable. */
  waiting(): { clicks: number; uncounted: number } {
    return {
      clicks: this.clicks.waiting + this.limited.waiting + this.locked.waiting,
      uncounted: this.botHits.waiting,
    };
  }

  private async commitClicks(clicks: Click[]): Promise<Map<Click, Error>> {
    this.base.counts.batchClicks.add(clicks.length);
    const pack = newBatchId();
    const refusal = await this.commit(
      { kind: "clicks", clicks, pack },
      () => recordClicks(clicks, pack),
      () => recordClicksAgain(clicks, { pack }),
    );
    if (refusal === null) return new Map();
    const [first] = clicks;
    if (clicks.length === 1 && first) return new Map([[first, refusal]]);
    // Bisects the batch until a bad row is isolated, so that the other rows are stored.
    const half = Math.ceil(clicks.length / 2);
    const refused = [
      await this.commitClicks(clicks.slice(0, half)),
      await this.commitClicks(clicks.slice(half)),
    ];
    return new Map(refused.flatMap((map) => [...map]));
  }

  private async commitBotHits(visits: UncountedVisit[]): Promise<Map<UncountedVisit, Error>> {
    const batchId = uuidv7();
    const refusal = await this.commit({ kind: "uncounted", batchId, visits }, () =>
      this.uncounted.record(batchId, visits),
    );
    return new Map(refusal === null ? [] : visits.map((visit) => [visit, refusal]));
  }

  /**
   * Null if the entry is durable; the database's error if it rejects the entry permanently. Throws
   * if neither database nor journal can store it now.
   */
  private async commit(
    entry: JournalEntry,
    record: () => Promise<void>,
    recordAgain = record,
  ): Promise<Error | null> {
    const statements = this.statements[entry.kind];
    const recorded = this.shouldTry(entry) ? statements.run(record) : null;
    try {
      if (recorded && (await this.isDone(entry, recorded))) return this.counted(entry, "durable");
    } catch (error) {
      return error as Error;
    }
    if (!recorded) this.logUnavailable(this.whyNotTried(entry));
    try {
      await this.journal().append(recorded ? entry : untried(entry));
      this.storage.journaled();
      return this.counted(entry, "journaled");
    } catch (refusal) {
      this.storage.journaled(refusal);
      // The journal failed too, for example on a full disk, so the database gets more time, unless
      // that has just failed.
      const last = this.secondAttempts[entry.kind];
      if (last.isUnavailable()) throw refusal;
      try {
        const limit = new Countdown(lastLimitMs);
        const again = () => statements.run(recordAgain);
        await withDeadline(this.retryOnce(recorded ?? again(), again, limit), lastLimitMs);
      } catch (error) {
        if (isDataFault(error)) return error as Error;
        last.markFailed();
        throw refusal;
      }
      this.markStored(entry);
      return this.counted(entry, "durable");
    }
  }

  private shouldTry({ kind }: JournalEntry): boolean {
    return !this.health[kind].isUnavailable() && this.statements[kind].mayBegin;
  }

  private whyNotTried(entry: JournalEntry): string {
    return this.health[entry.kind].isUnavailable()
      ? "a query has just failed"
      : "a statement that stores such visits hangs";
  }

  private counted(entry: JournalEntry, where: "durable" | "journaled"): null {
    this.base.counts.clicks[where] += clicksOf(entry);
    return null;
  }

  /**
   * The first attempt, or a second one if it fails: a restart of Postgres cuts all connections, and
   * the pool soon notices.
   */
  private async retryOnce(
    first: Promise<void>,
    record: () => Promise<void>,
    limit: Countdown,
  ): Promise<void> {
    try {
      await first;
    } catch (error) {
      // By then the visitor has been refused, and the visit must not be counted any more.
      if (isDataFault(error) || limit.leftMs <= secondAttemptMs) throw error;
      await sleep(secondAttemptMs);
      await record();
    }
  }

  private markStored({ kind }: JournalEntry): void {
    this.health[kind].markHealthy();
    this.secondAttempts[kind].markHealthy();
    if (kind === "clicks") this.storage.stored("visits");
  }

  /**
   * Whether the database stored the entry in time. Throws its error if it rejects the entry
   * permanently.
   */
  private async isDone(entry: JournalEntry, recorded: Promise<void>): Promise<boolean> {
    const { kind } = entry;
    try {
      await withDeadline(recorded, databaseLimitMs);
      this.markStored(entry);
      if (entry.kind === "uncounted") this.uncounted.settle(entry.batchId);
      return true;
    } catch (error) {
      if (isDataFault(error)) throw error;
      this.health[kind].markFailed();
      if (kind === "clicks") this.storage.failed("visits", error);
      if (isDeadlineError(error)) this.statements[kind].gaveUp();
      this.logUnavailable((error as Error).message);
      return false;
    }
  }

  private logUnavailable(reason: string): void {
    this.base.log.warn({ reason }, "the database is unavailable; visits go to the journal");
  }
}

/** Postgres cannot have stored it, so its clicks may be joined to others. */
function untried(entry: JournalEntry): JournalEntry {
  return entry.kind === "clicks" ? { kind: entry.kind, clicks: entry.clicks } : entry;
}

/** That of the service that this thread runs. */
export function visitRecorder(): VisitRecorder {
  return ownPart().recorder;
}

import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { counts } from "../config/counts";
import { log } from "../config/log";
import { PerService } from "../config/per-service";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { isNamed } from "../core/errors";
import { isDataFault } from "../database/database-errors";
import { DatabaseHealth, databaseHealth } from "../database/database-health";
import { clickStatements } from "./click-statements";
import { clickStorage } from "./click-storage";
import type { Click } from "./describe-click";
import { GroupCommit, type QueueFullError } from "./group-commit";
import { journal } from "./journal";
import { clicksOf, type JournalEntry } from "./journal-entry";
import {
  commitLimited,
  commitLocked,
  type LimitedClick,
  LimitUnavailableError,
  type LinkLockedError,
  storingMs,
  type UsedUpError,
} from "./limited-clicks";
import { recordClicks } from "./record-clicks";
import { recordUncounted, settleBatch, type UncountedVisit } from "./record-uncounted";

/** How long a visitor waits for the database before the batch goes to the journal. */
const databaseLimitMs = 250;
/** How much longer if the journal cannot store the batch either. */
const lastLimitMs = 750;
/** Pause before the second attempt, in which the pool drops the connections that were cut together with the first. */
const secondAttemptMs = 100;

interface VisitRecorder {
  clicks: GroupCommit<Click>;
  limited: GroupCommit<LimitedClick>;
  /** Clicks on limited links that somebody else has locked. */
  locked: GroupCommit<LimitedClick>;
  botHits: GroupCommit<UncountedVisit>;
}

const recorder = new PerService<VisitRecorder>("visit-recorder", () => ({
  clicks: new GroupCommit({ commit: commitClicks, maxBatch: 500, maxQueue: 20_000, inFlight: 2 }),
  limited: new GroupCommit({ commit: commitLimited, maxBatch: 500, maxQueue: 20_000, inFlight: 1 }),
  locked: new GroupCommit({ commit: commitLocked, maxBatch: 500, maxQueue: 20_000, inFlight: 1 }),
  botHits: new GroupCommit({ commit: commitBotHits, maxBatch: 500, maxQueue: 20_000, inFlight: 1 }),
}));

/** Whether waiting longer for the database has just failed: then visitors are refused at once. One kind may wait for a lock that others do not need. */
const secondAttempts = new PerService<Record<JournalEntry["kind"], DatabaseHealth>>("last-chance", () => ({
  clicks: new DatabaseHealth(),
  uncounted: new DatabaseHealth(),
}));

/** Resolves when the click is durable: committed, or in the journal. */
export function recordClick(click: Click): Promise<void> {
  return recorder.get().clicks.add(click);
}

/** The same for a link with a maximum of clicks. False if none was left; then the click is not stored. `until`: as long as the visitor waits. */
export async function recordLimitedClick(click: Click, until: number): Promise<boolean> {
  const each: LimitedClick = { click, until };
  const { limited, locked } = recorder.get();
  try {
    await withDeadline(addEither(each, limited, locked), Math.max(0, until - performance.now()), () => storingMs([each]));
    counts().clicks.durable++;
    return true;
  } catch (error) {
    if (isNamed<UsedUpError>(error, "UsedUpError")) return false;
    if (isNamed<QueueFullError>(error, "QueueFullError") || isDataFault(error)) throw error;
    throw new LimitUnavailableError((error as Error).message, { cause: error });
  }
}

async function addEither(click: LimitedClick, limited: GroupCommit<LimitedClick>, locked: GroupCommit<LimitedClick>): Promise<void> {
  try {
    await limited.add(click);
  } catch (error) {
    if (!isNamed<LinkLockedError>(error, "LinkLockedError")) throw error;
    await locked.add(click);
  }
}

/** Resolves when the visit of a preview bot is durable: committed, or in the journal. */
export function recordBotHit(visit: UncountedVisit): Promise<void> {
  return recorder.get().botHits.add(visit);
}

export async function recorderFlushed(): Promise<void> {
  const made = recorder.peek();
  await Promise.all(Object.values(made ?? {}).map((queue) => queue.flushed()));
}

/** Visits that wait to be durable. */
export function recordingQueue(): { clicks: number; uncounted: number } {
  const made = recorder.peek();
  const waiting = (...queues: ({ waiting: number } | undefined)[]) => queues.reduce((sum, queue) => sum + (queue?.waiting ?? 0), 0);
  return { clicks: waiting(made?.clicks, made?.limited, made?.locked), uncounted: waiting(made?.botHits) };
}

async function commitClicks(clicks: Click[]): Promise<Map<Click, Error>> {
  counts().batchClicks.add(clicks.length);
  const refusal = await commit({ kind: "clicks", clicks }, () => recordClicks(clicks));
  if (refusal === null) return new Map();
  const [first] = clicks;
  if (clicks.length === 1 && first) return new Map([[first, refusal]]);
  // Bisects the batch until a bad row is isolated, so that the other rows are stored.
  const half = Math.ceil(clicks.length / 2);
  const refused = [await commitClicks(clicks.slice(0, half)), await commitClicks(clicks.slice(half))];
  return new Map(refused.flatMap((map) => [...map]));
}

async function commitBotHits(visits: UncountedVisit[]): Promise<Map<UncountedVisit, Error>> {
  const batchId = uuidv7();
  const refusal = await commit({ kind: "uncounted", batchId, visits }, () => recordUncounted(batchId, visits));
  return new Map(refusal === null ? [] : visits.map((visit) => [visit, refusal]));
}

/**
 * Null if the entry is durable; the database's error if it rejects the entry permanently. Throws if neither database nor
 * journal can store it now.
 */
async function commit(entry: JournalEntry, recordOnce: () => Promise<void>): Promise<Error | null> {
  const record = () => clickStatements(entry.kind).run(recordOnce);
  const recorded = shouldTry(entry) ? record() : null;
  try {
    if (recorded && (await isDone(entry, recorded))) return counted(entry, "durable");
  } catch (error) {
    return error as Error;
  }
  if (!recorded) logUnavailable(whyNotTried(entry));
  try {
    await journal().append(entry);
    clickStorage().journaled();
    return counted(entry, "journaled");
  } catch (refusal) {
    clickStorage().journaled(refusal);
    // The journal failed too, for example on a full disk, so the database gets more time, unless that has just failed.
    const last = secondAttempts.get()[entry.kind];
    if (last.isUnavailable()) throw refusal;
    try {
      await withDeadline(retryOnce(recorded ?? record(), record, performance.now() + lastLimitMs), lastLimitMs);
    } catch (error) {
      if (isDataFault(error)) return error as Error;
      last.markFailed();
      throw refusal;
    }
    markStored(entry);
    return counted(entry, "durable");
  }
}

function shouldTry({ kind }: JournalEntry): boolean {
  return !databaseHealth(kind).isUnavailable() && clickStatements(kind).mayBegin;
}

function whyNotTried(entry: JournalEntry): string {
  return databaseHealth(entry.kind).isUnavailable() ? "a query has just failed" : "a statement that stores such visits hangs";
}

function counted(entry: JournalEntry, where: "durable" | "journaled"): null {
  counts().clicks[where] += clicksOf(entry);
  return null;
}

/** The first attempt, or a second one if it fails: a restart of Postgres cuts all connections, and the pool soon notices. */
async function retryOnce(first: Promise<void>, record: () => Promise<void>, until: number): Promise<void> {
  try {
    await first;
  } catch (error) {
    // By then the visitor has been refused, and the visit must not be counted any more.
    if (isDataFault(error) || performance.now() + secondAttemptMs >= until) throw error;
    await sleep(secondAttemptMs);
    await record();
  }
}

function markStored({ kind }: JournalEntry): void {
  databaseHealth(kind).markHealthy();
  secondAttempts.get()[kind].markHealthy();
  if (kind === "clicks") clickStorage().stored("visits");
}

/** Whether the database stored the entry in time. Throws its error if it rejects the entry permanently. */
async function isDone(entry: JournalEntry, recorded: Promise<void>): Promise<boolean> {
  const { kind } = entry;
  try {
    await withDeadline(recorded, databaseLimitMs);
    markStored(entry);
    if (entry.kind === "uncounted") settleBatch(entry.batchId);
    return true;
  } catch (error) {
    if (isDataFault(error)) throw error;
    databaseHealth(kind).markFailed();
    if (kind === "clicks") clickStorage().failed("visits", error);
    if (isDeadlineError(error)) clickStatements(kind).gaveUp();
    logUnavailable((error as Error).message);
    return false;
  }
}

function logUnavailable(reason: string): void {
  log().warn({ reason }, "the database is unavailable; visits go to the journal");
}

import { randomBytes } from "node:crypto";
import { running } from "../config/running";
import { dayMs, startOfDay } from "../core/day";
import { Countdown, isDeadlineError, withDeadline } from "../core/deadline";
import { maintenanceDatabase } from "../database/client";
import { databaseHealth } from "../database/database-health";
import { agreeOnSalt, answerSaltRequests, listAgreements } from "./agree-on-salt";
import { fingerprintOf, SaltFiles } from "./salt-files";

const saltBytes = 32;
/** How long a visitor waits for the database to answer which salt the day has. */
const visitorLimitMs = 250;
/** After that answer: how long a visitor waits for the disk or for another instance. */
const answerLimitMs = 1_000;
/** A visit that started before midnight may still need that day's salt. */
const graceMs = 60_000;
/**
 * Instances agree on the next day's salt this long before midnight, so that no visitor waits for
 * it.
 */
const headStartMs = 3_600_000;

interface DaySalt {
  dayMs: number;
  /** This instance's own proposal until the salt is agreed. The first proposal of a day wins. */
  salt: Uint8Array;
  isSettled: boolean;
  settling: Promise<void> | null;
  /**
   * Begins when the database has answered. After that, the salt only has to be written or requested
   * from another instance.
   */
  limit: Countdown | null;
}

export const newDaySalts = (dataDir: string) => ({
  files: new SaltFiles(dataDir),
  /** By the number of the day. */
  byDay: new Map<number, DaySalt>(),
});

declare module "../config/running" {
  interface Parts {
    salts: ReturnType<typeof newDaySalts>;
  }
}

/** Each visit asks for one, and each guess. */
const held = () => running().salts;

/**
 * The salt of the UTC day that contains `at`: 32 random bytes, shared by all instances, in memory
 * and in the data folder until the day ends, never in the database. If the database is unavailable
 * on a new day, the own proposal is used so that clicks do not wait. A visitor may then count twice
 * that day.
 */
export async function saltOf(at: Date, limitMs = visitorLimitMs): Promise<Uint8Array> {
  const entry = entryOf(at);
  if (entry.isSettled || databaseHealth("salts").isUnavailable()) return entry.salt;
  const settling = settle(entry);
  if (entry.limit === null) {
    await withDeadline(settling, limitMs).catch(() => {
      if (entry.limit === null) databaseHealth("salts").markFailed();
    });
  }
  // All visitors share one wait for an instance that does not answer.
  const remainingMs = entry.limit?.leftMs ?? 0;
  if (remainingMs > 0) {
    await withDeadline(settling, remainingMs).catch((error) => {
      if (!isDeadlineError(error)) databaseHealth("salts").markFailed();
    });
  }
  return entry.salt;
}

export function knownSalt(at: Date): Uint8Array | null {
  const entry = held().byDay.get(dayNumber(at));
  return entry?.isSettled ? entry.salt : null;
}

/**
 * Agrees on the current and upcoming salts, stores them on disk, and shares them with other
 * instances.
 */
export async function maintainSalts(now: Date): Promise<void> {
  for (const at of [now, new Date(now.getTime() + headStartMs)]) void settle(entryOf(at));
  await shareSalts();
  const agreements = await listAgreements();
  const { byDay, files } = held();
  for (const entry of byDay.values()) {
    if (!entry.isSettled || isOver(entry, now)) continue;
    const agreed = agreements.get(entry.dayMs);
    // Other instances found the salt lost, or the database was restored from a backup.
    if (!agreed || !fingerprintOf(entry.salt).equals(agreed)) entry.isSettled = false;
    else await files.persist(new Date(entry.dayMs), entry.salt);
  }
}

export function shareSalts(): Promise<void> {
  return answerSaltRequests(async (day, fingerprint) => {
    const { byDay, files } = held();
    const salt = byDay.get(dayNumber(day))?.salt;
    return salt && fingerprintOf(salt).equals(fingerprint)
      ? salt
      : files.find(day, fingerprint).catch(() => null);
  });
}

/** Destroys all salts of days before `now`, in memory and in the data folder. */
export async function destroyOldSalts(now: Date): Promise<void> {
  const { byDay, files } = held();
  for (const [key, entry] of byDay) if (isOver(entry, now)) byDay.delete(key);
  await files.destroyBefore(firstSaltDay(now));
}

/** Salts of days before it are destroyed. */
export function firstSaltDay(now: Date): Date {
  return startOfDay(new Date(now.getTime() - graceMs));
}

/**
 * Deletes the plain salts of version 0.1.0 whose day is over. Deleted rows stay readable in the
 * table's file until it is truncated, which it is once no such instance uses it.
 */
export async function destroyPlainSalts(now: Date): Promise<void> {
  const database = maintenanceDatabase();
  await database.dailySalt.deleteMany({ where: { day: { lt: firstSaltDay(now) } } });
  const [legacy] = await database.$queryRaw<{ mustTruncate: boolean }[]>`
    SELECT pg_relation_size('"DailySalt"') > 0 AND NOT EXISTS (SELECT FROM "DailySalt") AS "mustTruncate"`;
  if (legacy?.mustTruncate) {
    await database.$transaction([
      database.$executeRaw`LOCK TABLE "DailySalt" IN ACCESS EXCLUSIVE MODE`,
      // An instance of that version may have stored today's salt meanwhile.
      database.$executeRaw`DO $$ BEGIN IF NOT EXISTS (SELECT FROM "DailySalt") THEN TRUNCATE "DailySalt"; END IF; END $$`,
    ]);
  }
}

function entryOf(at: Date): DaySalt {
  const { byDay, files } = held();
  const key = dayNumber(at);
  const existing = byDay.get(key);
  if (existing) return existing;
  // A salt stored before a restart is correct even while the database is unavailable.
  const salt = files.findLatest(at) ?? randomBytes(saltBytes);
  const entry: DaySalt = {
    dayMs: key * dayMs,
    salt,
    isSettled: false,
    settling: null,
    limit: null,
  };
  byDay.set(key, entry);
  // The web thread runs no housekeeping. The bound is the longest delay that a timer supports.
  const restMs = Math.min(entry.dayMs + dayMs + graceMs - Date.now(), 2 * dayMs);
  setTimeout(() => byDay.delete(key), restMs).unref();
  return entry;
}

/** Rejects if the database fails. Not every caller awaits it. */
function settle(entry: DaySalt): Promise<void> {
  if (entry.isSettled) return Promise.resolve();
  entry.settling ??= settleOnce(entry).finally(() => {
    entry.settling = null;
    entry.limit?.stop();
    entry.limit = null;
  });
  entry.settling.catch(() => {});
  return entry.settling;
}

async function settleOnce(entry: DaySalt): Promise<void> {
  const salt = await agreeOnSalt(held().files, new Date(entry.dayMs), entry.salt, () => {
    entry.limit ??= new Countdown(answerLimitMs);
  });
  Object.assign(entry, { salt, isSettled: true });
}

function isOver(entry: DaySalt, now: Date): boolean {
  return now.getTime() >= entry.dayMs + dayMs + graceMs;
}

function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / dayMs);
}

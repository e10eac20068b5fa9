import { randomBytes } from "node:crypto";
import { ProcessWide } from "../config/process-wide";
import { dayMs, startOfDay } from "../core/day";
import { DeadlineError, withDeadline } from "../core/deadline";
import { maintenanceDatabase } from "../database/client";
import { databaseHealth } from "../database/database-health";
import { agreeOnSalt, answerSaltRequests, listAgreements } from "./agree-on-salt";
import { destroySaltsBefore, findKeptSalt, findLatestKeptSalt, fingerprintOf, keepSalt } from "./salt-files";

const saltBytes = 32;
/** A visitor waits this long for the database to tell which salt the day has. */
const visitorLimitMs = 250;
/** And this long, once it has, for the disk or for another instance that is asked. */
const answerLimitMs = 1_000;
/** A visit that began before midnight may still need its day's salt. */
const graceMs = 60_000;
/** From this long before midnight on instances agree on the next day's salt, so that nobody waits for it. */
const headStartMs = 3_600_000;

interface DaySalt {
  dayMs: number;
  /** Our own proposal until the instances have agreed: the first proposal of a day is everybody's salt. */
  salt: Uint8Array;
  isSettled: boolean;
  settling: Promise<void> | null;
  /** Since when the database has told which salt the day has: what is left is to write it, or to ask another instance for it. */
  answeredSince: number | null;
}

/** By the number of the day. */
const held = new ProcessWide("daily-salts", () => new Map<number, DaySalt>());

/**
 * The salt of the UTC day that `at` lies in: 32 random bytes, one for all instances, in memory and in the data folder
 * until the day is over, and never in the database. While the database is away on a new day the own proposal serves: no
 * click waits for it, and a visitor may then count twice that day.
 */
export async function saltOf(at: Date, limitMs = visitorLimitMs): Promise<Uint8Array> {
  const entry = entryOf(at);
  if (entry.isSettled || databaseHealth().isAway()) return entry.salt;
  const settling = settle(entry);
  if (entry.answeredSince === null) {
    await withDeadline(settling, limitMs).catch(() => {
      if (entry.answeredSince === null) databaseHealth().failed();
    });
  }
  // An instance that does not answer is waited for once, not by every visitor anew.
  const remainingMs = entry.answeredSince === null ? 0 : entry.answeredSince + answerLimitMs - performance.now();
  if (remainingMs > 0) {
    await withDeadline(settling, remainingMs).catch((error) => {
      if (!(error instanceof DeadlineError)) databaseHealth().failed();
    });
  }
  return entry.salt;
}

/** The salt of that day if it is settled and in memory. */
export function knownSalt(at: Date): Uint8Array | null {
  const entry = held.get().get(dayNumber(at));
  return entry?.isSettled ? entry.salt : null;
}

/** Settles the salts that are needed now and soon, keeps them on disk, and shares them with instances that ask. */
export async function tendSalts(now: Date): Promise<void> {
  for (const at of [now, new Date(now.getTime() + headStartMs)]) void settle(entryOf(at));
  await shareSalts();
  const agreements = await listAgreements();
  for (const entry of held.get().values()) {
    if (!entry.isSettled || isOver(entry, now)) continue;
    const agreed = agreements.get(entry.dayMs);
    // Others found nobody who had it, or the database was restored from a backup.
    if (!agreed || !fingerprintOf(entry.salt).equals(agreed)) entry.isSettled = false;
    else await keepSalt(new Date(entry.dayMs), entry.salt);
  }
}

/** Answers the instances that ask for a salt. */
export function shareSalts(): Promise<void> {
  return answerSaltRequests(async (day, fingerprint) => {
    const salt = held.get().get(dayNumber(day))?.salt;
    return salt && fingerprintOf(salt).equals(fingerprint) ? salt : findKeptSalt(day, fingerprint).catch(() => null);
  });
}

/** Destroys every salt of the days before `now`, in memory and in the data folder. */
export async function destroyOldSalts(now: Date): Promise<void> {
  const memory = held.get();
  for (const [key, entry] of memory) if (isOver(entry, now)) memory.delete(key);
  await destroySaltsBefore(startOfDay(new Date(now.getTime() - graceMs)));
}

/**
 * Deletes what the database knows of these salts. A deleted row can be read from the table's file until that is cut, so
 * the table in which version 0.1.0 stored whole salts is emptied as soon as no such instance uses it.
 */
export async function forgetOldSalts(now: Date): Promise<void> {
  const day = startOfDay(new Date(now.getTime() - graceMs));
  const database = maintenanceDatabase();
  await database.dailySaltFingerprint.deleteMany({ where: { day: { lt: day } } });
  await database.dailySaltRequest.deleteMany({ where: { day: { lt: day } } });
  await database.dailySalt.deleteMany({ where: { day: { lt: day } } });
  const [legacy] = await database.$queryRaw<{ isEmptied: boolean }[]>`
    SELECT pg_relation_size('"DailySalt"') = 0 OR EXISTS (SELECT FROM "DailySalt") AS "isEmptied"`;
  if (legacy?.isEmptied === false) {
    await database.$transaction([
      database.$executeRaw`LOCK TABLE "DailySalt" IN ACCESS EXCLUSIVE MODE`,
      // An instance of that version may have stored today's in between.
      database.$executeRaw`DO $$ BEGIN IF NOT EXISTS (SELECT FROM "DailySalt") THEN TRUNCATE "DailySalt"; END IF; END $$`,
    ]);
  }
}

function entryOf(at: Date): DaySalt {
  const memory = held.get();
  const key = dayNumber(at);
  const existing = memory.get(key);
  if (existing) return existing;
  // What was kept before a restart is right although the database is away.
  const salt = findLatestKeptSalt(at) ?? randomBytes(saltBytes);
  const entry: DaySalt = { dayMs: key * dayMs, salt, isSettled: false, settling: null, answeredSince: null };
  memory.set(key, entry);
  // The web thread has no housekeeping. The limit is what a timer can hold.
  const restMs = Math.min(entry.dayMs + dayMs + graceMs - Date.now(), 2 * dayMs);
  setTimeout(() => memory.delete(key), restMs).unref();
  return entry;
}

/** Rejects when the database fails; not everybody waits for it. */
function settle(entry: DaySalt): Promise<void> {
  if (entry.isSettled) return Promise.resolve();
  entry.settling ??= settleOnce(entry).finally(() => {
    entry.settling = null;
    entry.answeredSince = null;
  });
  entry.settling.catch(() => {});
  return entry.settling;
}

async function settleOnce(entry: DaySalt): Promise<void> {
  const salt = await agreeOnSalt(new Date(entry.dayMs), entry.salt, () => {
    entry.answeredSince ??= performance.now();
  });
  Object.assign(entry, { salt, isSettled: true });
}

function isOver(entry: DaySalt, now: Date): boolean {
  return now.getTime() >= entry.dayMs + dayMs + graceMs;
}

function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / dayMs);
}

import { randomBytes } from "node:crypto";
import { database, recordingDatabase } from "../database/client";
import { databaseHealth } from "../database/database-health";
import { withDeadline } from "../database/deadline";
import { dayMs, isoDate, startOfDay } from "../day";
import { ProcessWide } from "../process-wide";

const saltBytes = 32;
/** A visitor waits this long for the database to give the day's salt. */
const visitorLimitMs = 250;

interface DaySalt {
  dayMs: number;
  /** Our own proposal until the database has settled it: the first proposal of a day is everybody's salt. */
  salt: Uint8Array;
  isSettled: boolean;
  settling: Promise<void> | null;
}

const held = new ProcessWide<{ current: DaySalt | null }>("daily-salt", () => ({ current: null }));

/**
 * The salt of the UTC day that `at` lies in: 32 random bytes, one for all instances, of which only the latest day's is
 * held in memory. While the database is away on a new day the own proposal serves: no click waits for it, and a visitor
 * may then count twice that day.
 */
export async function saltOf(at: Date, limitMs = visitorLimitMs): Promise<Uint8Array> {
  const entry = entryOf(startOfDay(at));
  if (!entry.isSettled && !databaseHealth().isAway()) {
    entry.settling ??= settle(entry).finally(() => {
      entry.settling = null;
    });
    await withDeadline(entry.settling, limitMs).catch(() => databaseHealth().failed());
  }
  return entry.salt;
}

/** The salt of that day if it is settled and in memory. */
export function knownSalt(at: Date): Uint8Array | null {
  const { current } = held.get();
  return current?.isSettled && at.getTime() - current.dayMs < dayMs && at.getTime() >= current.dayMs ? current.salt : null;
}

/** Forgets every salt of the days before `now`, in memory and in the database. */
export async function dropOldSalts(now: Date): Promise<void> {
  const day = startOfDay(now);
  const memory = held.get();
  if (memory.current && memory.current.dayMs < day.getTime()) memory.current = null;
  await database().dailySalt.deleteMany({ where: { day: { lt: day } } });
}

function entryOf(day: Date): DaySalt {
  const memory = held.get();
  if (memory.current?.dayMs === day.getTime()) return memory.current;
  const entry = { dayMs: day.getTime(), salt: randomBytes(saltBytes), isSettled: false, settling: null };
  // A visit that began before midnight may ask late; it must not push the new day's salt out.
  if (memory.current === null || memory.current.dayMs < entry.dayMs) memory.current = entry;
  return entry;
}

/** Instances may race to make the salt of a new day: the first insert wins, and the no-op update reads it back. */
async function settle(entry: DaySalt): Promise<void> {
  const day = new Date(entry.dayMs);
  const [row] = await recordingDatabase().$queryRaw<{ salt: Uint8Array }[]>`
    INSERT INTO "DailySalt" ("day", "salt") VALUES (${isoDate(day)}::date, ${entry.salt})
    ON CONFLICT ("day") DO UPDATE SET "salt" = "DailySalt"."salt" RETURNING "salt"`;
  if (row) Object.assign(entry, { salt: row.salt, isSettled: true });
  await recordingDatabase().$executeRaw`DELETE FROM "DailySalt" WHERE "day" < ${isoDate(day)}::date`;
}

import { randomBytes } from "node:crypto";
import { database } from "../database/client";
import { isoDate, startOfDay } from "../day";
import { ProcessWide } from "../process-wide";

interface DaySalt {
  dayMs: number;
  salt: Promise<Uint8Array>;
}

const today = new ProcessWide<{ current: DaySalt | null }>("daily-salt", () => ({ current: null }));

/**
 * The salt of the UTC day that `at` lies in: 32 random bytes, one for all instances. Only the latest day's salt is held
 * in memory, and taking the first salt of a day deletes those of the days before.
 */
export function saltOf(at: Date): Promise<Uint8Array> {
  const day = startOfDay(at);
  const held = today.get();
  if (held.current?.dayMs === day.getTime()) return held.current.salt;
  const salt = loadSalt(day);
  // A visit that began before midnight may ask late; it must not push the new day's salt out.
  if (held.current === null || held.current.dayMs < day.getTime()) {
    const entry = { dayMs: day.getTime(), salt };
    held.current = entry;
    salt.catch(() => {
      if (held.current === entry) held.current = null;
    });
  }
  return salt;
}

/** Forgets every salt of the days before `now`, in memory and in the database. */
export async function dropOldSalts(now: Date): Promise<void> {
  const day = startOfDay(now);
  const held = today.get();
  if (held.current && held.current.dayMs < day.getTime()) held.current = null;
  await database().dailySalt.deleteMany({ where: { day: { lt: day } } });
}

/** Instances may race to make the salt of a new day: the first insert wins, and the no-op update reads it back. */
async function loadSalt(day: Date): Promise<Uint8Array> {
  const [row] = await database().$queryRaw<{ salt: Uint8Array }[]>`
    INSERT INTO "DailySalt" ("day", "salt") VALUES (${isoDate(day)}::date, ${randomBytes(32)})
    ON CONFLICT ("day") DO UPDATE SET "salt" = "DailySalt"."salt" RETURNING "salt"`;
  await database().dailySalt.deleteMany({ where: { day: { lt: day } } });
  if (!row) throw new Error("The day's salt could be neither made nor read.");
  return row.salt;
}

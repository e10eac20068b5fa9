import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../config/log";
import { isoDate } from "../core/day";
import { Countdown } from "../core/deadline";
import { maintenanceDatabase, ownSessions, recordingDatabase } from "../database/client";
import { fingerprintOf, type SaltFiles } from "./salt-files";
import { makeSealingKey, seal } from "./sealed-box";

export const saltChannel = "slugline_salt";

/**
 * If no other instance answers within this time, none has the salt any more. Instances check for
 * requests every four seconds at worst.
 */
const answerLimitMs = 10_000;
const longestPauseMs = 200;

/**
 * The salt that all instances use on that day: `proposal` if this one is first, else the agreed
 * one. `onAnswer` is called when the database has answered which salt that is.
 */
export async function agreeOnSalt(
  files: SaltFiles,
  day: Date,
  proposal: Uint8Array,
  onAnswer: () => void,
): Promise<Uint8Array> {
  for (;;) {
    const { fingerprint, plain } = await findAgreement(day);
    onAnswer();
    if (fingerprint === null) {
      await propose(files, day, plain ?? proposal);
      continue;
    }
    const known = [proposal, plain].find((salt) => salt && fingerprintOf(salt).equals(fingerprint));
    const salt = known ?? (await files.find(day, fingerprint).catch(() => null));
    if (salt) return salt;
    const received = (await hasOthers()) ? await ask(day, fingerprint) : null;
    if (received) {
      await keep(files, day, received);
      return received;
    }
    await replace(files, day, fingerprint, proposal);
  }
}

/** Encrypts the salts that `find` returns for the requesting instances. */
export async function answerSaltRequests(
  find: (day: Date, fingerprint: Uint8Array) => Promise<Uint8Array | null>,
): Promise<void> {
  const requests = await recordingDatabase().$queryRaw<
    { publicKey: Uint8Array; day: Date; fingerprint: Uint8Array }[]
  >`
    SELECT "publicKey", "day", "fingerprint" FROM "DailySaltRequest" JOIN "DailySaltFingerprint" USING ("day") WHERE "sealed" IS NULL LIMIT 100`;
  for (const { publicKey, day, fingerprint } of requests) {
    const salt = await find(day, fingerprint);
    const box = salt && sealed(salt, publicKey);
    if (!box) continue;
    await recordingDatabase().$executeRaw`
      UPDATE "DailySaltRequest" SET "sealed" = ${box} WHERE "publicKey" = ${publicKey} AND "sealed" IS NULL`;
  }
}

/** Fingerprints by day, as 00:00 UTC in milliseconds. */
export async function listAgreements(): Promise<Map<number, Uint8Array>> {
  const rows = await maintenanceDatabase().dailySaltFingerprint.findMany();
  return new Map(rows.map(({ day, fingerprint }) => [day.getTime(), fingerprint]));
}

/** `plain` is a salt stored by an instance of version 0.1.0, which all others must then use too. */
async function findAgreement(
  day: Date,
): Promise<{ fingerprint: Uint8Array | null; plain: Uint8Array | null }> {
  const [row] = await recordingDatabase().$queryRaw<
    { fingerprint: Uint8Array | null; plain: Uint8Array | null }[]
  >`
    SELECT (SELECT "fingerprint" FROM "DailySaltFingerprint" WHERE "day" = ${isoDate(day)}::date) AS "fingerprint",
           (SELECT "salt" FROM "DailySalt" WHERE "day" = ${isoDate(day)}::date) AS "plain"`;
  return row ?? { fingerprint: null, plain: null };
}

/** Instances may race: the first insert wins. The salt is on disk before others may rely on it. */
async function propose(files: SaltFiles, day: Date, salt: Uint8Array): Promise<void> {
  await keep(files, day, salt);
  await recordingDatabase().$executeRaw`
    INSERT INTO "DailySaltFingerprint" ("day", "fingerprint") VALUES (${isoDate(day)}::date, ${fingerprintOf(salt)}) ON CONFLICT DO NOTHING`;
}

/** Handles the same race between instances that all find the salt lost. */
async function replace(
  files: SaltFiles,
  day: Date,
  lost: Uint8Array,
  salt: Uint8Array,
): Promise<void> {
  log().warn("today's salt is lost on all instances; returning visitors are counted again today");
  await keep(files, day, salt);
  await recordingDatabase().$executeRaw`
    UPDATE "DailySaltFingerprint" SET "fingerprint" = ${fingerprintOf(salt)} WHERE "day" = ${isoDate(day)}::date AND "fingerprint" = ${lost}`;
}

/**
 * Held by the connection on which an instance hears requests, and so by every instance, whatever
 * its connections are called. No other program on the same database may use this number.
 */
export const saltListenerLock = 0x73_61_6c_74;
/** Instances connect again within this time after Postgres was started. */
const reconnectS = 5;

/**
 * Whether an instance other than this one may have the salt: it has a session on this database. The
 * other threads and workers of this instance count too. The version before holds no lock, but calls
 * its sessions "slugline" unless its URL says otherwise.
 */
async function hasOthers(): Promise<boolean> {
  const [row] = await recordingDatabase().$queryRaw<{ found: boolean }[]>`
    SELECT pg_postmaster_start_time() > now() - make_interval(secs => ${reconnectS}::int) OR EXISTS (
      SELECT FROM pg_stat_activity AS other
      WHERE other."datname" = current_database() AND other."pid" <> ALL(${[...ownSessions()]}::int[])
        AND other."backend_type" IS DISTINCT FROM 'parallel worker'
        AND (other."application_name" IN ('slugline', current_setting('application_name')) OR EXISTS (
          SELECT FROM pg_locks AS held
          WHERE held."pid" = other."pid" AND held."locktype" = 'advisory' AND held."classid" = 0 AND held."objid" = ${saltListenerLock}::int::oid
        ))
    ) AS "found"`;
  return row?.found ?? true;
}

/**
 * Null if nobody answers. The private key exists only in this function, so the answer cannot be
 * decrypted later.
 */
async function ask(day: Date, fingerprint: Uint8Array): Promise<Uint8Array | null> {
  const key = makeSealingKey();
  await recordingDatabase().$executeRaw`
    WITH request AS (INSERT INTO "DailySaltRequest" ("publicKey", "day") VALUES (${key.publicKey}, ${isoDate(day)}::date) RETURNING "day")
    SELECT pg_notify(${saltChannel}, '') FROM request`;
  const limit = new Countdown(answerLimitMs);
  let box: Uint8Array | null = null;
  for (
    let pauseMs = 5;
    box === null && limit.leftMs > 0;
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  ) {
    await sleep(pauseMs, undefined, { ref: false });
    const request = await recordingDatabase().dailySaltRequest.findUnique({
      where: { publicKey: Buffer.from(key.publicKey) },
    });
    box = request?.sealed ?? null;
  }
  await recordingDatabase()
    .$executeRaw`DELETE FROM "DailySaltRequest" WHERE "publicKey" = ${key.publicKey}`;
  const salt = box && opened(box, key.open);
  return salt && fingerprintOf(salt).equals(fingerprint) ? salt : null;
}

/** A full disk must not stop counting: the salt then stays in memory until it can be written. */
async function keep(files: SaltFiles, day: Date, salt: Uint8Array): Promise<void> {
  await files
    .persist(day, salt)
    .catch((error: NodeJS.ErrnoException) =>
      log().warn({ reason: error.code }, "could not write the day's salt"),
    );
}

function sealed(salt: Uint8Array, publicKey: Uint8Array): Buffer | null {
  try {
    return seal(salt, publicKey);
  } catch {
    return null;
  }
}

function opened(box: Uint8Array, open: (box: Uint8Array) => Uint8Array): Uint8Array | null {
  try {
    return open(box);
  } catch {
    return null;
  }
}

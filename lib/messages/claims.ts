import { maintenanceDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { asText, sentence } from "../texts/sentence";
import type { Attempt } from "./attempt";
import { noteDropped } from "./dropped";
import { testType } from "./events";
import type { Message } from "./request-of";
import { mostTries, waitAfter, waitsS } from "./retries";
import { bringForward, dropWaiting } from "./waiting";

/** Longer than a try takes. If the process ends meanwhile, another try begins after it. */
const leaseS = 30;
const [shortestWaitS] = waitsS;
/** Must differ from all other locks of this service; it spells "send". */
const claimLock = 0x73_65_6e_64;

/**
 * A delivery that this process sends, and nobody else until the lease ends. `tries`: with this one.
 * `isExtra`: it was brought forward, and counts as a try only if it succeeds.
 */
export interface Claim extends Omit<Message, "at"> {
  id: bigint;
  receiverId: string;
  kind: string;
  url: string;
  secret: string;
  tries: number;
  isExtra: boolean;
  now: Date;
}

const claimed = Prisma.sql`
  d."id", d."receiverId", d."messageId", d."type", d."data", d."createdAt", d."language", d."attempts" AS "tries", now() AS "now", r."kind", r."url", r."secret",
  coalesce(d."broughtForwardFrom" > d."nextAt", false) AS "isExtra"`;

const isDue = Prisma.sql`
  r."enabled" AND (r."pausedUntil" IS NULL OR r."pausedUntil" <= now()) AND d."receiverId" = r."id" AND d."state" = 'waiting' AND d."nextAt" <= now()
  AND (d."claimedUntil" IS NULL OR d."claimedUntil" <= now() AND d."type" <> ${testType})`;

export const dueMessages = Prisma.sql`
  SELECT FROM "Receiver" r WHERE EXISTS (SELECT FROM "Delivery" d WHERE ${isDue})`;

/**
 * Claims due deliveries: `atOnce` of each receiver, less what all instances are sending to it. One
 * instance claims at a time, as two would both find the same room. A test is sent once, so one whose
 * lease has ended is not: see repairClockSkew.
 */
export async function claimDue(atOnce: number): Promise<Claim[]> {
  const db = maintenanceDatabase();
  const [due] = await db.$queryRaw<[{ isAny: boolean }]>`
    SELECT EXISTS (${dueMessages}) AS "isAny"`;
  if (!due.isAny) return [];
  return db.$transaction(async (writer) => {
    const [lock] = await writer.$queryRaw<{ isOurs: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${claimLock}::bigint) AS "isOurs"`;
    if (!lock?.isOurs) return [];
    return writer.$queryRaw<Claim[]>`
      WITH due AS (
        SELECT d."id" FROM "Receiver" r CROSS JOIN LATERAL (
          SELECT d."id" FROM "Delivery" d WHERE ${isDue}
          ORDER BY d."nextAt", d."id" LIMIT greatest(0, ${atOnce} - (
            SELECT count(*) FROM "Delivery" s WHERE s."receiverId" = r."id" AND s."state" = 'waiting' AND s."claimedUntil" > now()
          ))
          FOR UPDATE SKIP LOCKED
        ) d
      )
      UPDATE "Delivery" d SET "attempts" = d."attempts" + 1, "claimedUntil" = now() + ${leaseS} * interval '1 second'
      FROM "Receiver" r WHERE d."id" IN (SELECT "id" FROM due) AND r."id" = d."receiverId" RETURNING ${claimed}`;
  });
}

/** Queues a message for one receiver and claims it at once. Null if there is no such receiver. */
export async function claimNew(
  receiverId: string,
  type: string,
  data: object,
): Promise<Claim | null> {
  const [claim] = await inTransaction(
    (writer) => writer.$queryRaw<Claim[]>`
    WITH r AS (SELECT * FROM "Receiver" WHERE "id" = ${receiverId}::uuid), d AS (
      INSERT INTO "Delivery" ("receiverId", "type", "data", "attempts", "claimedUntil")
      SELECT "id", ${type}, ${JSON.stringify(data)}::jsonb, 1, now() + ${leaseS} * interval '1 second' FROM r RETURNING *
    ) SELECT ${claimed} FROM d JOIN r ON r."id" = d."receiverId"`,
  );
  return claim ?? null;
}

/**
 * Stores what became of a try, unless its lease ended and another try began. `isLast`: it is not
 * repeated. A message that is accepted brings forward all that wait for another try.
 */
export async function settle(
  claim: Claim,
  attempt: Attempt,
  random: number,
  isLast = claim.type === testType || (claim.tries >= mostTries && !claim.isExtra),
): Promise<void> {
  await inTransaction(async (writer) => {
    const isDropped = await hasNoRoom(claim, attempt, isLast, writer);
    const isOver = isLast || isDropped;
    const counted = claim.isExtra ? claim.tries - 1 : claim.tries;
    const waitS = isOver ? null : waitAfter(counted, attempt.retryAfterS, random);
    if (!(await storeAttempt(claim, attempt, waitS, writer))) return;
    if (isDropped) await noteDropped(claim, writer);
    await noteReceiver(claim, attempt, isOver, writer);
  });
}

/** Only the first failure takes a place among those that wait for another try. */
async function hasNoRoom(
  { id, receiverId, type, tries }: Claim,
  { isAccepted, isGone }: Attempt,
  isLast: boolean,
  writer: Writer,
): Promise<boolean> {
  if (isAccepted || isGone || isLast || tries > 1) return false;
  const [row] = await writer.$queryRaw<{ hasRoom: boolean | null }[]>`
    SELECT "hasRoomToRetry"(${id}::bigint, ${receiverId}::uuid, ${type}) AS "hasRoom"`;
  return row?.hasRoom === false;
}

async function noteReceiver(
  { receiverId, type }: Claim,
  { isAccepted, isGone, retryAfterS }: Attempt,
  isOver: boolean,
  writer: Writer,
): Promise<void> {
  const where = { id: receiverId };
  if (isAccepted) {
    // Only a test is sent during a pause. If it is accepted, the pause is over.
    const ended = { failingSince: null, ...(type === testType ? { pausedUntil: null } : {}) };
    const OR = Object.keys(ended).map((name) => ({ [name]: { not: null } }));
    await writer.receiver.updateMany({ where: { ...where, OR }, data: ended });
    await bringForward(receiverId, writer);
  } else if (isGone) {
    await writer.receiver.updateMany({ where, data: { enabled: false, offReason: "gone" } });
    await dropWaiting(receiverId, sentence("receiverWasGone"), writer);
  } else if (isOver && type !== testType) {
    await writer.$executeRaw`UPDATE "Receiver" SET "failingSince" = coalesce("failingSince", now()) WHERE "id" = ${receiverId}::uuid`;
  } else if (retryAfterS) {
    await writer.$executeRaw`
      UPDATE "Receiver" SET "pausedUntil" = now() + ${retryAfterS} * interval '1 second' WHERE "id" = ${receiverId}::uuid`;
  }
}

async function storeAttempt(
  { id, tries }: Claim,
  attempt: Attempt,
  waitS: number | null,
  writer: Writer,
): Promise<boolean> {
  const state = attempt.isAccepted
    ? "sent"
    : attempt.isGone || waitS === null
      ? "failed"
      : "waiting";
  const isExtra = Prisma.sql`(${state} = 'waiting' AND "broughtForwardFrom" > "nextAt")`;
  const count = await writer.$executeRaw`
    UPDATE "Delivery" SET "state" = ${state}, "claimedUntil" = NULL, "triedAt" = now(), "status" = ${attempt.status}::int,
      "durationMs" = ${attempt.durationMs}, "response" = ${attempt.response}, "error" = ${attempt.error && asText(attempt.error)},
      "attempts" = CASE WHEN ${isExtra} THEN greatest("attempts" - 1, 1) ELSE "attempts" END,
      "nextAt" = CASE WHEN ${isExtra} THEN greatest("broughtForwardFrom", now() + ${shortestWaitS} * interval '1 second')
        ELSE now() + ${waitS ?? 0} * interval '1 second' END,
      "waitS" = CASE WHEN ${isExtra} THEN "waitS" ELSE ${waitS ?? 0} END,
      "broughtForwardFrom" = CASE WHEN ${isExtra} THEN "broughtForwardFrom" END
    WHERE "id" = ${id} AND "attempts" = ${tries} AND "state" = 'waiting'`;
  return count > 0;
}

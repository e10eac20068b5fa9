import { database, maintenanceDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Attempt } from "./attempt";
import { testType } from "./events";
import { dropWaiting } from "./receivers";
import type { Message } from "./request-of";
import { mostTries, waitAfter } from "./retries";

/** Longer than a try takes. If the process ends meanwhile, another try begins after it. */
const leaseS = 30;

/**
 * A delivery that this process sends, and nobody else until the lease ends. `tries`: with this one.
 */
export interface Claim extends Message {
  id: bigint;
  receiverId: string;
  kind: string;
  url: string;
  secret: string;
  tries: number;
  now: Date;
}

const claimed = Prisma.sql`
  d."id", d."receiverId", d."messageId", d."type", d."data", d."createdAt", d."language", d."attempts" AS "tries", now() AS "now", r."kind", r."url", r."secret"`;

/**
 * Claims due deliveries: `atOnce` of each receiver, less what `busy` counts. A test is sent once,
 * so one whose lease has ended is not: see mendTimes.
 */
export async function claimDue(
  atOnce: number,
  busy: ReadonlyMap<string, number>,
): Promise<Claim[]> {
  return maintenanceDatabase().$queryRaw<Claim[]>`
    WITH due AS (
      SELECT d."id" FROM "Receiver" r CROSS JOIN LATERAL (
        SELECT "id" FROM "Delivery"
        WHERE "receiverId" = r."id" AND "state" = 'waiting' AND "nextAt" <= now() AND ("claimedUntil" IS NULL OR "claimedUntil" <= now() AND "type" <> ${testType})
        ORDER BY "nextAt" LIMIT greatest(0, ${atOnce} - coalesce((${JSON.stringify(Object.fromEntries(busy))}::jsonb ->> r."id"::text)::int, 0))
        FOR UPDATE SKIP LOCKED
      ) d WHERE r."enabled" AND (r."pausedUntil" IS NULL OR r."pausedUntil" <= now())
    )
    UPDATE "Delivery" d SET "attempts" = d."attempts" + 1, "claimedUntil" = now() + ${leaseS} * interval '1 second'
    FROM "Receiver" r WHERE d."id" IN (SELECT "id" FROM due) AND r."id" = d."receiverId" RETURNING ${claimed}`;
}

/** Queues a message for one receiver and claims it at once. Null if there is no such receiver. */
export async function claimNew(
  receiverId: string,
  type: string,
  data: object,
): Promise<Claim | null> {
  const [claim] = await database().$queryRaw<Claim[]>`
    WITH r AS (SELECT * FROM "Receiver" WHERE "id" = ${receiverId}::uuid), d AS (
      INSERT INTO "Delivery" ("receiverId", "type", "data", "attempts", "claimedUntil")
      SELECT "id", ${type}, ${JSON.stringify(data)}::jsonb, 1, now() + ${leaseS} * interval '1 second' FROM r RETURNING *
    ) SELECT ${claimed} FROM d JOIN r ON r."id" = d."receiverId"`;
  return claim ?? null;
}

/**
 * Stores what became of a try, unless its lease ended and another try began. `isLast`: it is not
 * repeated.
 */
export async function settle(
  claim: Claim,
  attempt: Attempt,
  random: number,
  isLast = claim.type === testType || claim.tries >= mostTries,
): Promise<void> {
  const { receiverId } = claim;
  await inTransaction(async (writer) => {
    if (
      !(await storeAttempt(
        claim,
        attempt,
        isLast ? null : waitAfter(claim.tries, attempt.retryAfterS, random),
        writer,
      ))
    )
      return;
    if (attempt.isAccepted) {
      await writer.receiver.updateMany({
        where: { id: receiverId, failingSince: { not: null } },
        data: { failingSince: null },
      });
    } else if (attempt.isGone) {
      await writer.receiver.updateMany({
        where: { id: receiverId },
        data: { enabled: false, offReason: "gone" },
      });
      await dropWaiting(receiverId, "The receiver answered 410 and was switched off.", writer);
    } else if (isLast && claim.type !== testType) {
      await writer.$executeRaw`UPDATE "Receiver" SET "failingSince" = coalesce("failingSince", now()) WHERE "id" = ${receiverId}::uuid`;
    } else if (attempt.retryAfterS) {
      await writer.$executeRaw`
        UPDATE "Receiver" SET "pausedUntil" = now() + ${attempt.retryAfterS} * interval '1 second' WHERE "id" = ${receiverId}::uuid`;
    }
  });
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
  const count = await writer.$executeRaw`
    UPDATE "Delivery" SET "state" = ${state}, "claimedUntil" = NULL, "triedAt" = now(), "status" = ${attempt.status}::int,
      "durationMs" = ${attempt.durationMs}, "response" = ${attempt.response}, "error" = ${attempt.error},
      "nextAt" = now() + ${waitS ?? 0} * interval '1 second', "waitS" = ${waitS ?? 0}
    WHERE "id" = ${id} AND "attempts" = ${tries} AND "state" = 'waiting'`;
  return count > 0;
}

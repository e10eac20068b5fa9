import type { Writer } from "../database/in-transaction";
import { asText, type Sentence } from "../texts/sentence";

/** After a try that was brought forward, another success brings the next one forward only later. */
const betweenS = 60;

/** Ends what waits for a receiver that is off. */
export async function dropWaiting(
  receiverId: string,
  why: Sentence,
  writer: Writer,
): Promise<void> {
  await writer.$executeRaw`
    UPDATE "Delivery" SET "state" = 'failed', "error" = ${asText(why)}, "claimedUntil" = NULL WHERE "receiverId" = ${receiverId}::uuid AND "state" = 'waiting'`;
}

/**
 * What waits for another try is due at once, oldest first. If such a try fails, it waits for the
 * time at which it was due before: a receiver that accepts only some messages does not use up the
 * tries of the others.
 */
export async function bringForward(receiverId: string, writer: Writer): Promise<void> {
  await writer.$executeRaw`
    UPDATE "Delivery" SET "broughtForwardFrom" = "nextAt", "nextAt" = least("createdAt", now())
    WHERE "id" IN (
      SELECT "id" FROM "Delivery" WHERE "receiverId" = ${receiverId}::uuid AND "state" = 'waiting' AND "attempts" > 0 AND "nextAt" > now()
        AND ("claimedUntil" IS NULL OR "claimedUntil" <= now())
        AND ("broughtForwardFrom" IS NULL OR "triedAt" < now() - ${betweenS} * interval '1 second')
      FOR UPDATE SKIP LOCKED
    )`;
}

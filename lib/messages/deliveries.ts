import type { Addresses } from "../config/env";
import type { Parts } from "../config/running";
import { withDeadline } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { database, maintenanceDatabase } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { inTransaction } from "../database/in-transaction";
import { say } from "../texts/say";
import { readStored, type Sentence, says, sentence } from "../texts/sentence";
import { claimNew, settle } from "./claims";
import { type DeliveryState, type ReceiverKind, testType } from "./events";
import { asReceiverId, getReceiver, type Receiver, receiverNotFound } from "./receivers";
import { bodyOf } from "./request-of";
import { mostTries } from "./retries";
import { bringForward } from "./waiting";

/** Of each receiver, without those that wait. */
export const mostKept = 200;
/** How long whoever asks for a test waits for its result. */
const testMs = 4_000;

/** As the API returns it. */
export interface Delivery {
  id: string;
  /** The `webhook-id`. */
  messageId: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  status: number | null;
  durationMs: number | null;
  response: string | null;
  error: Sentence | null;
  /** The message, as it was sent. */
  body: string;
  createdAt: string;
  triedAt: string | null;
  /** Null if it is not tried again. */
  nextAt: string | null;
}

/** Latest first. */
export async function listDeliveries(
  receiver: Pick<Receiver, "id" | "kind" | "url">,
  at: Addresses,
): Promise<Delivery[]> {
  const rows = await database().delivery.findMany({
    where: { receiverId: receiver.id },
    orderBy: { id: "desc" },
    take: mostKept,
  });
  return rows.map((row) => toDelivery(row, receiver, at));
}

/** Sends a test now, once. Returns it as it is after a few seconds. Throws `not_found`. */
export async function sendTest(
  receiverId: string,
  { messages, config }: Pick<Parts, "messages" | "config">,
): Promise<Delivery> {
  const claim = await claimNew(asReceiverId(receiverId), testType, {
    text: say("en", sentence("testMessage")),
  });
  if (claim === null) throw receiverNotFound();
  const done = messages.sender.tryOnce(claim).then((attempt) => settle(claim, attempt, 0));
  await withDeadline(done, testMs).catch(() => {});
  const row = await database().delivery.findUnique({ where: { id: claim.id } });
  if (row === null) throw receiverNotFound();
  const { kind, url } = claim;
  return toDelivery(row, { kind: kind as ReceiverKind, url }, config);
}

/**
 * Sends a message of the log again, or now if it waits, with the same `webhook-id`, and with it what
 * else waits for another try. Throws `not_found`, and `validation_failed` while the receiver is off.
 */
export async function sendAgain(receiverId: string, deliveryId: bigint): Promise<void> {
  const { id, enabled } = await getReceiver(receiverId);
  if (!enabled) throw new SluglineError("validation_failed", "switchReceiverOn");
  await inTransaction(async (writer) => {
    const count = await writer.$executeRaw`
      UPDATE "Delivery" SET "state" = 'waiting', "attempts" = 0, "nextAt" = now(), "waitS" = 0, "broughtForwardFrom" = NULL
      WHERE "id" = ${deliveryId} AND "receiverId" = ${id}::uuid AND "claimedUntil" IS NULL`;
    if (count === 0) throw new SluglineError("not_found", "messageGone");
    await bringForward(id, writer);
    await writer.receiver.updateMany({ where: { id }, data: { pausedUntil: null } });
  });
}

/**
 * Once the clock of the database was set back, what waits would wait too long. A test whose process
 * ended has failed.
 */
export async function repairClockSkew(): Promise<void> {
  const db = maintenanceDatabase();
  await db.$executeRaw`
    UPDATE "Delivery" SET "state" = 'failed', "error" = ${says("serverStopped")}, "claimedUntil" = NULL
    WHERE "state" = 'waiting' AND "type" = ${testType} AND ("claimedUntil" <= now() OR "claimedUntil" > now() + interval '1 minute')`;
  await db.$executeRaw`
    UPDATE "Delivery" SET "nextAt" = now(), "claimedUntil" = NULL
    WHERE "state" = 'waiting' AND ("nextAt" > now() + ("waitS" + 5) * interval '1 second' OR "claimedUntil" > now() + interval '1 minute')`;
  await db.$executeRaw`UPDATE "Receiver" SET "pausedUntil" = NULL WHERE "pausedUntil" > now() + interval '1 day 1 minute'`;
}

function toDelivery(
  { id, data, ...row }: Prisma.DeliveryModel,
  { kind, url }: Pick<Receiver, "kind" | "url">,
  at: Addresses,
): Delivery {
  const state = row.state as Delivery["state"];
  return {
    id: String(id),
    messageId: row.messageId,
    type: row.type,
    state,
    attempts: Math.min(row.attempts, mostTries),
    status: row.status,
    durationMs: row.durationMs,
    response: row.response,
    error: readStored(row.error),
    body: bodyOf({ ...row, data: data as Record<string, unknown>, at }, kind, url),
    createdAt: row.createdAt.toISOString(),
    triedAt: row.triedAt?.toISOString() ?? null,
    nextAt: state === "waiting" ? row.nextAt.toISOString() : null,
  };
}

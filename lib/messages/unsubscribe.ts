import { createHmac } from "node:crypto";
import { validate } from "uuid";
import { type Actor, recordEvent } from "../audit/record-event";
import { database } from "../database/client";
import { inTransaction } from "../database/in-transaction";
import { isSameSecret } from "../owners/secret-hash";
import { sessionSecret } from "../owners/session-secret";
import { sentence } from "../texts/sentence";
import { aboutReceiver, type Receiver } from "./receivers";
import { dropWaiting } from "./waiting";

/** The page where whoever gets the emails of a receiver can unsubscribe, without signing in. */
export async function unsubscribeUrl(receiverId: string, origin: string): Promise<string> {
  return `${origin}/dashboard/unsubscribe/${receiverId}.${await proofOf(receiverId)}`;
}

/** The receiver that this token unsubscribes from; null if the token or the receiver is gone. */
export async function findSubscription(
  token: string,
): Promise<Pick<Receiver, "id" | "name" | "enabled"> | null> {
  const [id = "", proof = ""] = token.split(".");
  if (!validate(id) || !isSameSecret(proof, await proofOf(id))) return null;
  const select = { id: true, name: true, enabled: true } as const;
  return database().receiver.findUnique({ where: { id }, select });
}

export async function unsubscribe(token: string, by: Actor, now: Date): Promise<void> {
  const found = await findSubscription(token);
  if (!found?.enabled) return;
  await inTransaction(async (writer) => {
    const data = { enabled: false, offReason: "unsubscribed" };
    await writer.receiver.updateMany({ where: { id: found.id }, data });
    const note = { by, about: aboutReceiver(found), detail: sentence("unsubscribed") };
    await recordEvent(writer, { event: "receiver-changed", ...note }, now);
    await dropWaiting(found.id, sentence("receiverUnsubscribed"), writer);
  });
}

async function proofOf(receiverId: string): Promise<string> {
  const key = await sessionSecret();
  return createHmac("sha256", key).update(`unsubscribe ${receiverId}`).digest("base64url");
}

import { randomBytes } from "node:crypto";
import { database } from "../database/client";
import { hashSecret } from "./secret-hash";

/** An invitation is good for this many days. */
export const inviteDays = 7;
const dayMs = 24 * 3_600_000;

/** Makes an invitation and returns its secret, which is kept nowhere. */
export async function inviteOwner(invitedById: string, now: Date): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + inviteDays * dayMs);
  await database().ownerInvite.create({ data: { hash: hashSecret(secret), invitedById, createdAt: now, expiresAt } });
  return { secret, expiresAt };
}

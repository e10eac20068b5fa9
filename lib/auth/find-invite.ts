import { database } from "../database/client";
import { hashSecret } from "./secret-hash";

/** Who invited, when the secret belongs to an invitation that can be taken; else null. */
export async function findInvite(secret: string, now: Date): Promise<{ invitedBy: string } | null> {
  const invite = await database().ownerInvite.findUnique({
    where: { hash: hashSecret(secret), expiresAt: { gt: now } },
    select: { invitedBy: { select: { name: true } } },
  });
  return invite && { invitedBy: invite.invitedBy.name };
}

import { database } from "../database/client";
import { takeGuess } from "./guess-limits";
import { hashSecret } from "./secret-hash";

/**
 * Who invited, when the secret belongs to an invitation that can be taken; else null. Wrong ones are counted by `address`:
 * throws `too_many_requests` past the limit, for a good one never.
 */
export async function findInvite(secret: string, address: string, now: Date): Promise<{ invitedBy: string } | null> {
  const invite = await database().ownerInvite.findUnique({
    where: { hash: hashSecret(secret), expiresAt: { gt: now } },
    select: { invitedBy: { select: { name: true } } },
  });
  if (!invite) await takeGuess("invite", address, now);
  return invite && { invitedBy: invite.invitedBy.name };
}

import { randomBytes } from "node:crypto";
import { dayMs } from "../core/day";
import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { takeGuess } from "./guess-limits";
import { ownerData } from "./owners";
import { hashSecret } from "./secret-hash";

export const inviteDays = 7;

/** Creates an invitation and returns its secret, which is not stored. */
export async function inviteOwner(invitedById: string, now: Date): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + inviteDays * dayMs);
  await database().ownerInvite.create({ data: { hash: hashSecret(secret), invitedById, createdAt: now, expiresAt } });
  return { secret, expiresAt };
}

/**
 * The inviting owner if the secret belongs to a valid invitation, else null. Wrong secrets are counted by `address` and
 * throw `too_many_requests` beyond the limit. Valid ones never do.
 */
export async function findInvite(secret: string, address: string, now: Date): Promise<{ invitedBy: string } | null> {
  const invite = await database().ownerInvite.findUnique({
    where: { hash: hashSecret(secret), expiresAt: { gt: now } },
    select: { invitedBy: { select: { name: true } } },
  });
  if (!invite) await takeGuess("invite", address, now);
  return invite && { invitedBy: invite.invitedBy.name };
}

/**
 * Creates the invited owner. Throws `not_found` if the invitation was used, withdrawn or has expired, and `forbidden` if
 * the email is taken; the invitation then stays valid. Of two parallel requests only one can delete the row. Without a
 * valid invitation no password is hashed; wrong ones are counted by `address` and throw `too_many_requests` beyond the
 * limit.
 */
export async function acceptInvite(secret: string, wanted: NewOwner, address: string, now: Date): Promise<void> {
  if (!(await findInvite(secret, address, now))) throw inviteIsOver();
  const data = await ownerData(wanted, now);
  try {
    await database().$transaction(async (transaction) => {
      const { count } = await transaction.ownerInvite.deleteMany({ where: { hash: hashSecret(secret), expiresAt: { gt: now } } });
      if (count === 0) throw inviteIsOver();
      await transaction.owner.create({ data });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new SluglineError("forbidden", `${wanted.email} is an owner already: sign in instead.`);
    throw error;
  }
}

function inviteIsOver(): SluglineError {
  return new SluglineError("not_found", "This invitation has expired or was already used. Ask for a new one.");
}

/** An unused invitation. The id is the hex hash of its secret. */
interface InviteSummary {
  id: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

export async function listInvites(now: Date): Promise<InviteSummary[]> {
  const rows = await database().ownerInvite.findMany({
    where: { expiresAt: { gt: now } },
    include: { invitedBy: { select: { email: true } } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map(({ hash, invitedBy, createdAt, expiresAt }) => ({
    id: Buffer.from(hash).toString("hex"),
    invitedBy: invitedBy.email,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function withdrawInvite(id: string): Promise<void> {
  await database().ownerInvite.deleteMany({ where: { hash: Buffer.from(id, "hex") } });
}

import { randomBytes } from "node:crypto";
import { dayMs } from "../core/day";
import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { takeGuess } from "./guess-limits";
import { ownerData } from "./owners";
import { hashSecret } from "./secret-hash";

/** An invitation is good for this many days. */
export const inviteDays = 7;

/** Makes an invitation and returns its secret, which is kept nowhere. */
export async function inviteOwner(invitedById: string, now: Date): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + inviteDays * dayMs);
  await database().ownerInvite.create({ data: { hash: hashSecret(secret), invitedById, createdAt: now, expiresAt } });
  return { secret, expiresAt };
}

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

/**
 * Makes the invited owner. Throws `not_found` when the invitation was taken, withdrawn or is over, and `forbidden` when
 * the e-mail belongs to an owner; it can then be tried again. Of two at once deleting the row lets one through. Without a
 * good invitation no password is hashed; wrong ones are counted by `address`, and answered `too_many_requests` past the limit.
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

/** An invitation that was not taken yet. The id is the hex hash of its secret. */
export interface InviteSummary {
  id: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

/** The invitations that can still be taken, the newest first. */
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

/** Makes an invitation useless. */
export async function withdrawInvite(id: string): Promise<void> {
  await database().ownerInvite.deleteMany({ where: { hash: Buffer.from(id, "hex") } });
}

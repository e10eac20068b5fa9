import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { ownerData } from "./create-owner";
import { findInvite } from "./find-invite";
import { hashSecret } from "./secret-hash";

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

import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import { lockOwners } from "./create-owner";

/**
 * Removes another owner, whose sessions and invitations end. Nobody removes themselves, and of two owners who remove
 * each other at once the lock lets one through: an owner always remains.
 */
export async function removeOwner(removerId: string, ownerId: string): Promise<void> {
  if (removerId === ownerId) throw new SluglineError("forbidden", "You cannot remove yourself: another owner can.");
  await database().$transaction(async (transaction) => {
    await lockOwners(transaction);
    if (!(await transaction.owner.findUnique({ where: { id: removerId }, select: { id: true } }))) {
      throw new SluglineError("forbidden", "You are no owner any more.");
    }
    await transaction.owner.deleteMany({ where: { id: ownerId } });
  });
}

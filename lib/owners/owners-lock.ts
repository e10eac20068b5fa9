import { SluglineError } from "../core/errors";
import type { Writer } from "../database/in-transaction";

/** Must differ from all other locks of this service; it spells "ownr". */
const ownersLock = 0x6f_77_6e_72;

/** Excludes other transactions that create the first owner, remove somebody or change a role. */
export async function lockOwners(transaction: Writer): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${ownersLock})::text`;
}

/**
 * Under the lock: of two owners who remove or lower each other at the same time, only the first is
 * still one.
 */
export async function requireStillOwner(transaction: Writer, id: string): Promise<void> {
  if (await transaction.owner.findUnique({ where: { id, role: "owner" }, select: { id: true } }))
    return;
  throw new SluglineError("forbidden", "noLongerOwner");
}

/** Under the lock: whether somebody else is an owner. */
export async function hasOtherOwner(transaction: Writer, id: string): Promise<boolean> {
  const where = { role: "owner", id: { not: id } };
  return (await transaction.owner.findFirst({ where, select: { id: true } })) !== null;
}

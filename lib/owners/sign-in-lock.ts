import type { Role } from "../core/access";
import { SluglineError } from "../core/errors";
import type { Writer } from "../database/in-transaction";
import type { DeviceOwner } from "./device-cookie";

/** How a person signs in, as it is stored while the transaction lasts. */
export interface StoredSignIn extends Omit<DeviceOwner, "passwordHash"> {
  role: Role;
  language: string | null;
  /** Null for whoever signs in at a provider only. */
  passwordHash: string | null;
}

/**
 * Locks how a person signs in, and reads it; null if the person was removed. Whoever changes it, or
 * stores what it lets in, does this first: what was proved may have changed while it waited.
 */
export async function lockSignIn(writer: Writer, ownerId: string): Promise<StoredSignIn | null> {
  const [owner] = await writer.$queryRaw<Omit<StoredSignIn, "passwordHash">[]>`
    SELECT "id", "email", "name", "role", "language", "deviceEpoch" FROM "Owner" WHERE "id" = ${ownerId} FOR NO KEY UPDATE`;
  if (!owner) return null;
  // A statement that waits for a lock reads other tables as they were before.
  const account = await writer.ownerAccount.findFirst({
    where: { ownerId, providerId: "credential" },
    select: { password: true },
  });
  return { ...owner, passwordHash: account?.password ?? null };
}

/** Whether the password, the sessions and the second factor are those that this was proved with. */
export function isStillProved(proved: DeviceOwner, stored: StoredSignIn): boolean {
  return stored.passwordHash === proved.passwordHash && stored.deviceEpoch === proved.deviceEpoch;
}

/** Throws `unauthorized` if what was proved has changed since. */
export async function lockProved(writer: Writer, proved: DeviceOwner): Promise<StoredSignIn> {
  const stored = await lockSignIn(writer, proved.id);
  if (stored && isStillProved(proved, stored)) return stored;
  throw signInExpired();
}

export function signInExpired(): SluglineError {
  return new SluglineError("unauthorized", "signInExpired");
}

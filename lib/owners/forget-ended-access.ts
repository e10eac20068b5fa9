import { maintenanceDatabase } from "../database/client";

/** Revoked and expired tokens stay in the list of settings for this long. */
const keptTokenMs = 30 * 24 * 3_600_000;

/** Deletes sessions and invitations that are over, and tokens that have long been. */
export async function forgetEndedAccess(now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - keptTokenMs);
  await maintenanceDatabase().ownerSession.deleteMany({ where: { expiresAt: { lt: now } } });
  await maintenanceDatabase().ownerInvite.deleteMany({ where: { expiresAt: { lt: now } } });
  await maintenanceDatabase().apiToken.deleteMany({ where: { OR: [{ revokedAt: { lt: longAgo } }, { expiresAt: { lt: longAgo } }] } });
}

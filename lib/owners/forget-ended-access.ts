import { forgetOldEvents } from "../audit/forget-old-events";
import { maintenanceDatabase } from "../database/client";

/** Settings list revoked and expired tokens for this long. */
const keptTokenMs = 30 * 24 * 3_600_000;

export async function forgetEndedAccess(now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - keptTokenMs);
  await maintenanceDatabase().ownerSession.deleteMany({ where: { expiresAt: { lt: now } } });
  await maintenanceDatabase().ownerInvite.deleteMany({ where: { expiresAt: { lt: now } } });
  await maintenanceDatabase().passwordReset.deleteMany({ where: { expiresAt: { lt: now } } });
  await maintenanceDatabase().apiToken.deleteMany({
    where: { OR: [{ revokedAt: { lt: longAgo } }, { expiresAt: { lt: longAgo } }] },
  });
  await forgetOldEvents(now);
}

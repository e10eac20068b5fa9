import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";

/** Signs one of the owner's browsers out. */
export async function revokeSession(ownerId: string, sessionId: string): Promise<void> {
  await endSessions(ownerId, { id: sessionId });
}

/** Signs all of the owner's browsers out but the one with this session. */
export async function revokeOtherSessions(ownerId: string, keptSessionId: string): Promise<void> {
  await endSessions(ownerId, { id: { not: keptSessionId } });
}

/** Who signed out a browser does not trust it: with its session all known devices end. The caller remembers its own again. */
async function endSessions(ownerId: string, which: Prisma.OwnerSessionWhereInput): Promise<void> {
  await database().$transaction([
    database().ownerSession.deleteMany({ where: { ...which, ownerId } }),
    database().owner.updateMany({ where: { id: ownerId }, data: { deviceEpoch: { increment: 1 } } }),
  ]);
}

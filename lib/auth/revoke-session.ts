import { database } from "../database/client";

/** Signs one of the owner's browsers out. */
export async function revokeSession(ownerId: string, sessionId: string): Promise<void> {
  await database().ownerSession.deleteMany({ where: { id: sessionId, ownerId } });
}

/** Signs all of the owner's browsers out but the one with this session. */
export async function revokeOtherSessions(ownerId: string, keptSessionId: string): Promise<void> {
  await database().ownerSession.deleteMany({ where: { ownerId, id: { not: keptSessionId } } });
}

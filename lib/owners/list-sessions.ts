import { readClientSoftware } from "../core/client-software";
import { database } from "../database/client";

/** A browser that is signed in. Timestamps are ISO 8601 UTC; "last used" is exact to a minute. */
export interface SessionSummary {
  id: string;
  browser: string;
  os: string;
  device: string;
  signedInAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

/** The owner's live sessions, the last used first. */
export async function listSessions(ownerId: string, now: Date): Promise<SessionSummary[]> {
  const rows = await database().ownerSession.findMany({
    where: { ownerId, expiresAt: { gt: now } },
    select: { id: true, userAgent: true, createdAt: true, updatedAt: true, expiresAt: true },
    orderBy: { updatedAt: "desc" },
  });
  return rows.map(({ id, userAgent, createdAt, updatedAt, expiresAt }) => ({
    id,
    ...readClientSoftware(userAgent),
    signedInAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

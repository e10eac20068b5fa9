import type { Role } from "../core/access";
import { readClientSoftware } from "../core/client-software";
import { database } from "../database/client";
import { isDatabaseUnavailable } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import { ownerAuth } from "./owner-auth";
import { forgetRecentSessions, type OwnerSession } from "./recent-sessions";

const touchMs = 60_000;

/**
 * The session of the cookie in these request headers; null if there is none, or it ended or was
 * revoked.
 */
export async function findSession(headers: Headers): Promise<OwnerSession | null> {
  const found = await (await ownerAuth()).readSession({ headers }).catch((error: Error) => {
    // The library wraps what the database throws.
    throw error.cause ?? error;
  });
  if (!found) return null;
  const { session, user } = found;
  const now = Date.now();
  if (now - session.updatedAt.getTime() > touchMs) {
    const at = new Date(now);
    const touched = database().$transaction([
      database().ownerSession.updateMany({ where: { id: session.id }, data: { updatedAt: at } }),
      database().owner.updateMany({ where: { id: user.id }, data: { lastSeenAt: at } }),
    ]);
    // A database that is read-only or full still shows its pages.
    await touched.catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  }
  return {
    id: session.id,
    owner: { id: user.id, email: user.email, name: user.name, role: user.role as Role },
    expiresAt: session.expiresAt,
  };
}

/** A signed-in browser. Timestamps are ISO 8601 UTC; "last used" has a resolution of a minute. */
export interface SessionSummary {
  id: string;
  browser: string;
  os: string;
  device: string;
  signedInAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

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

export async function revokeSession(ownerId: string, sessionId: string): Promise<void> {
  await endSessions(ownerId, { id: sessionId });
}

export async function revokeOtherSessions(ownerId: string, keptSessionId: string): Promise<void> {
  await endSessions(ownerId, { id: { not: keptSessionId } });
}

/**
 * An owner who signs out a browser does not trust it, so all known devices end too. The caller
 * registers its own again.
 */
async function endSessions(ownerId: string, which: Prisma.OwnerSessionWhereInput): Promise<void> {
  await database().$transaction([
    database().ownerSession.deleteMany({ where: { ...which, ownerId } }),
    database().owner.updateMany({
      where: { id: ownerId },
      data: { deviceEpoch: { increment: 1 } },
    }),
  ]);
  forgetRecentSessions();
}

export async function signOut(headers: Headers): Promise<void> {
  await (await ownerAuth()).api.signOut({ headers });
  forgetRecentSessions();
}

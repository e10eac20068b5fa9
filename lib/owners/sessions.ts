import { type Person, recordEvent } from "../audit/record-event";
import type { Role } from "../core/access";
import { browserName, readClientSoftware } from "../core/client-software";
import { database } from "../database/client";
import { isDatabaseUnavailable } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import { afterCommit, inTransaction, type Writer } from "../database/in-transaction";
import { ownerAuth } from "./owner-auth";
import { type ActingSession, forgetRecentSessions, type OwnerSession } from "./recent-sessions";
import { waitForWrites } from "./rights";

const touchMs = 60_000;

/** "Last used" and "last seen" are stored once a minute, so anything younger may be now. */
export const seenExactMs = 2 * touchMs;

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
interface SessionSummary {
  id: string;
  /** Such as Firefox on Windows; null if neither is known. */
  browser: string | null;
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
    browser: browserName(userAgent),
    device: readClientSoftware(userAgent).device,
    signedInAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

export async function endSession(by: Person, sessionId: string, now: Date): Promise<void> {
  await endSessions(by, { id: sessionId }, now);
}

/**
 * `keptSessionId`: null for somebody who is not signed in yet. `writer`: of the change that this is
 * part of.
 */
export async function endOtherSessions(
  by: Person,
  keptSessionId: string | null,
  now: Date,
  writer?: Writer,
): Promise<void> {
  const others = keptSessionId === null ? {} : { id: { not: keptSessionId } };
  await endSessions(by, others, now, writer);
}

/**
 * An owner who signs out a browser does not trust it, so all known devices end too. The caller
 * registers its own again.
 */
async function endSessions(
  by: Person,
  which: Prisma.OwnerSessionWhereInput,
  now: Date,
  writer?: Writer,
): Promise<void> {
  if (!writer) return inTransaction((own) => endSessions(by, which, now, own));
  const { ownerId } = by;
  await waitForWrites(writer, ownerId);
  // First, so that it waits for a sign-in whose session it would not see.
  await writer.owner.updateMany({
    where: { id: ownerId },
    data: { deviceEpoch: { increment: 1 } },
  });
  const { count } = await writer.ownerSession.deleteMany({ where: { ...which, ownerId } });
  if (count > 0) await recordEvent(writer, { event: "sessions-ended", by }, now);
  afterCommit(forgetRecentSessions);
}

/** The library, which removes the cookie, only logs a session that it could not delete. */
export async function signOut(
  headers: Headers,
  { id, by }: ActingSession,
  now: Date,
): Promise<void> {
  await inTransaction(async (writer) => {
    await waitForWrites(writer, by.ownerId);
    await writer.ownerSession.deleteMany({ where: { id } });
    await recordEvent(writer, { event: "signed-out", by }, now);
    afterCommit(forgetRecentSessions);
  });
  await (await ownerAuth()).api.signOut({ headers });
}

import { LRUCache } from "lru-cache";
import type { Person } from "../audit/record-event";
import type { Role } from "../core/access";
import { ownPart } from "./own-part";
import { hashSecret } from "./secret-hash";

export interface OwnerSession {
  id: string;
  owner: { id: string; email: string; name: string; role: Role };
  expiresAt: Date;
}

/** The session of a request, with who acts in it. */
export interface ActingSession extends OwnerSession {
  by: Person;
}

const keptMs = 12 * 3_600_000;

/**
 * Sessions that the database confirmed lately, by the hash of their cookie. Only this process knows
 * them.
 */
export const newRecentSessions = () =>
  new LRUCache<string, OwnerSession>({ max: 1_000, ttl: keptMs });

/** Call it with each answer of the database: null forgets the cookie. */
export function keepRecentSession(cookie: string | undefined, session: OwnerSession | null): void {
  if (cookie === undefined) return;
  if (session) ownPart().recentSessions.set(keyOf(cookie), session);
  else ownPart().recentSessions.delete(keyOf(cookie));
}

/** The session of this cookie, if it was confirmed lately and has not expired since. */
export function recentSession(cookie: string | undefined, now: Date): OwnerSession | null {
  const session = cookie === undefined ? undefined : ownPart().recentSessions.get(keyOf(cookie));
  return session && session.expiresAt > now ? session : null;
}

/**
 * Call it whenever sessions end. The remaining ones are confirmed again with their next request.
 */
export function forgetRecentSessions(): void {
  ownPart().recentSessions.clear();
}

function keyOf(cookie: string): string {
  return Buffer.from(hashSecret(cookie)).toString("base64url");
}

import { randomUUID } from "node:crypto";
import type { Person } from "../audit/actor";
import { access, type GuardedRoute, hasRole, type Role } from "../core/access";
import { toRefusal } from "../database/to-refusal";
import { asWriteRequest, confirmNothing } from "../database/write-request";
import type { OwnerSession } from "../owners/recent-sessions";
import { currentOwnerSession } from "../owners/require-owner";
import { roleNeeded, SessionEnded, sessionRights } from "../owners/rights";
import type { Sentence } from "../texts/sentence";
import { problemResponse, retryAfter } from "./problem";

/**
 * Serves a signed-in person with the role that the route `path` needs. Errors become a problem
 * body, as under /api, which `said` says in the language of a page that shows it.
 */
export async function ownerRoute(
  path: GuardedRoute,
  answer: (owner: OwnerSession["owner"], by: Person) => Promise<Response>,
  said?: (sentence: Sentence) => string,
): Promise<Response> {
  return openRoute(async () => {
    const session = await currentOwnerSession();
    if (!session) throw new SessionEnded();
    const needed = access.routes[path];
    assertRole(session.owner.role, needed);
    return asWriteRequest(sessionRights(session, needed), () => answer(session.owner, session.by));
  }, said);
}

/** The same for anyone. */
export async function openRoute(
  answer: () => Promise<Response>,
  said?: (sentence: Sentence) => string,
): Promise<Response> {
  const requestId = randomUUID();
  try {
    return await asWriteRequest(confirmNothing, answer);
  } catch (error) {
    const refusal = toRefusal(error, requestId);
    const headers = { "Cache-Control": "private, no-store", ...retryAfter(refusal) };
    return problemResponse(refusal, requestId, headers, said);
  }
}

/** Throws `forbidden` for a role that is too low. */
export function assertRole(role: Role, needed: Role): void {
  if (!hasRole(role, needed)) throw roleNeeded(needed);
}

import { randomUUID } from "node:crypto";
import { hasRole, type Role } from "../core/access";
import { asWriteRequest, confirmNothing } from "../database/in-transaction";
import { toRefusal } from "../database/to-refusal";
import { roleNeeded } from "../owners/rights";
import type { Sentence } from "../texts/sentence";
import { problemResponse, retryAfter } from "./problem";

/**
 * Serves a route of the dashboard. Errors become a problem body, as under /api, which `said` says in
 * the language of a page that shows it.
 */
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

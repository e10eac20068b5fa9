import { randomUUID } from "node:crypto";
import { SluglineError } from "../core/errors";
import { toRefusal } from "../database/to-refusal";
import type { OwnerSession } from "../owners/recent-sessions";
import { currentOwnerSession } from "../owners/require-owner";
import { problemResponse } from "./problem";

/** Serves a signed-in owner only. Errors become a problem body, as under /api. */
export async function ownerRoute(answer: (owner: OwnerSession["owner"]) => Promise<Response>): Promise<Response> {
  const requestId = randomUUID();
  try {
    const session = await currentOwnerSession();
    if (!session) throw new SluglineError("unauthorized", "Sign in to continue.");
    return await answer(session.owner);
  } catch (error) {
    return problemResponse(toRefusal(error, requestId), requestId, { "Cache-Control": "private, no-store" });
  }
}

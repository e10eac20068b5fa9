import { randomUUID } from "node:crypto";
import type { OwnerSession } from "../auth/find-session";
import { currentOwnerSession } from "../auth/require-owner";
import { SluglineError } from "../errors";
import { toRefusal } from "../to-refusal";
import { problemResponse } from "./problem";

/** Answers a request of an owner's page, and of nobody else: what is thrown becomes a problem body, as under /api. */
export async function ownerRoute(answer: (owner: OwnerSession["owner"]) => Promise<Response>): Promise<Response> {
  const requestId = randomUUID();
  try {
    const session = await currentOwnerSession();
    if (!session) throw new SluglineError("unauthorized", "Sign in to go on.");
    return await answer(session.owner);
  } catch (error) {
    return problemResponse(toRefusal(error, requestId), requestId, { "Cache-Control": "private, no-store" });
  }
}

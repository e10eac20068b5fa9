import { randomUUID } from "node:crypto";
import { access, type GuardedRoute, hasRole } from "../core/access";
import { SluglineError } from "../core/errors";
import { toRefusal } from "../database/to-refusal";
import type { OwnerSession } from "../owners/recent-sessions";
import { currentOwnerSession } from "../owners/require-owner";
import { problemResponse } from "./problem";

/** Serves a signed-in person with the role that the route `path` needs. Errors become a problem body, as under /api. */
export async function ownerRoute(path: GuardedRoute, answer: (owner: OwnerSession["owner"]) => Promise<Response>): Promise<Response> {
  const requestId = randomUUID();
  try {
    const session = await currentOwnerSession();
    if (!session) throw new SluglineError("unauthorized", "Sign in to continue.");
    const needed = access.routes[path];
    if (!hasRole(session.owner.role, needed))
      throw new SluglineError("forbidden", `This needs the role ${needed}. Ask an owner to change your role.`);
    return await answer(session.owner);
  } catch (error) {
    return problemResponse(toRefusal(error, requestId), requestId, { "Cache-Control": "private, no-store" });
  }
}

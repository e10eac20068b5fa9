import { log } from "../config/log";
import { DeadlineError } from "../core/deadline";
import { SluglineError } from "../core/errors";
import { isDatabaseAway } from "./database-errors";

/** Whatever was thrown as a refusal to answer. Only expected ones speak for themselves; the rest is logged and said in fixed words. */
export function toRefusal(error: unknown, requestId: string): SluglineError {
  if (error instanceof SluglineError) return error;
  log().error({ requestId, error: error instanceof Error ? error.message : "unknown" }, "a request failed");
  if (error instanceof DeadlineError || isDatabaseAway(error)) {
    return new SluglineError("unavailable", "The database cannot be reached right now: try again in a few seconds.");
  }
  return new SluglineError("internal_error", "The request failed on this server. Its log has the details under the request id.");
}

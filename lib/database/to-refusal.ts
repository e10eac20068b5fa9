import { log } from "../config/log";
import { isDeadlineError } from "../core/deadline";
import { isSluglineError, SluglineError } from "../core/errors";
import { isDatabaseUnavailable } from "./database-errors";

/** Converts any error to a refusal. Only expected errors keep their message; others are logged and get a fixed text. */
export function toRefusal(error: unknown, requestId: string): SluglineError {
  if (isSluglineError(error)) return error;
  log().error({ requestId, error: error instanceof Error ? error.message : "unknown" }, "a request failed");
  if (isDeadlineError(error) || isDatabaseUnavailable(error)) {
    return new SluglineError("unavailable", "The database does not answer. Try again in a moment.");
  }
  return new SluglineError("internal_error", "The request failed on this server. Its log has the details under the request id.");
}

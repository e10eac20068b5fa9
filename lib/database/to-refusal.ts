import { log } from "../config/log";
import { isSluglineError, SluglineError } from "../core/errors";
import { explainProblem } from "./database-problem";

/** Converts any error to a refusal. Only expected errors keep their message; others are logged and get a fixed text. */
export function toRefusal(error: unknown, requestId: string): SluglineError {
  if (isSluglineError(error)) return error;
  log().error({ requestId, error: error instanceof Error ? error.message : "unknown" }, "a request failed");
  const problem = explainProblem(error);
  if (problem) return new SluglineError("unavailable", `${problem.text} Try again in a moment.`);
  return new SluglineError("internal_error", "The request failed on this server. Its log has the details under the request id.");
}

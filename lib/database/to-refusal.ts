import { log } from "../config/log";
import { ownCommand } from "../config/own-command";
import { errorText, isSluglineError, SluglineError } from "../core/errors";
import { explainProblem, passingProblems } from "./database-problem";

/**
 * Converts any error to a refusal. Only expected errors keep their message; others are logged and
 * get a fixed text.
 */
export function toRefusal(error: unknown, requestId: string): SluglineError {
  if (isSluglineError(error)) return error;
  log().error({ requestId, error: errorText(error) }, "a request failed");
  const problem = explainProblem(error);
  if (problem)
    return new SluglineError(
      "unavailable",
      `${problem.text} ${passingProblems.has(problem.word) ? "Try again in a moment." : lasting()}`,
    );
  return new SluglineError(
    "internal_error",
    "The request failed on this server. Its log has the details under the request id.",
  );
}

const lasting = () =>
  `The health check, also ${ownCommand("npm run doctor")} on the server, says what to do.`;

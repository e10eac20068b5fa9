import { log } from "../config/log";
import { ownCommand } from "../config/own-command";
import { errorText, isSluglineError, SluglineError } from "../core/errors";
import { sentence } from "../texts/sentence";
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
    return new SluglineError("unavailable", "thenSentence", {
      first: problem.text,
      next: passingProblems.has(problem.word) ? sentence("tryInAMoment") : lasting(),
    });
  return new SluglineError("internal_error", "failed");
}

const lasting = () => sentence("healthCheckSays", { command: ownCommand("npm run doctor") });

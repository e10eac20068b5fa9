import type { ServerResponse } from "node:http";
import { log } from "../config/log";
import { SluglineError } from "../core/errors";
import { sendProblem } from "./send-problem";

/** Answers a request whose handling threw: 500, or an end of the connection when part of another answer was sent already. */
export function answerFailure(response: ServerResponse, error: unknown): void {
  log().error({ error: error instanceof Error ? error.message : "unknown" }, "a request failed before it was answered");
  if (response.headersSent) response.destroy();
  else sendProblem(response, new SluglineError("internal_error", "The request failed on this server. Its log has the details."));
}

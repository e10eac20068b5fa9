import type { IncomingMessage, ServerResponse } from "node:http";
import { SluglineError } from "../core/errors";
import { sendProblem } from "./send-problem";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers methods that Next does not know (it would say 400 without a word). False when the method is a known one. */
export function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (methods.includes(request.method ?? "")) return false;
  const error = new SluglineError("method_not_allowed", `The method ${request.method} is not answered here.`);
  sendProblem(response, error, { Allow: methods.join(", ") });
  return true;
}

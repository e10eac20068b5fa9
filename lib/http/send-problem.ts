import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { SluglineError } from "../errors";
import { problemBody } from "./problem";

/** Answers a request that Next never sees with a problem body. */
export function sendProblem(response: ServerResponse, error: SluglineError, headers: Record<string, string> = {}): void {
  const { status, body } = problemBody(error, randomUUID());
  response.writeHead(status, { ...headers, "Content-Type": "application/problem+json", "Cache-Control": "no-store" }).end(body);
}

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { SluglineError } from "../core/errors";
import { answerHeaders } from "./answer-headers";
import { problemBody } from "./problem";
import { closeAfterLargeBody, endAfterBody } from "./unread-body";

/** Answers a request that Next never sees with a problem body. */
export function sendProblem(response: ServerResponse, error: SluglineError, headers: Record<string, string> = {}): void {
  const { status, body } = problemBody(error, randomUUID());
  closeAfterLargeBody(response);
  response.writeHead(status, { ...headers, ...problemHeaders(body) });
  endAfterBody(response, body);
}

/** The headers of every problem body that is sent without Next. */
export function problemHeaders(body: string): Record<string, string> {
  return {
    ...answerHeaders(),
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
  };
}

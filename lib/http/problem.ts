import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { log } from "../config/log";
import { type ErrorCode, errorText, SluglineError } from "../core/errors";
import { problemMembers } from "../core/problems";
import { isTooManyRequests } from "../limits/too-many-requests";
import type { Sentence } from "../texts/sentence";
import { answerHeaders } from "./answer-headers";
import { peerAddress } from "./peer-address";
import { closeAfterLargeBody, endAfterBody } from "./request-body";

export function problemBody(
  error: SluglineError,
  requestId: string,
  said?: (sentence: Sentence) => string,
): { status: number; body: string } {
  const problem = problemMembers(error, requestId, said);
  return { status: problem.status, body: JSON.stringify(problem) };
}

export function problemResponse(
  error: SluglineError,
  requestId: string,
  headers: Record<string, string> = {},
  said?: (sentence: Sentence) => string,
): Response {
  const { status, body } = problemBody(error, requestId, said);
  return new Response(body, {
    status,
    headers: {
      ...headers,
      ...connectionOf(error),
      "Content-Type": "application/problem+json",
      Link: helpLink(error),
    },
  });
}

const retryAfterS: Partial<Record<ErrorCode, number>> = {
  unavailable: 5,
  statistics_preparing: 60,
};

/** The header that says when to try again, if that may help. */
export function retryAfter(error: SluglineError): Record<string, string> {
  const seconds = isTooManyRequests(error) ? error.retryAfterS : retryAfterS[error.code];
  return seconds ? { "Retry-After": String(seconds) } : {};
}

function helpLink({ code }: SluglineError): string {
  return `</api/docs#${code}>; rel="help"`;
}

const leavesBody: ReadonlySet<ErrorCode> = new Set(["payload_too_large", "request_timeout"]);

/**
 * Without our own server in front, which sets the peer address, an unread body would block the next
 * request on its connection.
 */
function connectionOf({ code }: SluglineError): Record<string, string> {
  return leavesBody.has(code) && peerAddress() === null ? { Connection: "close" } : {};
}

export function sendProblem(
  response: ServerResponse,
  error: SluglineError,
  headers: Record<string, string> = {},
): void {
  const requestId = randomUUID();
  const { status, body } = problemBody(error, requestId);
  closeAfterLargeBody(response);
  response.writeHead(status, { ...headers, ...problemHeaders(error, body, requestId) });
  endAfterBody(response, body);
}

export function problemHeaders(
  error: SluglineError,
  body: string,
  requestId: string,
): Record<string, string> {
  return {
    ...answerHeaders(),
    "Content-Type": "application/problem+json",
    Link: helpLink(error),
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
  };
}

/**
 * Answers a request whose handler threw: 500, or a closed connection if part of a response was
 * already sent.
 */
export function answerFailure(response: ServerResponse, error: unknown): void {
  log().error({ error: errorText(error) }, "a request failed before it was answered");
  if (response.headersSent) response.destroy();
  else sendProblem(response, new SluglineError("internal_error", "failedHere"));
}

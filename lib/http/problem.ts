import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { log } from "../config/log";
import { type ErrorCode, SluglineError } from "../core/errors";
import { answerHeaders } from "./answer-headers";
import { peerAddress } from "./peer-address";
import { closeAfterLargeBody, endAfterBody } from "./request-body";

/** The only place that maps a refusal to an HTTP status. */
const statuses: Record<ErrorCode, { status: number; title: string }> = {
  validation_failed: { status: 400, title: "The request is not valid" },
  malformed_json: { status: 400, title: "The body is not JSON" },
  malformed_request: { status: 400, title: "The request is not valid HTTP" },
  unauthorized: { status: 401, title: "A valid API token is required" },
  forbidden: { status: 403, title: "Not allowed" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "The request took too long" },
  slug_taken: { status: 409, title: "The slug is taken" },
  precondition_failed: { status: 412, title: "The link was changed" },
  payload_too_large: { status: 413, title: "The body is too large" },
  uri_too_long: { status: 414, title: "The URL is too long" },
  unsupported_media_type: { status: 415, title: "The content type is not supported" },
  idempotency_key_reused: { status: 422, title: "The idempotency key belongs to another request" },
  not_attempted: { status: 424, title: "Nothing was changed" },
  too_many_requests: { status: 429, title: "Too many requests" },
  headers_too_large: { status: 431, title: "The headers are too large" },
  internal_error: { status: 500, title: "Something went wrong on this server" },
  unavailable: { status: 503, title: "The database cannot be reached" },
  statistics_timeout: { status: 503, title: "The statistics took too long" },
};

/** A refusal by RFC 9457, without `requestId` where it is a part of a response. `error` repeats `detail` for simple scripts. */
export function problemOf(error: SluglineError, requestId?: string) {
  const { status, title } = statuses[error.code];
  return {
    type: `urn:slugline:problem:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    errors: error.problems,
    requestId,
    error: error.message,
  };
}

export function problemBody(error: SluglineError, requestId: string): { status: number; body: string } {
  const problem = problemOf(error, requestId);
  return { status: problem.status, body: JSON.stringify(problem) };
}

export function problemResponse(error: SluglineError, requestId: string, headers: Record<string, string> = {}): Response {
  const { status, body } = problemBody(error, requestId);
  return new Response(body, { status, headers: { ...headers, ...connectionOf(error), "Content-Type": "application/problem+json" } });
}

const leavesBody: ReadonlySet<ErrorCode> = new Set(["payload_too_large", "request_timeout"]);

/** Without our own server in front, which sets the peer address, an unread body would block the next request on its connection. */
function connectionOf({ code }: SluglineError): Record<string, string> {
  return leavesBody.has(code) && peerAddress() === null ? { Connection: "close" } : {};
}

export function sendProblem(response: ServerResponse, error: SluglineError, headers: Record<string, string> = {}): void {
  const { status, body } = problemBody(error, randomUUID());
  closeAfterLargeBody(response);
  response.writeHead(status, { ...headers, ...problemHeaders(body) });
  endAfterBody(response, body);
}

export function problemHeaders(body: string): Record<string, string> {
  return {
    ...answerHeaders(),
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
  };
}

/** Answers a request whose handler threw: 500, or a closed connection if part of a response was already sent. */
export function answerFailure(response: ServerResponse, error: unknown): void {
  log().error({ error: error instanceof Error ? error.message : "unknown" }, "a request failed before it was answered");
  if (response.headersSent) response.destroy();
  else sendProblem(response, new SluglineError("internal_error", "The request failed on this server. Its log has the details."));
}

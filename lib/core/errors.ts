/** Every refusal the service can return. Only `lib/http/problem.ts` maps them to HTTP. */
export type ErrorCode =
  | "validation_failed"
  | "malformed_json"
  | "malformed_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "slug_taken"
  | "tag_taken"
  | "precondition_failed"
  | "idempotency_key_reused"
  | "not_attempted"
  | "method_not_allowed"
  | "request_timeout"
  | "payload_too_large"
  | "uri_too_long"
  | "unsupported_media_type"
  | "too_many_requests"
  | "headers_too_large"
  | "internal_error"
  | "unavailable"
  | "outcome_unknown"
  | "statistics_timeout"
  | "statistics_preparing";

export const fieldProblemCodes = [
  "required",
  "invalid_type",
  "invalid_format",
  "too_long",
  "too_small",
  "reserved",
  "not_allowed",
] as const;
export type FieldProblemCode = (typeof fieldProblemCodes)[number];

/**
 * One problem with one field. `path` is the body key or query parameter; empty for the whole body.
 */
export interface FieldProblem {
  path: string;
  code: FieldProblemCode;
  message: string;
}

/** An expected refusal. The message tells the caller what is wrong and what to do. */
export class SluglineError extends Error {
  override readonly name = "SluglineError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly problems: readonly FieldProblem[] = [],
  ) {
    super(message);
  }
}

/**
 * Whether this is an error of the class with this name. The server and each of Next's layers are
 * bundled separately, each with its own copy of every class, so `instanceof` fails for errors that
 * what they share throws. A lint rule refuses it.
 */
export function isNamed<E extends Error>(error: unknown, name: E["name"]): error is E {
  return error instanceof Error && error.name === name;
}

/** Subclasses keep the name. */
export function isSluglineError(error: unknown): error is SluglineError {
  return isNamed<SluglineError>(error, "SluglineError");
}

/** What an error says, of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A refusal of one field, with a sentence to show below it. */
export function refusedField(path: string, message: string): SluglineError {
  return new SluglineError("validation_failed", message, [{ path, code: "not_allowed", message }]);
}

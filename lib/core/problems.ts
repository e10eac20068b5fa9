import { say } from "../texts/say";
import type { Sentence } from "../texts/sentence";
import type { ErrorCode, SluglineError } from "./errors";

/**
 * The only place that maps a refusal to an HTTP status. `when` is for the documentation of the API.
 */
export const problems: Readonly<
  Record<ErrorCode, { status: number; title: string; when: string }>
> = {
  validation_failed: {
    status: 400,
    title: "The request is not valid",
    when: "A field or parameter is invalid; `errors` has every problem.",
  },
  malformed_json: { status: 400, title: "The body is not JSON", when: "The body is not JSON." },
  malformed_request: {
    status: 400,
    title: "The request is not valid HTTP",
    when: "The request is not valid HTTP.",
  },
  unauthorized: {
    status: 401,
    title: "A valid API token is required",
    when: "No valid token was sent.",
  },
  forbidden: {
    status: 403,
    title: "Not allowed",
    when: "A token whose role is too low, such as a write by a reader, or a form that a page of another site sent.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    when: "There is no such link, tag or receiver, or nothing at this path.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    when: "The path does not accept this method; `Allow` names those it does.",
  },
  request_timeout: {
    status: 408,
    title: "The request took too long",
    when: "The headers did not arrive within 10 s, or the body within 30 s.",
  },
  slug_taken: { status: 409, title: "The slug is taken", when: "Another link has this slug." },
  tag_taken: { status: 409, title: "The tag exists", when: "Another tag has this name." },
  precondition_failed: {
    status: 412,
    title: "The link was changed",
    when: "`If-Match` names another version of the link, or the link was changed during a replacement.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    when: "The body, uncompressed, is larger than 64 KB; in a replacement, 256 KB; in a bulk request, 16 MB; a file to import, 32 MB.",
  },
  uri_too_long: {
    status: 414,
    title: "The URL is too long",
    when: "The URL is longer than 16 KB.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The content type is not supported",
    when: "The body is not declared as `application/json`, or its `Content-Encoding` is neither `gzip` nor `deflate`.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The idempotency key belongs to another request",
    when: "The `Idempotency-Key` was sent with another request.",
  },
  not_attempted: {
    status: 424,
    title: "Nothing was changed",
    when: "In a bulk request: another row failed, so nothing was changed.",
  },
  too_many_requests: {
    status: 429,
    title: "Too many requests",
    when: "Too many wrong tokens came from this network, too many writes with this token, too many passwords wait to be hashed, or too many files to be imported; wait for `Retry-After` seconds.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    when: "Request line and headers are larger than 16 KB.",
  },
  internal_error: {
    status: 500,
    title: "Something went wrong on this server",
    when: "The server failed; its log has the details under the request id.",
  },
  unavailable: {
    status: 503,
    title: "The database is unavailable",
    when: "The database is unavailable, read-only or too slow; `detail` says which. Nothing was changed. Try again.",
  },
  outcome_unknown: {
    status: 504,
    title: "It is not known whether this was stored",
    when: "The connection to the database ended while a write was stored, and its outcome could not be found out, or a part of it is stored. Look at what is stored, or repeat it with the same `Idempotency-Key`.",
  },
  list_timeout: {
    status: 503,
    title: "The list took too long",
    when: "Too many links have to be read to find and count those that match.",
  },
  statistics_timeout: {
    status: 503,
    title: "The statistics took too long",
    when: "The filters, the time zone or the links leave too much to count in time.",
  },
  statistics_preparing: {
    status: 503,
    title: "The statistics are being prepared",
    when: "After an upgrade, until the clicks of all links are added up: `detail` says how far.",
  },
};

/**
 * A refusal by RFC 9457, without `requestId` where it is a part of a response. `error` repeats
 * `detail` for simple scripts.
 */
export function problemMembers(
  error: SluglineError,
  requestId?: string,
  said = (sentence: Sentence) => say("en", sentence),
) {
  const { status, title } = problems[error.code];
  const detail = said(error.sentence);
  return {
    type: `urn:slugline:problem:${error.code}`,
    title,
    status,
    detail,
    code: error.code,
    errors: error.problems.map(({ sentence, ...field }) => ({ ...field, message: said(sentence) })),
    requestId,
    error: detail,
  };
}

import { describe, expect, it } from "vitest";
import { type ErrorCode, SluglineError } from "@/lib/core/errors";
import { problemBody, problemResponse } from "@/lib/http/problem";

const statuses: [ErrorCode, number][] = [
  ["validation_failed", 400],
  ["malformed_json", 400],
  ["malformed_request", 400],
  ["unauthorized", 401],
  ["not_found", 404],
  ["method_not_allowed", 405],
  ["request_timeout", 408],
  ["slug_taken", 409],
  ["precondition_failed", 412],
  ["payload_too_large", 413],
  ["uri_too_long", 414],
  ["unsupported_media_type", 415],
  ["idempotency_key_reused", 422],
  ["not_attempted", 424],
  ["headers_too_large", 431],
  ["internal_error", 500],
  ["unavailable", 503],
  ["outcome_unknown", 504],
];

describe("problemBody", () => {
  it.each(statuses)("%s is %i", (code, status) => {
    const answer = problemBody(new SluglineError(code, "A sentence."), "id-1");
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ status, code });
  });

  it("has exactly the members of RFC 9457 and ours, with `error` equal to `detail`", () => {
    const problems = [
      { path: "url", code: "required", message: "is required" },
      { path: "slug", code: "reserved", message: "is reserved" },
    ] as const;
    const { body } = problemBody(
      new SluglineError("validation_failed", "url is required; slug is reserved.", problems),
      "id-1",
    );
    expect(JSON.parse(body)).toEqual({
      type: expect.stringMatching(/^[a-z]+:/),
      title: expect.stringMatching(/./),
      status: 400,
      detail: "url is required; slug is reserved.",
      code: "validation_failed",
      errors: problems,
      requestId: "id-1",
      error: "url is required; slug is reserved.",
    });
  });

  it("has an empty list of errors if no field is invalid", () => {
    expect(
      JSON.parse(problemBody(new SluglineError("not_found", "Nothing."), "id-1").body),
    ).toMatchObject({ errors: [] });
  });

  it("has one type and title per code", () => {
    const types = statuses.map(
      ([code]) =>
        JSON.parse(problemBody(new SluglineError(code, "x"), "id").body) as { type: string },
    );
    expect(new Set(types.map(({ type }) => type)).size).toBe(statuses.length);
  });
});

describe("problemResponse", () => {
  it("is application/problem+json with the given headers", async () => {
    const response = problemResponse(new SluglineError("unauthorized", "No token."), "id-1", {
      "WWW-Authenticate": "Bearer",
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({ status: 401, requestId: "id-1" });
  });
});

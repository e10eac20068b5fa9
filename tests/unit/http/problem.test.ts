import { describe, expect, it } from "vitest";
import { type ErrorCode, refusedFields, SluglineError } from "@/lib/core/errors";
import { problemBody, problemResponse } from "@/lib/http/problem";
import { sentence } from "@/lib/texts/sentence";

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
    const answer = problemBody(new SluglineError(code, "slugImpossible"), "id-1");
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ status, code });
  });

  it("has exactly the members of RFC 9457 and ours, with `error` equal to `detail`", () => {
    const { body } = problemBody(
      refusedFields([
        { path: "url", code: "required", sentence: sentence("isRequired") },
        { path: "slug", code: "reserved", sentence: sentence("mustNotBeEmpty") },
      ]),
      "id-1",
    );
    expect(JSON.parse(body)).toEqual({
      type: expect.stringMatching(/^[a-z]+:/),
      title: expect.stringMatching(/./),
      status: 400,
      detail: "url is required; slug must not be empty.",
      code: "validation_failed",
      errors: [
        { path: "url", code: "required", message: "is required" },
        { path: "slug", code: "reserved", message: "must not be empty" },
      ],
      requestId: "id-1",
      error: "url is required; slug must not be empty.",
    });
  });

  it("has an empty list of errors if no field is invalid", () => {
    expect(
      JSON.parse(problemBody(new SluglineError("not_found", "imageGone"), "id-1").body),
    ).toMatchObject({ errors: [] });
  });

  it("has one type and title per code", () => {
    const types = statuses.map(
      ([code]) =>
        JSON.parse(problemBody(new SluglineError(code, "slugImpossible"), "id").body) as {
          type: string;
        },
    );
    expect(new Set(types.map(({ type }) => type)).size).toBe(statuses.length);
  });
});

describe("problemResponse", () => {
  it("is application/problem+json with the given headers", async () => {
    const response = problemResponse(new SluglineError("unauthorized", "sendToken"), "id-1", {
      "WWW-Authenticate": "Bearer",
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({ status: 401, requestId: "id-1" });
  });
});

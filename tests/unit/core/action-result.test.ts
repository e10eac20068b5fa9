import { describe, expect, it } from "vitest";
import {
  type ActionResult,
  type FormState,
  messageOf,
  problemOf,
  typedInto,
} from "@/lib/core/action-result";

const refused = (problems: (ActionResult & { ok: false })["problems"]): FormState => ({
  ok: false,
  code: "validation_failed",
  message: "slug is reserved.",
  problems,
  values: { slug: "api" },
});
const problem = { path: "slug", code: "reserved", message: "is reserved" } as const;

describe("what a form shows of its last submission", () => {
  it("is nothing before the first and after a successful one", () => {
    for (const state of [null, { ok: true, value: undefined }] as FormState[]) {
      expect([problemOf(state, "slug"), messageOf(state), typedInto(state, "slug")]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it("is the problem at its field, and then no message", () => {
    const state = refused([problem, { ...problem, message: "is also too long" }]);
    expect([problemOf(state, "slug"), problemOf(state, "url"), messageOf(state)]).toEqual([
      "Is reserved",
      undefined,
      undefined,
    ]);
    expect([typedInto(state, "slug"), typedInto(state, "url")]).toEqual(["api", undefined]);
  });

  it("is the message if no field is to blame", () => {
    expect(messageOf(refused([]))).toBe("slug is reserved.");
  });
});

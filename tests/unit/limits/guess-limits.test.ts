import { describe, expect, it } from "vitest";
import { DeadlineError } from "@/lib/core/deadline";
import { SluglineError } from "@/lib/core/errors";
import { toRefusal } from "@/lib/database/to-refusal";
import { refusalHeaders } from "@/lib/http/api/api-route";
import { keepIfWrong } from "@/lib/limits/guess-limits";
import { useService } from "../support/service";

/** An error of another bundle's copy of its class. */
const foreign = (name: string, carried: object) =>
  Object.assign(new Error("what happened"), { name, ...carried });
const busy = foreign("SluglineError", { code: "too_many_requests", problems: [], retryAfterS: 7 });

/** How many of two guesses are given back after this attempt. */
async function givenBack(attempt: () => Promise<boolean>): Promise<number> {
  let count = 0;
  const guess = { counted: 1, giveBack: async () => void count++ };
  await keepIfWrong([guess, guess], attempt).catch(() => {});
  return count;
}

describe("guesses", () => {
  it.each([
    ["a full queue", busy],
    ["a timeout", new DeadlineError("no answer within 5 ms")],
    ["a timeout of another bundle", foreign("DeadlineError", {})],
    ["an unreachable database", foreign("PrismaClientKnownRequestError", { code: "P1001" })],
    ["a lost connection", new Error("Connection terminated unexpectedly")],
  ])("are given back after %s", async (_, error) => {
    expect(await givenBack(() => Promise.reject(error))).toBe(2);
  });

  it("are given back if they were right", async () => {
    expect(await givenBack(async () => true)).toBe(2);
  });

  it.each([
    ["a fault in the code", new TypeError("x is not a function")],
    ["another refusal", new SluglineError("unauthorized", "incorrectEmailOrPassword")],
    [
      "an error of the library",
      foreign("APIError", { statusCode: 401, body: { code: "UNKNOWN" } }),
    ],
  ])("stay counted after %s", async (_, error) => {
    expect(await givenBack(() => Promise.reject(error))).toBe(0);
  });

  it("stay counted if they were wrong", async () => {
    expect(await givenBack(async () => false)).toBe(0);
  });
});

describe("errors of another bundle", () => {
  it("keep their message and their headers", () => {
    useService({});
    expect(toRefusal(busy, "id")).toBe(busy);
    expect(refusalHeaders(toRefusal(busy, "id"), "")).toEqual({ "Retry-After": "7" });
    expect(toRefusal(foreign("DeadlineError", {}), "id").code).toBe("unavailable");
  });
});

import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { requireApiToken } from "@/lib/auth/require-api-token";
import { refusalOf } from "../support/refusal";

const token = "unit-Test_token$1";

beforeAll(() => {
  vi.stubEnv("API_TOKEN", token);
  // Vite sets it to "/".
  vi.stubEnv("BASE_URL", "");
});

describe("requireApiToken", () => {
  it.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])("lets %j in", (authorization) => {
    expect(() => requireApiToken(authorization)).not.toThrow();
  });

  it.each([
    ["missing", null],
    ["empty", ""],
    ["the scheme alone", "Bearer"],
    ["an empty token", "Bearer "],
    ["no scheme", token],
    ["another scheme", `Basic ${token}`],
    ["no space", `Bearer${token}`],
    ["wrong", "Bearer wrong"],
    ["wrong of the same length", `Bearer ${"x".repeat(token.length)}`],
    ["a prefix", `Bearer ${token.slice(0, -1)}`],
    ["too long", `Bearer ${token}x`],
    ["other case", `Bearer ${token.toUpperCase()}`],
    ["two tokens", `Bearer ${token} ${token}`],
    ["a list", `Bearer ${token}, Bearer ${token}`],
    ["text before", `x Bearer ${token}`],
    ["white space behind", `Bearer ${token} `],
    ["quotes", `Bearer "${token}"`],
  ])("refuses it the same way when it is %s", async (_, authorization) => {
    const refusal = await refusalOf(() => requireApiToken(authorization));
    const missing = await refusalOf(() => requireApiToken(null));
    expect(refusal.code).toBe("unauthorized");
    expect([refusal.message, refusal.problems]).toEqual([missing.message, missing.problems]);
    expect(refusal.message).not.toContain(token);
  });

  it("lets nothing else in", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (text !== token) expect(() => requireApiToken(`Bearer ${text}`)).toThrow();
      }),
    );
  });
});

import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { takeGuess } from "@/lib/limits/guess-limits";
import { ApiTokens, requireApiToken as requireWithAddress } from "@/lib/owners/api-access";
import { useConfig } from "../support/config";
import { refusalOf } from "../support/refusal";

vi.mock("@/lib/limits/guess-limits", () => ({ takeGuess: vi.fn(async () => {}) }));

const requireApiToken = (authorization: string | null) =>
  requireWithAddress(authorization, () => "192.0.2.1", new Date());
const token = "unit-Test_token$1";

beforeAll(
  () =>
    void useConfig({ API_TOKEN: token }, ({ config }) => ({
      owners: { apiTokens: new ApiTokens(config) },
    })),
);

describe("requireApiToken", () => {
  it.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])(
    "accepts %j for reading and writing",
    async (authorization) => {
      await expect(requireApiToken(authorization)).resolves.toEqual({
        tokenId: null,
        name: "API_TOKEN",
        role: "owner",
      });
    },
  );

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
  ])("gives the same refusal when it is %s", async (_, authorization) => {
    const refusal = await refusalOf(() => requireApiToken(authorization));
    const missing = await refusalOf(() => requireApiToken(null));
    expect(refusal.code).toBe("unauthorized");
    expect([refusal.message, refusal.problems]).toEqual([missing.message, missing.problems]);
    expect(refusal.message).not.toContain(token);
  });

  it("counts a wrong token, but not a missing or valid one", async () => {
    vi.mocked(takeGuess).mockClear();
    await requireApiToken(`Bearer ${token}`);
    await refusalOf(() => requireApiToken(null));
    expect(takeGuess).not.toHaveBeenCalled();
    await refusalOf(() => requireApiToken("Bearer wrong"));
    expect(takeGuess).toHaveBeenCalledExactlyOnceWith("token", "192.0.2.1", expect.any(Date));
  });

  it("accepts the token of a path for reading, and only there", async () => {
    const authorization = "Bearer of-this-path";
    await expect(
      requireWithAddress(authorization, () => "192.0.2.1", new Date(), "of-this-path"),
    ).resolves.toEqual({
      tokenId: null,
      name: "METRICS_TOKEN",
      role: "reader",
    });
    for (const other of [undefined, "of-another-path"])
      expect(
        (
          await refusalOf(() =>
            requireWithAddress(authorization, () => "192.0.2.1", new Date(), other),
          )
        ).code,
      ).toBe("unauthorized");
  });

  it("accepts nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        if (text !== token) await expect(requireApiToken(`Bearer ${text}`)).rejects.toThrow();
      }),
    );
  });
});

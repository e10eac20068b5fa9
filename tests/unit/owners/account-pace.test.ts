import { describe, expect, it } from "vitest";
import { delayMsOf } from "@/lib/owners/account-pace";

describe("delayMsOf", () => {
  it("grows with the guesses at an account, up to two seconds", () => {
    expect([1, 10, 11, 20, 21, 31, 41, 1_000_000].map(delayMsOf)).toEqual([0, 0, 250, 250, 500, 1_000, 2_000, 2_000]);
  });
});

import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import {
  appSecretSchema,
  appUri,
  newAppSecret,
  secretBytes,
  stepOfCode,
} from "@/lib/sign-in/second-factor/time-code";

/** RFC 6238, appendix B: the SHA-1 rows. Six digits are the last six of its eight. */
const secret = new TextEncoder().encode("12345678901234567890");
const vectors: [seconds: number, code: string][] = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
];

describe("a code", () => {
  it.each(vectors)("of RFC 6238 at %d s is %s", (seconds, code) => {
    const now = new Date(seconds * 1_000);
    expect(stepOfCode(secret, code.slice(-6), now)).toBe(Math.floor(seconds / 30));
  });

  it.each([-29, -1, 0, 1, 29])("counts if the clock of the phone differs by %d s", (seconds) => {
    for (const at of [0, 1, 15, 29]) {
      const now = new Date((1_700_000_010 + at) * 1_000);
      const phone = new Date(now.getTime() + seconds * 1_000);
      const code = new TOTP({ secret: new Secret({ buffer: secret.buffer }) }).generate({
        timestamp: phone.getTime(),
      });
      expect(stepOfCode(secret, code, now)).toBe(Math.floor(phone.getTime() / 30_000));
    }
  });

  it.each([-61, 61])("does not count if it differs by %d s", (seconds) => {
    const now = new Date(1_700_000_010_000);
    const code = new TOTP({ secret: new Secret({ buffer: secret.buffer }) }).generate({
      timestamp: now.getTime() + seconds * 1_000,
    });
    expect(stepOfCode(secret, code, now)).toBeNull();
  });

  it.each(["", "12345", "1234567", "abcdef", "٠٨١٨٠٤"])("%o is none", (code) => {
    expect(stepOfCode(secret, code, new Date(1_111_111_109_000))).toBeNull();
  });
});

describe("a new secret", () => {
  it("has 160 random bits, in the Base32 that the form accepts", () => {
    const made = newAppSecret();
    expect(appSecretSchema.parse(made)).toBe(made);
    expect(secretBytes(made)).toHaveLength(20);
    expect(newAppSecret()).not.toBe(made);
  });

  it("is named after the account and the server in the app", () => {
    const uri = new URL(appUri("A".repeat(32), "mara+1@example.com", "Slugline go.example.com"));
    expect([uri.protocol, uri.host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(uri.pathname)).toBe("/Slugline go.example.com:mara+1@example.com");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Slugline go.example.com",
      secret: "A".repeat(32),
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

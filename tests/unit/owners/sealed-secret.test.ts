import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { fingerprintOf, openSecret, sealSecret } from "@/lib/owners/sealed-secret";
import { useService } from "../support/service";

const secret = new TextEncoder().encode("12345678901234567890");

beforeEach(() => useService({ API_TOKEN: "the-token-of-this-server" }));

it("opens for its owner, and is sealed differently each time", () => {
  const sealed = sealSecret(secret, "mara");
  expect(openSecret(sealed, "mara")).toEqual(secret);
  expect(Buffer.from(sealed).includes(Buffer.from(secret))).toBe(false);
  expect(sealSecret(secret, "mara")).not.toEqual(sealed);
});

it("opens for nobody else, and not if a byte differs", () => {
  const sealed = sealSecret(secret, "mara");
  expect(openSecret(sealed, "noor")).toBeNull();
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = sealed.with(at, (sealed[at] ?? 0) ^ 1);
    expect(openSecret(changed, "mara")).toBeNull();
  }
  for (const length of [0, 3, 15, 27])
    expect(openSecret(sealed.subarray(0, length), "mara")).toBeNull();
});

it("is void with another API token, also after a restart", () => {
  const sealed = sealSecret(secret, "mara");
  useService({ API_TOKEN: "another-token" });
  expect(openSecret(sealed, "mara")).toBeNull();
  useService({ API_TOKEN: "the-token-of-this-server" });
  expect(openSecret(sealed, "mara")).toEqual(secret);
});

it("recognises a text by no plain hash, nor with another API token", () => {
  const text = '{"password":"x"}';
  const fingerprint = fingerprintOf(text);
  expect(fingerprintOf(text)).toEqual(fingerprint);
  expect(fingerprint).not.toEqual(new Uint8Array(createHash("sha256").update(text).digest()));
  useService({ API_TOKEN: "another-token" });
  expect(fingerprintOf(text)).not.toEqual(fingerprint);
});

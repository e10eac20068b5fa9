import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashVisitor } from "@/lib/visits/visitor-hash";

const salt = new Uint8Array(32).fill(7);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("hashVisitor", () => {
  it("is SHA-256 over salt and address, cut to 16 bytes", () => {
    const whole = createHash("sha256")
      .update(Buffer.concat([salt, Buffer.from("203.0.113.9")]))
      .digest("hex");
    expect(hex(hashVisitor("203.0.113.9", salt))).toBe(whole.slice(0, 32));
  });

  it("holds nothing but its 16 bytes", () => {
    expect(hashVisitor("203.0.113.9", salt).buffer.byteLength).toBe(16);
  });

  it("is the same for the same address and salt", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(hashVisitor(address, salt.slice())).toEqual(hashVisitor(address, salt));
      }),
    );
  });

  it("depends on the address", () => {
    fc.assert(fc.property(fc.ipV4(), fc.ipV4(), (a, b) => a === b || hex(hashVisitor(a, salt)) !== hex(hashVisitor(b, salt))));
  });

  it("depends on every byte of the salt", () => {
    const original = hex(hashVisitor("203.0.113.9", salt));
    for (let index = 0; index < 32; index++) {
      const other = salt.slice();
      other[index] = 8;
      expect(hex(hashVisitor("203.0.113.9", other))).not.toBe(original);
    }
  });
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashVisitor } from "@/lib/visits/record-visit";

const salt = new Uint8Array(32).fill(7);

describe("hashVisitor", () => {
  it("is SHA-256 over salt and address, cut to 16 bytes", () => {
    const whole = createHash("sha256")
      .update(Buffer.concat([salt, Buffer.from("203.0.113.9")]))
      .digest("hex");
    expect(hashVisitor("203.0.113.9", salt)).toBe(whole.slice(0, 32));
  });

  it("is the same for the same address and salt", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(hashVisitor(address, salt.slice())).toEqual(hashVisitor(address, salt));
      }),
    );
  });

  it("depends on the address", () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.ipV4(),
        (a, b) => a === b || hashVisitor(a, salt) !== hashVisitor(b, salt),
      ),
    );
  });

  it("depends on every byte of the salt", () => {
    const original = hashVisitor("203.0.113.9", salt);
    for (let index = 0; index < 32; index++) {
      const other = salt.slice();
      other[index] = 8;
      expect(hashVisitor("203.0.113.9", other)).not.toBe(original);
    }
  });
});

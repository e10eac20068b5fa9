import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeSealingKey, seal } from "@/lib/salts/sealed-box";

const salt = randomBytes(32);

describe("a sealed box", () => {
  it("is opened by the key it was sealed to, and never looks the same twice", () => {
    const key = makeSealingKey();
    const box = seal(salt, key.publicKey);
    expect(key.open(box)).toEqual(salt);
    expect(seal(salt, key.publicKey)).not.toEqual(box);
    expect(box.includes(salt)).toBe(false);
  });

  it("is opened by no other key", () => {
    const box = seal(salt, makeSealingKey().publicKey);
    expect(() => makeSealingKey().open(box)).toThrow();
  });

  it("does not open when any byte was changed", () => {
    const key = makeSealingKey();
    const box = seal(salt, key.publicKey);
    for (const index of box.keys()) {
      const changed = Buffer.from(box);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => key.open(changed), `byte ${index}`).toThrow();
    }
  });

  it.each([0, 31, 33])("refuses a public key of %i bytes", (length) => {
    expect(() => seal(salt, randomBytes(length))).toThrow();
  });

  it("refuses the public key zero, whose shared secret everybody knows", () => {
    expect(() => seal(salt, Buffer.alloc(32))).toThrow();
  });
});

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeSealingKey, seal } from "@/lib/salts/sealed-box";

const salt = randomBytes(32);

describe("a sealed box", () => {
  it("opens with its own key, and differs each time", () => {
    const key = makeSealingKey();
    const box = seal(salt, key.publicKey);
    expect(key.open(box)).toEqual(salt);
    expect(seal(salt, key.publicKey)).not.toEqual(box);
    expect(box.includes(salt)).toBe(false);
  });

  it("does not open with another key", () => {
    const box = seal(salt, makeSealingKey().publicKey);
    expect(() => makeSealingKey().open(box)).toThrow();
  });

  it("does not open if any byte was changed", () => {
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

  it("refuses the all-zero public key, whose shared secret is known", () => {
    expect(() => seal(salt, Buffer.alloc(32))).toThrow();
  });
});

import { randomInt } from "node:crypto";

const generatedLength = 7;
/** No look-alike characters, so that a slug survives reading aloud and copying from paper. */
const generatedAlphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A random slug from a cryptographic source. `pick(n)` returns an integer from 0 to n - 1. */
export function generateSlug(pick: (n: number) => number = randomInt): string {
  return Array.from(
    { length: generatedLength },
    () => generatedAlphabet[pick(generatedAlphabet.length)],
  ).join("");
}

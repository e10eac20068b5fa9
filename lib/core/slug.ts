import { randomInt } from "node:crypto";

/** docs/api-contract.md, Reserved slugs: these paths belong to the service. Compared exactly. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  "api",
  "_next",
  "favicon.ico",
  "robots.txt",
  "sitemap.xml",
]);

export const slugPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The further slugs of a link. */
export const mostAliases = 20;

export function isSlug(text: string): boolean {
  return slugPattern.test(text) && !reservedSlugs.has(text);
}

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

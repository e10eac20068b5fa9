import { randomInt } from "node:crypto";

/** docs/api-contract.md, Reserved slugs: these paths belong to the service. Compared exactly. */
export const reservedSlugs: ReadonlySet<string> = new Set(["api", "_next", "favicon.ico", "robots.txt", "sitemap.xml"]);

export const slugPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a link could bear this slug. */
export function isSlug(text: string): boolean {
  return slugPattern.test(text) && !reservedSlugs.has(text);
}

const generatedLength = 7;
/** Letters and digits that cannot be mistaken for one another when read aloud or copied from paper. */
export const generatedAlphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A random slug from a cryptographic source. `pick(n)` gives a whole number from 0 to n - 1. */
export function generateSlug(pick: (n: number) => number = randomInt): string {
  return Array.from({ length: generatedLength }, () => generatedAlphabet[pick(generatedAlphabet.length)]).join("");
}

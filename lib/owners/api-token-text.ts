import { randomBytes } from "node:crypto";

/** Marks a token as ours, for people and for scanners of leaked secrets. */
const mark = "slg_";
const pattern = /^slg_[A-Za-z0-9_-]{43}$/;
const shownLength = mark.length + 4;

/** A new token: 32 random bytes behind the mark. */
export function generateApiToken(): string {
  return mark + randomBytes(32).toString("base64url");
}

/** Whether `text` could be a token that an owner made; other text is not looked up. */
export function looksLikeApiToken(text: string): boolean {
  return pattern.test(text);
}

/** What may be shown of a token after it was made. */
export function shownPartsOf(token: string): { prefix: string; lastFour: string } {
  return { prefix: token.slice(0, shownLength), lastFour: token.slice(-4) };
}

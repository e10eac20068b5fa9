import { randomBytes } from "node:crypto";

/** Identifies a token as Slugline's, for people and for secret scanners. */
const mark = "slg_";
const pattern = /^slg_[A-Za-z0-9_-]{43}$/;
const shownLength = mark.length + 4;

export function generateApiToken(): string {
  return mark + randomBytes(32).toString("base64url");
}

/** Whether `text` has the format of an owner's token. Other text needs no lookup. */
export function looksLikeApiToken(text: string): boolean {
  return pattern.test(text);
}

export function shownPartsOf(token: string): { prefix: string; lastFour: string } {
  return { prefix: token.slice(0, shownLength), lastFour: token.slice(-4) };
}

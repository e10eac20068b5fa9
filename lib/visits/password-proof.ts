import { isSameSecret, sign } from "../owners/secret-hash";
import { sessionSecret } from "../owners/session-secret";
import { ownPart } from "./own-part";

/** How long a browser that knew a password is let in. */
export const proofLifeS = 12 * 3_600;

/** What the password is of, and its hash: an entry ends when the password changes. */
type Locked = readonly [purpose: string, id: string | number, passwordHash: string | null];

/** The value of a cookie that proves that a browser knew the password. */
export async function passwordProof(locked: Locked, now: Date): Promise<string> {
  return valueUntil(locked, Math.floor(now.getTime() / 1_000) + proofLifeS);
}

export async function isPasswordProof(value: string, locked: Locked, now: Date): Promise<boolean> {
  const until = Number(value.split(".", 1)[0]);
  return until * 1_000 > now.getTime() && isSameSecret(value, await valueUntil(locked, until));
}

async function valueUntil(locked: Locked, until: number): Promise<string> {
  return `${until}.${sign(await sessionSecret(), [...locked, until])}`;
}

/** The cookies are for the host of short links, which may have another scheme than the dashboard. */
export function isSecure(): boolean {
  return ownPart().config.BASE_URL.startsWith("https:");
}

export function proofCookiePrefix(): string {
  return `${isSecure() ? "__Secure-" : ""}slugline.`;
}

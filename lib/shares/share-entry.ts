import { sharePathOf } from "../core/share";
import {
  isPasswordProof,
  isSecure,
  passwordProof,
  proofCookiePrefix,
  proofLifeS,
} from "../visits/password-proof";
import type { StoredShare } from "./share-figures";

type Protected = Pick<StoredShare, "id" | "passwordHash">;

const locked = ({ id, passwordHash }: Protected) => ["share", id, passwordHash] as const;

export function entryCookieName(): string {
  return `${proofCookiePrefix()}share`;
}

/** The cookie that lets a browser in to this one page. It ends when the page does. */
export async function entryCookie(share: Protected, address: string, now: Date) {
  return {
    name: entryCookieName(),
    value: await passwordProof(locked(share), now),
    maxAge: proofLifeS,
    // Of the path alone: no short link gets it.
    path: sharePathOf(address),
    secure: isSecure(),
    httpOnly: true,
    sameSite: "lax" as const,
  };
}

/** Whether the page needs no password, or this browser gave it before. */
export async function isAdmitted(
  share: Protected,
  cookie: string | undefined,
  now: Date,
): Promise<boolean> {
  if (share.passwordHash === null) return true;
  return cookie !== undefined && isPasswordProof(cookie, locked(share), now);
}

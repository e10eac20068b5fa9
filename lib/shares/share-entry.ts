import { env } from "../config/env";
import { sharePathOf } from "../core/share";
import { isSameSecret, sign } from "../owners/secret-hash";
import { sessionSecret } from "../owners/session-secret";
import type { StoredShare } from "./share-figures";

/** How long a browser that knew the password is let in. */
const lifeS = 12 * 3_600;

type Protected = Pick<StoredShare, "id" | "passwordHash">;

/** The cookie is for the host that strangers use, which may have another scheme than the dashboard. */
export function entryCookieName(): string {
  return `${env().BASE_URL.startsWith("https:") ? "__Secure-" : ""}slugline.share`;
}

/** The cookie that lets a browser in to this one page. It ends when the page does. */
export async function entryCookie(share: Protected, address: string, now: Date) {
  const until = Math.floor(now.getTime() / 1_000) + lifeS;
  return {
    name: entryCookieName(),
    value: `${until}.${await proofOf(share, until)}`,
    maxAge: lifeS,
    // Of the path alone: no short link gets it.
    path: sharePathOf(address),
    secure: env().BASE_URL.startsWith("https:"),
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
  if (cookie === undefined) return false;
  const [until = "", proof = ""] = cookie.split(".", 2);
  if (Number(until) * 1_000 <= now.getTime()) return false;
  return isSameSecret(proof, await proofOf(share, Number(until)));
}

async function proofOf({ id, passwordHash }: Protected, until: number): Promise<string> {
  return sign(await sessionSecret(), ["share", id, passwordHash, until]);
}

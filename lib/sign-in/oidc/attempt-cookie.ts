import { z } from "zod";
import {
  type CookieJar,
  cookieName,
  readCookie,
  removeCookie,
  setCookie,
} from "../../owners/cookies";
import { firstPage } from "../../owners/return-path";
import { hashSecret, isSameSecret, sign } from "../../owners/secret-hash";
import { sessionSecret } from "../../owners/session-secret";

/** What a sign-in that this browser began must bring back, until it is finished. */
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  /** Of PKCE (RFC 7636). */
  verifier: z.string(),
  /** The page to open afterwards. */
  next: z.string(),
  /** The secret of the invitation that it accepts. */
  invite: z.string().optional(),
  endsAt: z.number(),
});

export type Attempt = Omit<z.output<typeof attemptSchema>, "endsAt">;

export const attemptLifeS = 600;
/** Each takes about 500 bytes of the head of every request, which has room for 16 KB. */
const mostAttempts = 6;
/** A longer page is not returned to: a browser drops a cookie of 4 KB. */
const longestNext = 1_000;
const kind = "oidc.";

/** Each attempt has a cookie of its own, so that two tabs do not keep each other out. */
const kindOf = (state: string) =>
  kind + Buffer.from(hashSecret(state)).subarray(0, 9).toString("base64url");

export async function keepAttempt(attempt: Attempt, jar: CookieJar, now: Date): Promise<void> {
  removeOldest(jar);
  const endsAt = now.getTime() + attemptLifeS * 1_000;
  const next = attempt.next.length > longestNext ? firstPage : attempt.next;
  const text = Buffer.from(JSON.stringify({ ...attempt, next, endsAt })).toString("base64url");
  setCookie(jar, kindOf(attempt.state), `${text}.${await signatureOf(text)}`, attemptLifeS);
}

function removeOldest(jar: CookieJar): void {
  const prefix = cookieName(kind);
  const kept = jar.getAll().flatMap(({ name, value }) => {
    const own = name.startsWith(prefix) ? kind + name.slice(prefix.length) : null;
    return own ? [{ own, endsAt: readAttempt(value)?.endsAt ?? 0 }] : [];
  });
  const tooMany = kept.toSorted((a, b) => b.endsAt - a.endsAt).slice(mostAttempts - 1);
  for (const { own } of tooMany) removeCookie(jar, own);
}

/**
 * The attempt of this browser with this state, whose cookie is removed. Null if it began none, or
 * that ended.
 */
export async function takeAttempt(
  jar: CookieJar,
  state: string,
  now: Date,
): Promise<Attempt | null> {
  const cookie = readCookie(jar, kindOf(state));
  removeCookie(jar, kindOf(state));
  const [text = "", signature = ""] = cookie?.split(".") ?? [];
  if (!isSameSecret(signature, await signatureOf(text))) return null;
  const attempt = readAttempt(text);
  return attempt?.state === state && attempt.endsAt > now.getTime() ? attempt : null;
}

function readAttempt(cookie: string): z.output<typeof attemptSchema> | null {
  const [text = ""] = cookie.split(".");
  try {
    return attemptSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    return null;
  }
}

async function signatureOf(text: string): Promise<string> {
  return sign(await sessionSecret(), ["oidc", text]);
}

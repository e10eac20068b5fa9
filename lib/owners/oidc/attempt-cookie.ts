import { z } from "zod";
import { type CookieJar, readCookie, removeCookie, setCookie } from "../cookies";
import { isSameSecret, sign } from "../secret-hash";
import { sessionSecret } from "../session-secret";

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

const lifeS = 600;
const kind = "oidc";

export async function keepAttempt(attempt: Attempt, jar: CookieJar, now: Date): Promise<void> {
  const endsAt = now.getTime() + lifeS * 1_000;
  const text = Buffer.from(JSON.stringify({ ...attempt, endsAt })).toString("base64url");
  setCookie(jar, kind, `${text}.${await signatureOf(text)}`, lifeS);
}

/** The attempt of this browser, once: its cookie is removed. Null if there is none, or it ended. */
export async function takeAttempt(jar: CookieJar, now: Date): Promise<Attempt | null> {
  const cookie = readCookie(jar, kind);
  removeCookie(jar, kind);
  const [text = "", signature = ""] = cookie?.split(".") ?? [];
  if (!isSameSecret(signature, await signatureOf(text))) return null;
  const attempt = attemptSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return attempt.endsAt > now.getTime() ? attempt : null;
}

async function signatureOf(text: string): Promise<string> {
  return sign(await sessionSecret(), ["oidc", text]);
}

import { createHmac } from "node:crypto";
import { z } from "zod";
import type { CookieJar } from "../device-cookie";
import { isSameSecret } from "../secret-hash";
import { isHttps } from "../session-cookie";
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

function cookieName(): string {
  return `${isHttps() ? "__Host-" : ""}slugline.oidc`;
}

export async function keepAttempt(attempt: Attempt, jar: CookieJar, now: Date): Promise<void> {
  const endsAt = now.getTime() + lifeS * 1_000;
  const text = Buffer.from(JSON.stringify({ ...attempt, endsAt })).toString("base64url");
  setCookie(jar, `${text}.${await signatureOf(text)}`, lifeS);
}

/** The attempt of this browser, once: its cookie is removed. Null if there is none, or it ended. */
export async function takeAttempt(jar: CookieJar, now: Date): Promise<Attempt | null> {
  const cookie = jar.getAll().find(({ name }) => name === cookieName());
  if (!cookie?.value) return null;
  setCookie(jar, "", 0);
  const [text = "", signature = ""] = cookie.value.split(".");
  if (!isSameSecret(signature, await signatureOf(text))) return null;
  const attempt = attemptSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return attempt.endsAt > now.getTime() ? attempt : null;
}

/** Lax, since the provider leads back here from another site. */
function setCookie(jar: CookieJar, value: string, maxAge: number): void {
  const attributes = { httpOnly: true, sameSite: "lax" as const, secure: isHttps(), path: "/" };
  jar.set(cookieName(), value, { ...attributes, maxAge });
}

async function signatureOf(text: string): Promise<string> {
  const secret = await sessionSecret();
  return createHmac("sha256", secret).update(`oidc\0${text}`).digest("base64url");
}

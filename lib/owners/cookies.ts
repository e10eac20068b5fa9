import { ownPart } from "./own-part";

/** Absolute session lifetime after sign-in, in seconds, regardless of use. */
export const sessionDays = 30;
export const sessionLifeS = sessionDays * 24 * 3600;

export interface CookieJar {
  getAll: () => { name: string; value: string }[];
  set: (name: string, value: string, attributes: CookieAttributes) => unknown;
}

interface CookieAttributes {
  maxAge: number;
  httpOnly: boolean;
  sameSite: "lax";
  secure: boolean;
  path: string;
}

const hostPrefix = "__Host-";
const plainName = (kind: string) => `slugline.${kind}`;

export function isHttps(): boolean {
  return ownPart().config.DASHBOARD_ORIGIN.startsWith("https:");
}

/**
 * Over https the __Host- prefix binds the cookie to Secure and to this exact host: no sibling host
 * can set it.
 */
export function cookieName(kind: string): string {
  return isHttps() ? hostPrefix + plainName(kind) : plainName(kind);
}

/** Every possible name, for code that only checks whether a session cookie is present. */
export const sessionCookieNames = [
  hostPrefix + plainName("session"),
  plainName("session"),
] as const;

export function readCookie(jar: CookieJar, kind: string): string | undefined {
  const name = cookieName(kind);
  return jar.getAll().find((cookie) => cookie.name === name)?.value;
}

/** Lax, since links and the provider of single sign-on lead here from other sites. */
export function setCookie(jar: CookieJar, kind: string, value: string, maxAge: number): void {
  // A path other than / would contradict the prefix.
  const attributes = { httpOnly: true, sameSite: "lax", secure: isHttps(), path: "/" } as const;
  jar.set(cookieName(kind), value, { ...attributes, maxAge });
}

export function removeCookie(jar: CookieJar, kind: string): void {
  if (readCookie(jar, kind) !== undefined) setCookie(jar, kind, "", 0);
}

import { env } from "../config/env";

/** Absolute session lifetime after sign-in, in seconds, regardless of use. */
export const sessionLifeS = 30 * 24 * 3600;

const plainName = "slugline.session";
const hostName = `__Host-${plainName}`;

/** Over https the __Host- prefix binds the cookie to this exact host and to Secure. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? hostName : plainName;
}

export function isHttps(): boolean {
  return env().DASHBOARD_ORIGIN.startsWith("https:");
}

/** Every possible name, for code that only checks whether a session cookie is present. */
export const sessionCookieNames = [hostName, plainName] as const;

const plainName = "slugline.session";
const hostName = `__Host-${plainName}`;

/** The session cookie's name. Over https the prefix binds it to this very host and to Secure. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? hostName : plainName;
}

/** Every name the cookie may have, for what only looks whether there is one. */
export const sessionCookieNames = [hostName, plainName] as const;

import { env } from "../config/env";
import type { CookieJar } from "./device-cookie";

/**
 * Cookies that mark a browser whose visits are not clicks. They give no rights, so they carry no secret, and short links read
 * them without a query.
 */
const ownerCookie = "slugline.owner";
const testCookie = "slugline.test";

/** As long as a session: see owner-auth.ts. */
const ownerLifeS = 30 * 24 * 3600;
/** From pressing "Test link" to the visit. */
const testLifeS = 60;

const tested = /(?:^|;) *slugline\.test=1(?:;|$)/;
const testedOrOwned = /(?:^|;) *slugline\.(?:owner|test)=1(?:;|$)/;

/** Whether the Cookie header of a visit marks it as an owner's own. */
export function isOwnClick(cookies: string | null): boolean {
  return cookies !== null && (env().COUNT_OWNERS ? tested : testedOrOwned).test(cookies);
}

/** Marks or unmarks this browser. With COUNT_OWNERS no browser is marked, and an earlier mark is removed. */
export function markOwner(jar: CookieJar, isSignedIn: boolean): void {
  const isMarked = jar.getAll().some(({ name }) => name === ownerCookie);
  const isWanted = isSignedIn && !env().COUNT_OWNERS;
  if (isMarked !== isWanted) jar.set(ownerCookie, isWanted ? "1" : "", { ...attributes(), maxAge: isWanted ? ownerLifeS : 0, path: "/" });
}

/** Marks the next visit of this browser to one link. */
export function markTest(jar: CookieJar, slug: string): void {
  jar.set(testCookie, "1", { ...attributes(), maxAge: testLifeS, path: `/${slug}` });
}

function attributes() {
  return { httpOnly: true, sameSite: "lax" as const, secure: env().BASE_URL.startsWith("https:") };
}

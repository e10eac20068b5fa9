import { type CookieJar, cookieName, readCookie, sessionLifeS, setCookie } from "./cookies";
import { ownPart } from "./own-part";

/*
 * Cookies that mark a browser whose visits are not clicks. They give no rights, so they carry no
 * secret, and short links read them without a query. Over https a sibling host cannot set them,
 * which would hide the clicks of its own visitors.
 */

/** From pressing "Test link" to the visit. */
const testLifeS = 60;

/** Whether the Cookie header of a visit marks it as an owner's own, or as a test of this link. */
export function isOwnClick(cookies: string | null, slug: string): boolean {
  // Most visitors have neither cookie.
  if (!cookies?.includes("slugline.")) return false;
  const sent = cookies.split(";").map((cookie) => cookie.trim());
  return (
    sent.includes(`${cookieName("test")}=${slug}`) ||
    (!ownPart().config.COUNT_OWNERS && sent.includes(`${cookieName("owner")}=1`))
  );
}

/**
 * Marks or unmarks this browser. With COUNT_OWNERS no browser is marked, and an earlier mark is
 * removed.
 */
export function markOwner(jar: CookieJar, isSignedIn: boolean): void {
  const isMarked = readCookie(jar, "owner") !== undefined;
  const isWanted = isSignedIn && !ownPart().config.COUNT_OWNERS;
  if (isMarked !== isWanted)
    setCookie(jar, "owner", isWanted ? "1" : "", isWanted ? sessionLifeS : 0);
}

/** Marks the visits of this browser to one link, for a minute or until another link is tested. */
export function markTest(jar: CookieJar, slug: string): void {
  setCookie(jar, "test", slug, testLifeS);
}

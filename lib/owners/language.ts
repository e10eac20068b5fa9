import { inTransaction } from "../database/in-transaction";
import { isLanguage, type Language, languageCookie } from "../texts/languages";
import { type CookieJar, isHttps, readCookie, removeCookie, setCookie } from "./cookies";
import { ownPart } from "./own-part";

/** A year, in seconds. */
const keptS = 365 * 24 * 3600;

/** What somebody picked before this server knew who it is. */
const picked = "picked-language";
/** As long as a sign-in may take, in seconds. */
const pickedS = 900;

/** On the sign-in page: for this browser, and for whoever signs in next. */
export function keepPickedLanguage(jar: CookieJar, language: Language | null): void {
  keepLanguage(jar, language);
  setCookie(jar, picked, language ?? "none", pickedS);
}

/**
 * At sign-in: the language that was picked for it, else the choice of the person, `chosen`, which
 * may be none.
 */
export async function settleLanguage(
  ownerId: string,
  chosen: Language | null,
  jar: CookieJar,
): Promise<void> {
  const given = readCookie(jar, picked);
  removeCookie(jar, picked);
  if (given !== undefined) await chooseLanguage(ownerId, isLanguage(given) ? given : null, jar);
  else if (ownPart().config.DEMO_KEY === undefined) keepLanguage(jar, chosen);
}

/** For the pages of this browser, also once nobody is signed in. Null: as the browser asks. */
function keepLanguage(jar: CookieJar, language: Language | null): void {
  if (language === null && !jar.getAll().some(({ name }) => name === languageCookie)) return;
  const attributes = { httpOnly: true, sameSite: "lax", secure: isHttps(), path: "/" } as const;
  jar.set(languageCookie, language ?? "", { ...attributes, maxAge: language ? keptS : 0 });
}

/**
 * Pages of this browser, and of each in which this person signs in from now on, are in this
 * language, and so are messages to this person. In a demo, whose visitors share one account, only
 * the browser keeps it.
 */
export async function chooseLanguage(
  ownerId: string,
  language: Language | null,
  jar: CookieJar,
): Promise<void> {
  if (ownPart().config.DEMO_KEY === undefined)
    await inTransaction((writer) =>
      writer.owner.update({ where: { id: ownerId }, data: { language }, select: { id: true } }),
    );
  keepLanguage(jar, language);
}

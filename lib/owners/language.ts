import { env } from "../config/env";
import { database } from "../database/client";
import { type Language, languageCookie } from "../texts/languages";
import { type CookieJar, isHttps } from "./cookies";

/** A year, in seconds. */
const keptS = 365 * 24 * 3600;

/** For the pages of this browser, also once nobody is signed in. Null: as the browser asks. */
export function keepLanguage(jar: CookieJar, language: Language | null): void {
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
  if (env().DEMO_KEY === undefined)
    await database().owner.update({
      where: { id: ownerId },
      data: { language },
      select: { id: true },
    });
  keepLanguage(jar, language);
}

import { cookies, headers } from "next/headers";
import {
  allLanguages,
  isLanguage,
  type Language,
  languageCookie,
  languageOf,
  languages,
} from "@/lib/texts/languages";

/** What a `LanguageSelect` lists: the names are those that the languages give themselves. */
export interface LanguageOffer {
  offered: { language: Language; name: string }[];
  /** Null: as the browser asks. */
  chosen: Language | null;
  byBrowser: string;
}

/**
 * The choice of this browser, which its pages follow (`requestLanguage`). The account may have a
 * newer one, made in another browser.
 */
export async function languageOffer(): Promise<LanguageOffer> {
  const given = (await cookies()).get(languageCookie)?.value;
  return {
    offered: allLanguages.map((language) => ({ language, name: languages[language] })),
    chosen: isLanguage(given) ? given : null,
    byBrowser: languages[languageOf((await headers()).get("accept-language") ?? "")],
  };
}

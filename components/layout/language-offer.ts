import { cookies, headers } from "next/headers";
import {
  allLanguages,
  completeLanguages,
  dashboardLanguageOf,
  isLanguage,
  type Language,
  languageCookie,
  languages,
} from "@/lib/texts/languages";

/** What a `LanguageSelect` lists: the names are those that the languages give themselves. */
export interface LanguageOffer {
  offered: { language: Language; name: string }[];
  /** Null: as the browser asks. */
  chosen: Language | null;
  byBrowser: string;
}

export async function languageOffer(): Promise<LanguageOffer> {
  const given = (await cookies()).get(languageCookie)?.value;
  const chosen = isLanguage(given) ? given : null;
  return {
    offered: allLanguages
      .filter((language) => language === chosen || completeLanguages.includes(language))
      .map((language) => ({ language, name: languages[language] })),
    chosen,
    byBrowser: languages[dashboardLanguageOf((await headers()).get("accept-language") ?? "")],
  };
}

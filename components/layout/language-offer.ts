import { cookies, headers } from "next/headers";
import { env } from "@/lib/config/env";
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

/** `owner`: who is signed in. The visitors of a demo share one account, so each browser chooses. */
export async function languageOffer(owner?: { language: Language | null }): Promise<LanguageOffer> {
  const given = (await cookies()).get(languageCookie)?.value;
  const ofBrowser = isLanguage(given) ? given : null;
  const chosen = owner && env().DEMO_KEY === undefined ? owner.language : ofBrowser;
  return {
    offered: allLanguages.map((language) => ({ language, name: languages[language] })),
    chosen,
    byBrowser: languages[languageOf((await headers()).get("accept-language") ?? "")],
  };
}

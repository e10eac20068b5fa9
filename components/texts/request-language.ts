import { cookies, headers } from "next/headers";
import { cache } from "react";
import {
  formattingLocale,
  isLanguage,
  type Language,
  languageCookie,
  languageOf,
} from "@/lib/texts/languages";

export interface RequestLanguage {
  language: Language;
  /** BCP 47 tag that numbers, dates and country names are formatted with. */
  locale: string;
}

/** The choice in the cookie, else by Accept-Language, else English. */
export const requestLanguage = cache(async (): Promise<RequestLanguage> => {
  const [chosen, accepted] = [
    (await cookies()).get(languageCookie)?.value,
    (await headers()).get("accept-language"),
  ];
  const language = isLanguage(chosen) ? chosen : languageOf(accepted ?? "");
  return { language, locale: formattingLocale(language, accepted) };
});

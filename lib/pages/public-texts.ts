import { textsOf } from "../texts/catalogue";
import type { Messages } from "../texts/generated/messages";
import { directionOf, type Language } from "../texts/languages";

/** The words of the pages that visitors see. Their placeholders are filled with HTML. */
export type PublicTexts = Readonly<Record<keyof Messages["visitor"], string>> & {
  language: Language;
  /** For `lang` in HTML and for Intl. */
  lang: string;
  dir: "ltr" | "rtl";
};

export function publicTexts(language: Language): PublicTexts {
  return {
    ...(textsOf(language).visitor as Record<keyof Messages["visitor"], string>),
    language,
    // Words that readers in Brazil and in Portugal share.
    lang: language === "pt-BR" ? "pt" : language,
    dir: directionOf(language),
  };
}

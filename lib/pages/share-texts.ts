import { textsOf } from "../texts/catalogue";
import type { Messages } from "../texts/generated/messages";
import { languageOf } from "../texts/languages";
import type { PublicTexts } from "./public-texts";

/** The words of share pages. Intl has the names of countries, languages and months. */
export type ShareTexts = Readonly<Record<keyof Messages["shares"], string>>;

/** In the language of the other texts of the page. */
export function shareTextsFor({ lang }: PublicTexts): ShareTexts {
  return textsOf(languageOf(lang)).shares as ShareTexts;
}

import { textsOf } from "../texts/catalogue";
import type { Messages } from "../texts/generated/messages";
import type { Language } from "../texts/languages";

/** The words of share pages. Intl has the names of countries, languages and months. */
export type ShareTexts = Readonly<Record<keyof Messages["shares"], string>>;

export function shareTextsFor(language: Language): ShareTexts {
  return textsOf(language).shares as ShareTexts;
}

/** What the form of a page says to visitors whose request got no answer. */
export function noAnswerTextsFor(language: Language) {
  const { noConnection, noAnswer, nothingLost } = textsOf(language).common as Record<
    "noConnection" | "noAnswer" | "nothingLost",
    string
  >;
  return { noConnection, noAnswer, nothingLost };
}

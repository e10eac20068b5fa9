import { rankedLocales } from "./locale";
import { memoize } from "./memoize";

/** The languages of the catalogue, by the name of their file, as they call themselves. */
export const languages = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  "pt-BR": "Português (Brasil)",
  it: "Italiano",
  nl: "Nederlands",
  pl: "Polski",
  tr: "Türkçe",
  uk: "Українська",
  ja: "日本語",
  "zh-CN": "简体中文",
  ar: "العربية",
} as const;

export type Language = keyof typeof languages;

export const allLanguages = Object.keys(languages) as Language[];

/** The choice of the person who signed in here last, or of this browser before that. */
export const languageCookie = "language";

export function isLanguage(tag: string | null | undefined): tag is Language {
  return tag != null && Object.hasOwn(languages, tag);
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** For readers of traditional characters, English is no worse than simplified ones. */
const traditional = /^zh-(Hant|TW|HK|MO)\b/;

/** The language of the catalogue that somebody who wants `tag` can read. */
function spokenAs(tag: string): Language | undefined {
  if (isLanguage(tag)) return tag;
  if (traditional.test(tag)) return undefined;
  const primary = tag.split("-", 1)[0];
  return allLanguages.find((language) => language.split("-", 1)[0] === primary);
}

/**
 * The first language of an Accept-Language header that there are texts in, else English. Browsers
 * send `zh` behind `zh-TW`: it means no other characters then.
 */
export const languageOf = memoize(2_000, (acceptLanguage): Language => {
  const tags = rankedLocales(acceptLanguage);
  const known = tags.some((tag) => traditional.test(tag))
    ? tags.filter((tag) => tag !== "zh")
    : tags;
  return known.map(spokenAs).find((language) => language !== undefined) ?? "en";
});

/**
 * The tag that numbers, dates and country names are formatted with. The language decides, so that a
 * page never mixes two; where it is also one of the browser's, so does the browser's region: English
 * pages have Indian digit groups for `en-IN`, but no German ones for `de`.
 */
export function formattingLocale(language: Language, acceptLanguage: string | null): string {
  const own = rankedLocales(acceptLanguage ?? "").filter((tag) => spokenAs(tag) === language);
  const found = own.find(isSupported) ?? language;
  // Arabic texts have such digits in them, and a line has one kind.
  return found.startsWith("ar-") ? `${found}-u-nu-latn` : found;
}

function isSupported(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    // A tag such as i-default is well-formed, but none of Intl.
    return false;
  }
}

import { displayNames } from "../texts/intl-formats";
import { canonicalTag } from "../texts/locale";
import { type Sentence, sentence } from "../texts/sentence";

/** Addresses by country code, such as `DE`, or by language tag, such as `pt-BR`. */
export type AddressesByKey = Record<string, string>;

/** Where a link leads from an instant on, ISO 8601 UTC with milliseconds. */
export interface ScheduledAddress {
  from: string;
  url: string;
}

/** Where some people go instead of to the `url` of a link. */
export interface DestinationRules {
  ios: string | null;
  android: string | null;
  geo: AddressesByKey | null;
  languages: AddressesByKey | null;
  /** In order. */
  schedule: ScheduledAddress[] | null;
}

/** In the order in which they apply; the platforms exclude each other. */
export const ruleFields = ["ios", "android", "geo", "languages", "schedule"] as const;

/** The names of destinations that no key may have: see `Chosen`. */
const ownNames: ReadonlySet<string> = new Set(["default", ...ruleFields]);

type SomeRules = { [Name in keyof DestinationRules]?: DestinationRules[Name] | undefined };

/** The rules of a link, or of something that has them like one. */
export function rulesOf(link: SomeRules): DestinationRules {
  const { ios = null, android = null, geo = null, languages = null, schedule = null } = link;
  return { ios, android, geo, languages, schedule };
}

export function hasRules(rules: SomeRules): boolean {
  return ruleFields.some((name) => rules[name] != null);
}

export const mostCountries = 20;
export const mostLanguages = 20;
export const mostDates = 10;

/** What a rule looks at. The country is null unless a trusted source says it. */
interface RuledVisitor {
  /** Whose apps run there (`readAppPlatform`). */
  platform: "ios" | "android" | null;
  country: string | null;
  /** As a click stores it. */
  locale: string | null;
  at: Date;
}

export interface Chosen {
  /**
   * `default` for `url`, a platform, a country code, a language tag or the instant since when: the
   * label in statistics.
   */
  destination: string;
  url: string;
}

/**
 * The one address to which a link leads a person: that of the platform, else of the country, the
 * language, the date, else `url`. One that may no longer be redirected to is passed over.
 */
export function chooseDestination(
  { url, geo, languages, schedule, ...byPlatform }: DestinationRules & { url: string },
  { platform, country, locale, at }: RuledVisitor,
  isAllowed: (url: string) => boolean,
): Chosen {
  const language = languages && locale && matchingTag(locale, languages);
  const now = scheduledAt(schedule, at);
  const choices = [
    { destination: platform, url: platform && byPlatform[platform] },
    { destination: country, url: country && geo && Object.hasOwn(geo, country) && geo[country] },
    { destination: language, url: language && languages?.[language] },
    { destination: now?.from, url: now?.url },
  ];
  const chosen = choices.find((choice): choice is Chosen =>
    Boolean(choice.destination && choice.url && isAllowed(choice.url)),
  );
  return chosen ?? { destination: "default", url };
}

/** `de-AT` falls back to `de` (RFC 4647, 3.4). */
function matchingTag(locale: string, languages: AddressesByKey): string | null {
  for (let tag = locale; tag !== ""; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-"))))
    if (Object.hasOwn(languages, tag)) return tag;
  return null;
}

/** What a schedule says at an instant; undefined before its first date. */
export function scheduledAt(
  schedule: readonly ScheduledAddress[] | null,
  at: Date,
): ScheduledAddress | undefined {
  return schedule?.findLast(({ from }) => Date.parse(from) <= at.getTime());
}

/** An address of a rule, and for whom it is: `destination` as in `Chosen`. */
interface RuledAddress {
  field: keyof DestinationRules;
  destination: string;
  url: string;
}

/** In the order in which they apply. */
export function listRules(link: SomeRules): RuledAddress[] {
  return ruleFields.flatMap((field): RuledAddress[] => {
    const rule = link[field] ?? null;
    if (rule === null) return [];
    if (typeof rule === "string") return [{ field, destination: field, url: rule }];
    if (Array.isArray(rule))
      return rule.map(({ from, url }: ScheduledAddress) => ({ field, destination: from, url }));
    return Object.entries(rule as AddressesByKey).map(([destination, url]) => ({
      field,
      destination,
      url,
    }));
  });
}

type AnyAddresses = { url: string; expiredUrl?: string | null | undefined } & SomeRules;

/** All addresses to which a link may lead. */
export function addressesOf({ url, expiredUrl, ...rules }: AnyAddresses): string[] {
  return [url, ...(expiredUrl ? [expiredUrl] : []), ...listRules(rules).map((rule) => rule.url)];
}

const names = (locale: string) => displayNames(locale, { type: "region", fallback: "none" });

/** Named by Unicode, but no country, so that no source of places says them. */
const noCountries = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** Why `code` is no country code, or null if it is. The sentence follows the code. */
export function findCountryProblem(code: string): Sentence | null {
  const isCode = /^[A-Z]{2}$/.test(code) && !noCountries.has(code);
  // Codes that were replaced have a name, too: UK is GB.
  const region = isCode ? new Intl.Locale(`und-${code}`).region : undefined;
  if (isCode && region !== code) return sentence("isNoCountryBut", { code: region ?? "" });
  return isCode && names("en").of(code) !== undefined ? null : sentence("isNoCountry");
}

export function countryName(code: string, locale = "en"): string {
  return names(locale).of(code) ?? code;
}

/** All country codes, in alphabetical order of their names. */
export function listCountries(locale = "en"): { code: string; name: string }[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => findCountryProblem(code) === null)
    .map((code) => ({ code, name: countryName(code, locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
}

/** Why `tag` is no language tag of a rule, or null if it is. The sentence follows the tag. */
export function findLanguageProblem(tag: string): Sentence | null {
  const meant = ownNames.has(tag) ? null : canonicalTag(tag);
  return meant === tag ? null : sentence("isNoLanguage", { tag: meant ?? "pt-BR" });
}

const languageNames = (locale: string) =>
  displayNames(locale, { type: "language", fallback: "none" });

/** `pt-BR` is Brazilian Portuguese. */
export function languageName(tag: string, locale = "en"): string {
  try {
    return languageNames(locale).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The languages that rules name. */
export function ruledLanguages({ languages }: SomeRules, locale: string) {
  return Object.keys(languages ?? {}).map((code) => ({ code, name: languageName(code, locale) }));
}

/** Languages that differ by region in more than spelling. */
const regional = "de-AT de-CH en-GB en-US es-MX fr-CA pt-BR pt-PT zh-CN zh-TW".split(" ");

/** Languages with a code of two letters, and some of a region, in alphabetical order of their names. */
export function listLanguages(locale = "en"): { code: string; name: string }[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => new Intl.Locale(code).language === code)
    .concat(regional)
    .flatMap((code) => {
      const name = languageNames(locale).of(code);
      return name === undefined || name === code ? [] : [{ code, name }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
}

import { displayNames } from "../texts/intl-formats";
import { type Sentence, sentence } from "../texts/sentence";

/** Addresses by country code, such as `DE`. */
export type CountryAddresses = Record<string, string>;

/** Where people on a platform or in a country go instead of to the `url` of a link. */
export interface DestinationRules {
  ios: string | null;
  android: string | null;
  geo: CountryAddresses | null;
}

export function hasRules({ ios, android, geo }: DestinationRules): boolean {
  return ios !== null || android !== null || geo !== null;
}

export const mostCountries = 20;

/** What a rule looks at. The country is null unless a trusted source says it. */
interface RuledVisitor {
  /** Whose apps run there (`readAppPlatform`). */
  platform: "ios" | "android" | null;
  country: string | null;
}

export interface Chosen {
  /** `default` for `url`, a platform, or a country code: the label in statistics. */
  destination: string;
  url: string;
}

/**
 * The one address to which a link leads a person: that of the platform, else of the country, else
 * `url`. One that may no longer be redirected to is passed over.
 */
export function chooseDestination(
  { url, geo, ...byPlatform }: DestinationRules & { url: string },
  { platform, country }: RuledVisitor,
  isAllowed: (url: string) => boolean,
): Chosen {
  const choices = [
    { destination: platform, url: platform && byPlatform[platform] },
    { destination: country, url: country && geo && Object.hasOwn(geo, country) && geo[country] },
  ];
  const chosen = choices.find((choice): choice is Chosen =>
    Boolean(choice.destination && choice.url && isAllowed(choice.url)),
  );
  return chosen ?? { destination: "default", url };
}

type AnyAddresses = { url: string; expiredUrl?: string | null | undefined } & {
  [Name in keyof DestinationRules]?: DestinationRules[Name] | undefined;
};

/** All addresses to which a link may lead. */
export function addressesOf({ url, expiredUrl, ios, android, geo }: AnyAddresses): string[] {
  const all = [url, expiredUrl, ios, android, ...Object.values(geo ?? {})];
  return all.filter((address) => address != null);
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

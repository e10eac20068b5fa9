import { memoize } from "./memoize";

/** The preferred language tag of an Accept-Language header in canonical case (RFC 9110, 12.5.4), or null. */
export function readLocale(acceptLanguage: string | null): string | null {
  return acceptLanguage ? best(acceptLanguage) : null;
}

const best = memoize(2_000, (acceptLanguage) => rankedLocales(acceptLanguage)[0] ?? null);

/** The language tags of an Accept-Language header in canonical case, by descending weight; ties keep their order. */
export function rankedLocales(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(",", 50)
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      return { locale: canonicalTag(tag), weight: readWeight(parameters) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ locale }) => locale ?? []);
}

/** 0 to 1; 0 means "not acceptable" or a malformed weight. */
function readWeight(parameters: string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (weight === undefined) return 1;
  const value = weight.replace(/^q\s*=\s*/i, "");
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}

function canonicalTag(tag: string): string | null {
  if (tag.length > 35 || !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

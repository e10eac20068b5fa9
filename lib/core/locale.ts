import { memoize } from "./memoize";

/** The best-ranked language tag of an Accept-Language header in canonical case (RFC 9110, 12.5.4), or null. */
export function readLocale(acceptLanguage: string | null): string | null {
  return acceptLanguage ? best(acceptLanguage) : null;
}

const best = memoize(2_000, bestLocale);

function bestLocale(acceptLanguage: string): string | null {
  let best: string | null = null;
  let bestWeight = 0;
  for (const range of acceptLanguage.split(",", 50)) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = readWeight(parameters);
    if (weight <= bestWeight) continue;
    const locale = canonicalTag(tag);
    if (locale === null) continue;
    best = locale;
    bestWeight = weight;
  }
  return best;
}

/** 0 to 1; 0 for "not acceptable" and for a malformed weight. */
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

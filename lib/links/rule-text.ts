import { countryName, languageName } from "../core/destination-rules";
import { formatInstant } from "../core/format";
import type { Texts } from "../texts/translator";

/** For whom a rule is, or from when on, in the language of the viewer: see `Chosen`. */
export function ruleText(
  destination: string,
  t: Texts<"links.rules">,
  locale: string,
  timeZone = "UTC",
): string {
  if (destination === "ios" || destination === "android") return t(destination);
  const date = dateOf(destination, locale, timeZone);
  if (date !== null) return t("from", { date });
  return destinationName(destination, locale);
}

/** A country, a language, or an instant with its year. */
export function destinationName(destination: string, locale: string, timeZone = "UTC"): string {
  return (
    dateOf(destination, locale, timeZone) ??
    (/^[A-Z]{2}$/.test(destination)
      ? countryName(destination, locale)
      : languageName(destination, locale))
  );
}

function dateOf(destination: string, locale: string, timeZone: string): string | null {
  return /^\d{4}-/.test(destination)
    ? formatInstant(new Date(destination), new Date(0), timeZone, locale)
    : null;
}

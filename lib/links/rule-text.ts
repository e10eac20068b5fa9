import { countryName } from "../core/destination-rules";
import type { Texts } from "../texts/translator";

/** Whom a rule is for, a platform or a country, in the language of the viewer. */
export function ruleText(destination: string, t: Texts<"links.rules">, locale: string): string {
  return destination === "ios" || destination === "android"
    ? t(destination)
    : countryName(destination, locale);
}

import { destinationPlace } from "@/lib/core/destination";
import type { Link } from "@/lib/links/link";
import { ruleText } from "@/lib/links/rule-text";
import type { Texts } from "@/lib/texts/translator";

/** More countries are counted; the page lists them all. */
const mostNamed = 3;

/**
 * What is set of the fields that few links have, in a few words each. Start and state stand
 * elsewhere.
 */
export function settingsSummary(
  link: Link,
  t: Texts<"links.page">,
  rules: Texts<"links.rules">,
  locale: string,
): string[] {
  const { maxClicks, expiredUrl, ios, android, hasPassword, forwardQuery, forwardUtm } = link;
  const countries = Object.entries(link.geo ?? {});
  const forwards = forwardUtm ? t("rules.forwardUtm") : t("rules.forwardQuery");
  const leading = ([rule, url]: [string, string]) =>
    t("rules.destinationFor", {
      who: ruleText(rule, rules, locale),
      destination: destinationPlace(url),
    });
  return [
    ...(maxClicks ? [t("rules.clickLimit", { clicks: maxClicks })] : []),
    ...(hasPassword ? [t("rules.asksForPassword")] : []),
    ...(forwardQuery ? [forwards] : []),
    ...(ios ? [leading(["ios", ios])] : []),
    ...(android ? [leading(["android", android])] : []),
    ...(countries.length > mostNamed
      ? [t("rules.countries", { number: countries.length })]
      : countries.map(leading)),
    ...(expiredUrl ? [t("rules.fallback", { destination: destinationPlace(expiredUrl) })] : []),
    ...(link.description || link.image ? [t("rules.ownPreview")] : []),
  ];
}

import { destinationPlace } from "@/lib/core/destination";
import { listRules, ruleFields } from "@/lib/core/destination-rules";
import type { Link } from "@/lib/links/link";
import { ruleText } from "@/lib/links/rule-text";
import type { Texts } from "@/lib/texts/translator";

/** More countries, languages and dates are counted; the page lists them all. */
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
  timeZone: string,
): string[] {
  const { maxClicks, expiredUrl, hasPassword, forwardQuery, forwardUtm } = link;
  const forwards = forwardUtm ? t("rules.forwardUtm") : t("rules.forwardQuery");
  const all = listRules(link);
  const leading = ruleFields.flatMap((field) => {
    const given = all.filter((rule) => rule.field === field);
    if (given.length > mostNamed && field !== "ios" && field !== "android")
      return [t(`rules.${field}`, { number: given.length })];
    return given.map(({ destination, url }) =>
      t("rules.destinationFor", {
        name: ruleText(destination, rules, locale, timeZone),
        value: destinationPlace(url),
      }),
    );
  });
  return [
    ...(maxClicks ? [t("rules.clickLimit", { clicks: maxClicks })] : []),
    ...(hasPassword ? [t("rules.asksForPassword")] : []),
    ...(forwardQuery ? [forwards] : []),
    ...leading,
    ...(expiredUrl ? [t("rules.fallback", { destination: destinationPlace(expiredUrl) })] : []),
    ...(link.description || link.image ? [t("rules.ownPreview")] : []),
  ];
}

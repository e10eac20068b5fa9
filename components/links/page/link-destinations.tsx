import { useTexts } from "#texts";
import {
  hasRules,
  listCountries,
  listRules,
  ruledLanguages,
  rulesOf,
} from "@/lib/core/destination-rules";
import type { Link } from "@/lib/links/link";
import { ruleText } from "@/lib/links/rule-text";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { TryVisitor } from "./try-visitor";

/** Where a link with rules leads whom, in the order in which they apply. */
export function LinkDestinations({
  link,
  timeZone,
  locale,
}: {
  link: Link;
  timeZone: string;
  locale: string;
}) {
  const t = useTexts("links.page");
  const ruleTexts = useTexts("links.rules");
  const { url, schedule } = link;
  const rules = rulesOf(link);
  if (!hasRules(rules)) return null;
  const last = schedule ? ruleTexts("before") : t("everybodyElse");
  const rows = [
    ...listRules(rules).map(({ destination, url: address }) => [
      ruleText(destination, ruleTexts, locale, timeZone),
      address,
    ]),
    [last, url],
  ];
  return (
    <Card>
      <CardHead>
        <CardTitle>{t("destinations")}</CardTitle>
        <CardNote>{t("destinationsNote")}</CardNote>
      </CardHead>
      <div className="grid gap-x-10 gap-y-5 px-(--space-pad) pt-1 pb-5 min-[900px]:grid-cols-2">
        <dl className="grid content-start gap-2">
          {rows.map(([who, address]) => (
            <div key={who} className="min-w-0 text-small">
              <dt className="text-secondary">{who}</dt>
              <dd className="mono [overflow-wrap:anywhere]">{address}</dd>
            </div>
          ))}
        </dl>
        <div>
          <h3 className="mb-2 text-label text-tertiary">{t("tryVisitor")}</h3>
          <TryVisitor
            link={{ url, ...rules }}
            countries={listCountries(locale)}
            languages={ruledLanguages(rules, locale)}
          />
        </div>
      </div>
    </Card>
  );
}

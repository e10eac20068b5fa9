import type { Link } from "@/lib/links/link";
import type { LinkReport } from "@/lib/stats/link-report";
import type { PageQuery } from "@/lib/stats/page-query";
import { type FilterName, filterDimensions } from "@/lib/stats/query";
import { CommandButton } from "../links/command-button";
import { BreakdownCard } from "./breakdown-card";
import type { Breakdown, BreakdownRow } from "./breakdown-rows";
import { CountryMap } from "./country-map";
import { GeoCredit } from "./geo-credit";
import { labelName } from "./label-names";

interface Shown {
  filter: FilterName;
  tab: string;
  unit: string;
}

const cards: { title: string; shown: Shown[] }[] = [
  { title: "Referrers", shown: [{ filter: "referrer", tab: "Host", unit: "Host" }] },
  {
    title: "Campaigns",
    shown: [
      { filter: "utm_source", tab: "Source", unit: "Source" },
      { filter: "utm_medium", tab: "Medium", unit: "Medium" },
      { filter: "utm_campaign", tab: "Campaign", unit: "Campaign" },
    ],
  },
  {
    title: "Locations",
    shown: [
      { filter: "country", tab: "Country", unit: "Country" },
      { filter: "region", tab: "Region", unit: "Region" },
      { filter: "city", tab: "City", unit: "City" },
    ],
  },
  {
    title: "Devices",
    shown: [
      { filter: "device", tab: "Device", unit: "Device" },
      { filter: "browser", tab: "Browser", unit: "Browser" },
      { filter: "os", tab: "OS", unit: "Operating system" },
    ],
  },
  { title: "Languages", shown: [{ filter: "locale", tab: "Language", unit: "Language" }] },
];

/**
 * Breakdowns by dimension. `others` holds, for each filtered dimension, its labels without that filter, so that the labels
 * not selected stay visible.
 */
export function LinkBreakdowns({
  report,
  others,
  link,
  query,
  locale,
}: {
  report: LinkReport;
  others: Partial<Record<FilterName, LinkReport>>;
  link: Link;
  query: PageQuery;
  locale: string;
}) {
  return cards.map(({ title, shown }) => (
    <BreakdownCard
      key={title}
      title={title}
      slug={link.slug}
      query={query}
      breakdowns={shown.map((each) => toBreakdown(each, others[each.filter] ?? report, locale))}
      foot={
        title === "Campaigns" ? (
          <CommandButton command={{ kind: "share", link }} variant="ghost" size="small" className="-ml-2.5">
            Share by channel
          </CommandButton>
        ) : (
          title === "Locations" && <GeoCredit />
        )
      }
    />
  ));
}

const absent = new Set(["Direct", "None", "Unknown"]);

function toBreakdown(shown: Shown, { clicks, breakdowns }: LinkReport, locale: string): Breakdown {
  const { filter } = shown;
  const rows = breakdowns[filterDimensions[filter]].map(
    ({ label, detail, count }): BreakdownRow => ({
      label,
      name: labelName(filter, label),
      code: codeOf(filter, label, detail),
      country: detail ?? undefined,
      count,
      rest: label === "Other" ? "other" : absent.has(label) ? "absent" : undefined,
    }),
  );
  const hasMap = filter === "country" && rows.some(({ code }) => code);
  return { ...shown, total: clicks, rows, picture: hasMap && <CountryMap rows={rows} locale={locale} /> };
}

function codeOf(filter: FilterName, label: string, detail: string | null): string | undefined {
  // The name of a language has its region.
  if (filter === "locale") return undefined;
  if (filter === "country") return /^[A-Z]{2}$/.test(label) ? label : undefined;
  return detail ?? undefined;
}

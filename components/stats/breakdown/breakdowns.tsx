import type { Route } from "next";
import NextLink from "next/link";
import { formatNumber } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { type DimensionName, isRare } from "@/lib/stats/query/dimensions";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { type FilterName, filterDimensions } from "@/lib/stats/query/query";
import { hasLabels } from "@/lib/stats/report/link-statistics";
import type { Report } from "@/lib/stats/report/report";
import { CommandButton } from "../../layout/command-button";
import { buttonStyle } from "../../ui/button";
import { labelName } from "../label-names";
import { BreakdownCard } from "./breakdown-card";
import type { Breakdown, BreakdownRow } from "./breakdown-rows";
import { CountryMap } from "./country-map";
import { GeoCredit } from "./geo-credit";

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
  {
    title: "Destinations",
    shown: [{ filter: "destination", tab: "Destination", unit: "Destination" }],
  },
  {
    title: "Short link hosts",
    shown: [{ filter: "domain", tab: "Host", unit: "Short link host" }],
  },
  { title: "Languages", shown: [{ filter: "locale", tab: "Language", unit: "Language" }] },
];

/** Whether a report has all labels of a card. `others` are those of filtered dimensions. */
function isKnown(
  { shown }: { shown: Shown[] },
  known: readonly DimensionName[],
  others: Others,
): boolean {
  return shown.every(({ filter }) => others[filter] || known.includes(filterDimensions[filter]));
}

type Others = Partial<Record<FilterName, Report>>;

/** Which cards: those of an instant report, or all others. */
interface Which {
  known: readonly DimensionName[];
  isInstant: boolean;
}

/**
 * Breakdowns by dimension. `others` holds, for each filtered dimension, its labels without that
 * filter, so that the labels not selected stay visible.
 */
export function Breakdowns({
  page,
  report,
  others,
  which,
  link,
  query,
  locale,
}: {
  page: string;
  report: Report;
  others: Others;
  which?: Which | undefined;
  /** The link that can be shared by channel. */
  link?: Link;
  query: PageQuery;
  locale: string;
}) {
  const wanted = cards.filter(
    (card) =>
      (!which || isKnown(card, which.known, others) === which.isInstant) &&
      card.shown.every(
        ({ filter }) => !isRare(filter) || hasLabels(others[filter] ?? report, filter),
      ),
  );
  return wanted.map(({ title, shown }) => (
    <BreakdownCard
      key={title}
      title={title}
      page={page}
      query={query}
      breakdowns={shown.map((each) => toBreakdown(each, others[each.filter] ?? report, locale))}
      foot={
        title === "Campaigns" ? (
          link ? (
            <CommandButton
              command={{ kind: "share", link }}
              variant="ghost"
              size="small"
              className="-ml-2.5"
            >
              Share by channel
            </CommandButton>
          ) : (
            <NextLink
              href={"/dashboard/campaigns" as Route}
              className={buttonStyle({ variant: "ghost", size: "small", className: "-ml-2.5" })}
            >
              Campaigns by link
            </NextLink>
          )
        ) : (
          title === "Locations" && <GeoCredit />
        )
      }
    />
  ));
}

const absent = new Set(["Direct", "None", "Unknown"]);

function toBreakdown(
  shown: Shown,
  { clicks, breakdowns, labelCounts }: Report,
  locale: string,
): Breakdown {
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
  const more = Math.max(0, (labelCounts[filterDimensions[filter]] ?? 0) - rows.length);
  const showAll =
    more === 0
      ? `Show all ${rows.length}`
      : `Show first ${rows.length} of ${formatNumber(rows.length + more, locale)}`;
  const note =
    more === 0
      ? null
      : `${formatNumber(more, locale)} more with fewer clicks are not listed. Filter or choose a shorter range to see them.`;
  return {
    ...shown,
    total: clicks,
    rows,
    showAll,
    more: note,
    picture: hasMap && <CountryMap rows={rows} locale={locale} />,
  };
}

function codeOf(filter: FilterName, label: string, detail: string | null): string | undefined {
  // The name of a language has its region.
  if (filter === "locale") return undefined;
  if (filter === "country") return /^[A-Z]{2}$/.test(label) ? label : undefined;
  return detail ?? undefined;
}

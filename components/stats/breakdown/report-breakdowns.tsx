import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { useSaid } from "@/components/texts/get-said";
import type { PartData } from "@/lib/http/part-data";
import { partData } from "@/lib/http/part-data";
import { type DimensionName, isRare } from "@/lib/stats/query/dimensions";
import { type FilterName, filterDimensions } from "@/lib/stats/query/filters";
import type { PageQuery, Subject } from "@/lib/stats/query/page-query";
import type { InstantReport } from "@/lib/stats/report/instant-report";
import { hasLabels } from "@/lib/stats/report/link-statistics";
import type { OtherLabels } from "@/lib/stats/report/other-labels";
import type { Report } from "@/lib/stats/report/report";
import { FailedPart } from "../../ui/failed-part";
import { Part } from "../../ui/part";
import { comparedWith } from "../report/compared-with";
import { CardSkeleton } from "../report/report-skeletons";
import { BreakdownCard } from "./breakdown-card";
import { CountryMap } from "./country-map";
import { GeoCredit } from "./geo-credit";
import { toBreakdown, toChannelBreakdown } from "./to-breakdown";

interface CardOf {
  title: "channels" | "devices" | "places" | "sources";
  shown: FilterName[];
}

const channels: CardOf = { title: "channels", shown: ["utm_medium", "utm_campaign"] };
const others: CardOf[] = [
  { title: "sources", shown: ["referrer", "destination", "domain"] },
  { title: "places", shown: ["country", "region", "city"] },
  { title: "devices", shown: ["device", "browser", "os", "locale"] },
];

/** For each filtered dimension, the report without that filter. */
type Unfiltered = OtherLabels<Report>;

interface ReportBreakdownsProps {
  report: Promise<PartData<Report>>;
  /** What is known of a filtered report without counting clicks; null if it has no filters. */
  instant: Promise<PartData<InstantReport | null>> | null;
  /**
   * For each filtered dimension, its labels without that filter, so that the labels not selected
   * stay visible.
   */
  others: Promise<Unfiltered>;
  page: string;
  subject: Subject;
  query: PageQuery;
  now: Date;
  locale: string;
  /** Before the cards: the links of a scope, in two rows of equal cards. */
  links?: ReactNode;
  /** In place of the tab of channels: where a link is shared, with its short links. */
  board?: ReactNode;
}

/**
 * The breakdowns of a report. With a filter some of them come at once, and stay if there are too
 * many clicks to count the rest.
 */
export function ReportBreakdowns({
  report,
  instant,
  others: unfiltered,
  links,
  board,
  ...rest
}: ReportBreakdownsProps) {
  const [t, said] = [useTexts("stats.cards"), useSaid()];
  const beside = partData(unfiltered).then((found) => (found.ok ? found.value : {}));
  const early = instant?.then((found) => (found.ok ? found.value : null)) ?? null;
  const partOf = (card: CardOf) => (
    <Part
      key={card.title}
      skeleton={<CardSkeleton count={1} />}
      data={shownIn(card, {
        report,
        early,
        beside,
        hasChannels: card === channels && !board,
      })}
    >
      {([shown, labels]) => (
        <ReportCard {...{ card, shown, labels }} {...rest} board={card === channels && board} />
      )}
    </Part>
  );
  return (
    <>
      <div className="grid items-stretch gap-4 min-[900px]:grid-cols-2 [&>*]:min-w-0">
        {links}
        {partOf(channels)}
        {!links && others.map(partOf)}
      </div>
      {links && (
        <div className="grid items-stretch gap-4 min-[900px]:grid-cols-2 min-[1440px]:grid-cols-3 min-[900px]:max-[1440px]:*:last:col-span-2 [&>*]:min-w-0">
          {others.map(partOf)}
        </div>
      )}
      {early && (
        <Part data={partData(Promise.all([report, early]))}>
          {([found, value]) =>
            // Otherwise the totals say it.
            !found.ok &&
            value && (
              <FailedPart
                title={t("failed")}
                {...found.failure}
                message={said(found.failure.sentence)}
              />
            )
          }
        </Part>
      )}
    </>
  );
}

/** The instant report if it has all labels of a card. */
async function shownIn(
  { shown }: CardOf,
  {
    report,
    early,
    beside,
    hasChannels,
  }: {
    report: Promise<PartData<Report>>;
    early: Promise<InstantReport | null> | null;
    beside: Promise<Unfiltered>;
    /** Only the full report has them; without it there are sources. */
    hasChannels: boolean;
  },
): Promise<PartData<[Report, Unfiltered]>> {
  const [value, labels] = await Promise.all([early, beside]);
  if (hasChannels) {
    const found = await report;
    if (found.ok) return { ok: true, value: [found.value, labels] };
  }
  const isKnown = (name: FilterName) =>
    Boolean(labels[name]) || value?.known.includes(filterDimensions[name] as DimensionName);
  if (value && shown.every(isKnown)) return { ok: true, value: [value, labels] };
  const found = await report;
  return found.ok ? { ok: true, value: [found.value, labels] } : found;
}

function ReportCard({
  card,
  shown,
  labels,
  page,
  subject,
  query,
  now,
  locale,
  board,
}: Pick<ReportBreakdownsProps, "page" | "subject" | "query" | "now" | "locale" | "board"> & {
  card: CardOf;
  shown: Report;
  labels: Unfiltered;
}) {
  const t = useTexts("stats.cards");
  const said = { t, labels: useTexts("stats.labels"), locale };
  const reportOf = (name: FilterName) => labels[name] ?? shown;
  const compared = comparedWith(subject, shown, now, { t: useTexts("stats.ranges"), locale });
  const ofChannels = labels.channel ?? shown;
  const first = ofChannels.hasChannels
    ? toChannelBreakdown(ofChannels, compared, said)
    : // Where they were not counted in all of the range.
      toBreakdown("utm_source", reportOf("utm_source"), compared, said);
  const breakdowns = card.shown
    .filter((filter) => !isRare(filter) || hasLabels(reportOf(filter), filter))
    .map((filter) => toBreakdown(filter, reportOf(filter), compared, said));
  const places = breakdowns.find(({ filter }) => filter === "country")?.rows ?? [];
  const isBeyond =
    card.shown.some((name) => labels[name]) ||
    (card === channels && !board && Boolean(labels.channel ?? labels.utm_source));
  const hasMap = places.some(({ code }) => code);
  return (
    <BreakdownCard
      title={t(`titles.${card.title}`)}
      breakdowns={card === channels && !board ? [first, ...breakdowns] : breakdowns}
      page={page}
      query={query}
      first={board ? { tab: t("tabs.channel"), content: board } : undefined}
      last={
        hasMap
          ? { tab: t("map"), content: <CountryMap rows={places} locale={locale} /> }
          : undefined
      }
      foot={
        <>
          {isBeyond && <span className="text-label text-tertiary">{t("beyondFilter")}</span>}
          {card.title === "places" && <GeoCredit />}
        </>
      }
    />
  );
}

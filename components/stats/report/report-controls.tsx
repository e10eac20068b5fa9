import NextLink from "next/link";
import { useTexts } from "#texts";
import { GitCompareArrows } from "@/components/stats/icons";
import { type DateRange, rangeBefore } from "@/lib/core/date-range";
import type { ShareSubject } from "@/lib/shares/shares";
import { limitsOf, type PageQuery, type Subject } from "@/lib/stats/query/page-query";
import { CommandButton } from "../../layout/command-button";
import { chipStyle } from "../../ui/chip";
import { Share } from "../../ui/icons";
import { Waiting } from "../../ui/waiting";
import { pageHref } from "../page-address";
import { comparedName } from "../range-names";
import { ExportMenu } from "./export-menu";
import { RangePicker } from "./range-picker";

interface ReportControlsProps {
  page: string;
  subject: Subject;
  query: PageQuery;
  now: Date;
  dateRange: DateRange;
  /** The same statistics from the API. */
  curl: string;
  /** Whether raw clicks can be exported, too. */
  hasClickFiles?: boolean;
  /** What can be shared with others; null if the page is about several things. */
  shares: ShareSubject | null;
  locale: string;
}

/** Date range, comparison and exports of a page with a report, in a row. */
export function ReportControls({
  page,
  subject,
  query,
  now,
  dateRange,
  curl,
  hasClickFiles = false,
  shares,
  locale,
}: ReportControlsProps) {
  const [t, common] = [useTexts("stats.ranges"), useTexts("common")];
  const createdAt = new Date(subject.createdAt);
  return (
    <>
      <RangePicker
        choice={query.range}
        limits={limitsOf(query, subject, now)}
        href={(range) => pageHref(page, query, { range })}
        keys
        locale={locale}
      />
      {/* What began in this range has nothing to be compared with. */}
      {createdAt < dateRange.since && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
        <div role="group" aria-label={t("comparison")} className="flex gap-1">
          <Comparison as="previous" {...{ page, query }}>
            {t("lineUp", {
              than: comparedName(dateRange, rangeBefore(dateRange, "weekdays"), t),
            })}
          </Comparison>
          <Comparison as="year" {...{ page, query }}>
            {t("sameDates")}
          </Comparison>
        </div>
      )}
      <ExportMenu {...{ page, query, curl, hasClickFiles }} />
      {shares && (
        <CommandButton
          command={{
            kind: "figures",
            of: shares,
            dates: { from: dateRange.from, to: dateRange.to },
          }}
          variant="ghost"
          aria-label={t("shareNote")}
        >
          <Share aria-hidden className="size-4" />
          {common("share")}
        </CommandButton>
      )}
    </>
  );
}

/** Compares with an earlier range, or does so no longer if it does. */
function Comparison({
  as,
  page,
  query,
  children,
}: Pick<ReportControlsProps, "page" | "query"> & {
  as: "previous" | "year";
  children: string;
}) {
  const t = useTexts("stats.ranges");
  const isOn = query.compare === as;
  return (
    <NextLink
      href={pageHref(page, query, { compare: isOn ? "off" : as })}
      prefetch={false}
      scroll={false}
      aria-current={isOn ? "true" : undefined}
      aria-label={t(`compareWith.${as}`)}
      title={children}
      className={chipStyle({ on: isOn, size: "tall", className: "relative" })}
    >
      {as === "previous" && <GitCompareArrows aria-hidden />}
      <span className="first-letter:capitalize">{t(`comparisons.${as}`)}</span>
      <Waiting className="absolute inset-x-3 bottom-0.5" />
    </NextLink>
  );
}

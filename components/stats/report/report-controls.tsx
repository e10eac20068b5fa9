import NextLink from "next/link";
import { useTexts } from "#texts";
import { GitCompareArrows } from "@/components/stats/icons";
import type { DateRange } from "@/lib/core/date-range";
import type { ShareSubject } from "@/lib/shares/shares";
import {
  earlierRangeOf,
  limitsOf,
  type PageQuery,
  pageComparisons,
  type Subject,
} from "@/lib/stats/query/page-query";
import { CommandButton } from "../../layout/command-button";
import { buttonStyle } from "../../ui/button";
import { cn } from "../../ui/cn";
import { DropPanel } from "../../ui/drop-panel";
import { ChevronDown, Share } from "../../ui/icons";
import { pageHref } from "../page-address";
import { datesName } from "../range-names";
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
      {createdAt < dateRange.since && <Comparisons {...{ page, subject, query, now, locale }} />}
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

/** What the range is compared with, and what else it can be. Works without scripts. */
function Comparisons({
  page,
  subject,
  query,
  now,
  locale,
}: Pick<ReportControlsProps, "page" | "subject" | "query" | "now" | "locale">) {
  const t = useTexts("stats.ranges");
  const datesOf = (compare: PageQuery["compare"]) => {
    const earlier = earlierRangeOf({ ...query, compare }, subject, now);
    return earlier && datesName(earlier, now, { t, locale });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div role="group" aria-label={t("comparison")} className="relative flex">
      <DropPanel className="group">
        <summary
          className={buttonStyle({
            className:
              "relative cursor-pointer list-none px-3 text-small tabular-nums group-open:bg-hover [&::-webkit-details-marker]:hidden",
          })}
        >
          <GitCompareArrows aria-hidden className="size-3.5" />
          <span className="first-letter:capitalize">
            {datesOf(query.compare) ?? t(`comparisons.${query.compare}`)}
          </span>
          <ChevronDown aria-hidden className="size-3.5 text-tertiary" />
        </summary>
        <ul className="absolute top-full start-0 z-20 mt-1.5 w-max rounded-card bg-raised p-2 shadow-overlay">
          {pageComparisons.map((compare) => (
            <li key={compare}>
              <NextLink
                href={pageHref(page, query, { compare })}
                prefetch={false}
                scroll={false}
                aria-current={compare === query.compare ? "true" : undefined}
                className={cn(
                  "flex h-9 items-center justify-between gap-6 rounded-chip px-2.5 text-small hover:bg-hover max-sm:h-11",
                  compare === query.compare && "bg-accent-chip font-medium text-accent-ink",
                )}
              >
                <span className="first-letter:capitalize">{t(`comparisons.${compare}`)}</span>
                <span className="font-normal text-label text-secondary tabular-nums">
                  {datesOf(compare)}
                </span>
              </NextLink>
            </li>
          ))}
        </ul>
      </DropPanel>
    </div>
  );
}

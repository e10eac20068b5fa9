import NextLink from "next/link";
import type { ReactNode } from "react";
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
import { statisticsPage } from "../../links/links-href";
import { cn } from "../../ui/cn";
import { ChevronDown, Share } from "../../ui/icons";
import { pageHref } from "../page-address";
import { datesName } from "../range-names";
import { ExportMenu } from "./export-menu";
import { RangePicker } from "./range-picker";
import type { Chosen } from "./scope-choices";
import { otherName } from "./scope-name";
import { ScopePanel } from "./scope-panel";

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
  /** What the page is about, where that can be chosen. */
  chosen?: Omit<Chosen, "isOther"> | undefined;
  /** Chooses it. */
  children?: ReactNode;
  locale: string;
}

/**
 * What a page with a report is about, what that is compared with, the date range, and what can be
 * done with it: one line, or two on phones.
 */
export function ReportControls({
  page,
  subject,
  query,
  now,
  dateRange,
  curl,
  hasClickFiles = false,
  shares,
  chosen,
  children,
  locale,
}: ReportControlsProps) {
  const [t, common] = [useTexts("stats.ranges"), useTexts("common")];
  const share = shares && { of: shares, dates: { from: dateRange.from, to: dateRange.to } };
  // What began in this range has nothing before it to be compared with.
  const hasBefore = new Date(subject.createdAt) < dateRange.since;
  return (
    <>
      {children}
      {(hasBefore || chosen) && (
        <Comparison {...{ page, subject, query, now, chosen, hasBefore, locale }} />
      )}
      <RangePicker
        choice={query.range}
        limits={limitsOf(query, subject, now)}
        href={(range) => pageHref(page, query, { range })}
        keys
        locale={locale}
      />
      {share && (
        <CommandButton
          command={{ kind: "figures", ...share }}
          aria-label={t("shareNote")}
          className="px-3 max-sm:hidden"
        >
          <Share aria-hidden className="size-4" />
          <span className="max-xl:hidden">{common("share")}</span>
        </CommandButton>
      )}
      <ExportMenu {...{ page, query, curl, hasClickFiles, share }} />
    </>
  );
}

/** What the page is compared with: days before, or something else beside it in the chart. */
function Comparison({
  page,
  subject,
  query,
  now,
  chosen,
  hasBefore,
  locale,
}: Pick<ReportControlsProps, "page" | "subject" | "query" | "now" | "chosen" | "locale"> & {
  hasBefore: boolean;
}) {
  const [t, scopes] = [useTexts("stats.ranges"), useTexts("stats.scope")];
  const labels = useTexts("stats.labels");
  const other = chosen?.other ?? null;
  const datesOf = (compare: PageQuery["compare"]) => {
    const earlier = earlierRangeOf({ ...query, compare }, subject, now);
    return earlier && datesName(earlier, now, { t, locale });
  };
  const shown = hasBefore ? query.compare : "off";
  // Without what stands beside it: then the chart has the days before again.
  const alone = chosen ? statisticsPage(chosen.scope) : page;
  return (
    <>
      <span aria-hidden className="text-small text-tertiary max-md:hidden">
        {scopes("vs")}
      </span>
      <ScopePanel
        label={t("comparison")}
        className="sm:max-w-64 sm:shrink"
        chosen={chosen ? { ...chosen, isOther: true } : null}
        button={
          <>
            <GitCompareArrows aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate first-letter:capitalize tabular-nums max-sm:sr-only">
              {other ? otherName(other, labels) : (datesOf(shown) ?? t(`comparisons.${shown}`))}
            </span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-tertiary max-sm:hidden" />
          </>
        }
      >
        <ul className={cn(chosen && "border-hairline border-b pb-2")}>
          {(hasBefore ? pageComparisons : (["off"] as const)).map((compare) => {
            const isOn = !other && compare === shown;
            return (
              <li key={compare}>
                <NextLink
                  href={pageHref(alone, query, { compare })}
                  prefetch={false}
                  scroll={false}
                  aria-current={isOn ? "true" : undefined}
                  className={cn(
                    "flex h-9 items-center justify-between gap-6 rounded-chip px-2.5 text-small hover:bg-hover max-sm:h-11",
                    isOn && "bg-accent-chip font-medium text-accent-ink",
                  )}
                >
                  <span className="first-letter:capitalize">{t(`comparisons.${compare}`)}</span>
                  <span className="font-normal text-label text-secondary tabular-nums">
                    {datesOf(compare)}
                  </span>
                </NextLink>
              </li>
            );
          })}
        </ul>
      </ScopePanel>
    </>
  );
}

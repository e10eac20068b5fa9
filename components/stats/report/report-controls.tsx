import NextLink from "next/link";
import { GitCompareArrows } from "@/components/stats/icons";
import type { DateRange } from "@/lib/core/date-range";
import { limitsOf, type PageQuery, type Subject } from "@/lib/stats/query/page-query";
import { chipStyle } from "../../ui/chip";
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
}: ReportControlsProps) {
  const { compare } = query;
  const createdAt = new Date(subject.createdAt);
  return (
    <>
      <RangePicker
        choice={query.range}
        limits={limitsOf(query, subject, now)}
        href={(range) => pageHref(page, query, { range })}
        keys
      />
      {/* What began in this range has nothing to be compared with. */}
      {createdAt < dateRange.since && (
        <NextLink
          href={pageHref(page, query, { compare: !compare })}
          prefetch={false}
          scroll={false}
          aria-current={compare ? "true" : undefined}
          aria-label="Compare with previous period"
          title={`${comparedName(dateRange.days)}, so weekdays line up`}
          className={chipStyle({ on: compare, size: "tall", className: "relative" })}
        >
          <GitCompareArrows aria-hidden />
          Previous period
          <Waiting className="absolute inset-x-3 bottom-0.5" />
        </NextLink>
      )}
      <ExportMenu {...{ page, query, curl, hasClickFiles }} />
    </>
  );
}

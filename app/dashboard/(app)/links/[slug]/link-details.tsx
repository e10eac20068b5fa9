import { ClickList } from "@/components/stats/details/click-list";
import { Uncounted } from "@/components/stats/details/uncounted";
import { WeekdayHours } from "@/components/stats/details/weekday-hours";
import { RowsSkeleton } from "@/components/stats/report/report-skeletons";
import { Part } from "@/components/ui/part";
import { storedDays } from "@/lib/core/date-range";
import { type PartData, partData } from "@/lib/http/part-data";
import type { Link } from "@/lib/links/link";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { StatisticsQuery } from "@/lib/stats/query/query";
import type { LinkReport } from "@/lib/stats/report/link-report";
import { listUncounted } from "@/lib/stats/report/uncounted";
import { getWeekdayHours } from "@/lib/stats/report/weekday-hours";

interface LinkDetailsProps {
  link: Link;
  query: PageQuery;
  statistics: StatisticsQuery;
  report: Promise<PartData<LinkReport>> | null;
  now: Date;
  locale: string;
}

/** What the last card shows: only that is read. */
export function LinkDetails({ link, query, statistics, report, now, locale }: LinkDetailsProps) {
  const { dateRange, filters } = statistics;
  if (query.more === "hours") {
    return (
      <Part
        title="Hours"
        skeleton={<RowsSkeleton />}
        data={partData(getWeekdayHours(link.id, dateRange, filters))}
      >
        {(counts) => <WeekdayHours counts={counts} dateRange={dateRange} locale={locale} />}
      </Part>
    );
  }
  if (query.more === "bots") {
    return (
      <Part
        title="Bots and previews"
        skeleton={<RowsSkeleton />}
        data={partData(listUncounted(link.id, storedDays(dateRange, now)))}
      >
        {(entries) => <Uncounted entries={entries} locale={locale} />}
      </Part>
    );
  }
  return (
    report && (
      <Part skeleton={<RowsSkeleton />} data={report}>
        {({ recentClicks, isFiltered }) => (
          <ClickList clicks={recentClicks} at={now.toISOString()} isFiltered={isFiltered} />
        )}
      </Part>
    )
  );
}

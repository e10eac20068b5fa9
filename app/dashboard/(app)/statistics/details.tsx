import { CampaignRows } from "@/components/stats/details/campaign-rows";
import { ClickList } from "@/components/stats/details/click-list";
import { Uncounted } from "@/components/stats/details/uncounted";
import { WeekdayHours } from "@/components/stats/details/weekday-hours";
import { comparedWith } from "@/components/stats/report/compared-with";
import { RowsSkeleton } from "@/components/stats/report/report-skeletons";
import { Part } from "@/components/ui/part";
import { storedDays } from "@/lib/core/date-range";
import { type PartData, partData } from "@/lib/http/part-data";
import type { PageQuery, Subject } from "@/lib/stats/query/page-query";
import type { StatisticsQuery } from "@/lib/stats/query/query";
import type { ReportScope } from "@/lib/stats/query/report-scope";
import { getCampaigns } from "@/lib/stats/report/campaigns";
import {
  getScopeUncounted,
  getScopeWeekdayHours,
  type ScopeReport,
} from "@/lib/stats/report/scope-report";

interface DetailsProps {
  scope: ReportScope;
  query: PageQuery;
  statistics: StatisticsQuery;
  report: Promise<PartData<ScopeReport>>;
  page: string;
  subject: Subject;
  now: Date;
  locale: string;
}

/** What the last card shows: only that is read. */
export function Details({
  scope,
  query,
  statistics,
  report,
  page,
  subject,
  now,
  locale,
}: DetailsProps) {
  const { dateRange, filters } = statistics;
  switch (query.more) {
    case "hours":
      return (
        <Part
          title="Hours"
          skeleton={<RowsSkeleton />}
          data={partData(getScopeWeekdayHours(scope, dateRange, filters))}
        >
          {(counts) => <WeekdayHours counts={counts} dateRange={dateRange} locale={locale} />}
        </Part>
      );
    case "campaigns":
      return (
        <Part
          title="Campaigns"
          skeleton={<RowsSkeleton />}
          data={partData(Promise.all([getCampaigns(scope, statistics, now), report]))}
        >
          {([campaigns, found]) => (
            <CampaignRows
              {...{ campaigns, page, query, locale }}
              isCompared={found.ok && comparedWith(subject, found.value, now) !== null}
            />
          )}
        </Part>
      );
    case "bots":
      return (
        <Part
          title="Bots and previews"
          skeleton={<RowsSkeleton />}
          data={partData(getScopeUncounted(scope, storedDays(dateRange, now)))}
        >
          {(entries) => <Uncounted entries={entries} locale={locale} />}
        </Part>
      );
    default:
      return (
        <Part skeleton={<RowsSkeleton />} data={report}>
          {({ recentClicks, isFiltered }) => (
            <ClickList clicks={recentClicks} at={now.toISOString()} isFiltered={isFiltered} />
          )}
        </Part>
      );
  }
}

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { DateRange } from "@/lib/core/date-range";
import { type PartData, partData } from "@/lib/http/part-data";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { Report } from "@/lib/stats/report/report";
import type { UncountedEntry } from "@/lib/stats/report/uncounted";
import type { WeekdayHours as HourCounts } from "@/lib/stats/report/weekday-hours";
import { Part } from "../../ui/part";
import { RowsSkeleton } from "../report/report-skeletons";
import { ClickList } from "./click-list";
import { Uncounted } from "./uncounted";
import { WeekdayHours } from "./weekday-hours";

interface DetailsProps {
  more: PageQuery["more"];
  dateRange: DateRange;
  readHours: () => Promise<HourCounts>;
  readBots: () => Promise<UncountedEntry[]>;
  report: Promise<PartData<Report>>;
  campaigns?: () => ReactNode;
  now: Date;
  locale: string;
}

/** What the last card shows: only that is read. */
export function Details({
  more,
  dateRange,
  readHours,
  readBots,
  report,
  campaigns,
  now,
  locale,
}: DetailsProps) {
  const [t, totals] = [useTexts("stats.details"), useTexts("stats.totals")];
  if (more === "hours")
    return (
      <Part title={t("tabs.hours")} skeleton={<RowsSkeleton />} data={partData(readHours())}>
        {(counts) => <WeekdayHours counts={counts} dateRange={dateRange} locale={locale} />}
      </Part>
    );
  if (more === "bots") return <Bots readBots={readBots} locale={locale} />;
  if (more === "campaigns" && campaigns) return campaigns();
  return (
    <Part skeleton={<RowsSkeleton />} data={report}>
      {({ recentClicks, isFiltered, waitingSince }) => (
        <>
          {waitingSince && (
            <p className="border-hairline border-b px-(--space-pad) py-2.5 text-secondary text-small">
              {totals("waiting")}
            </p>
          )}
          <ClickList clicks={recentClicks} at={now.toISOString()} isFiltered={isFiltered} />
        </>
      )}
    </Part>
  );
}

export function Bots({ readBots, locale }: Pick<DetailsProps, "readBots" | "locale">) {
  const t = useTexts("stats.details");
  return (
    <Part title={t("botsAndPreviews")} skeleton={<RowsSkeleton />} data={partData(readBots())}>
      {(entries) => <Uncounted entries={entries} locale={locale} />}
    </Part>
  );
}

import type { ReactNode } from "react";
import type { PartData } from "@/lib/http/part-data";
import { partData } from "@/lib/http/part-data";
import type { Link } from "@/lib/links/link";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { FilterName } from "@/lib/stats/query/query";
import type { InstantReport } from "@/lib/stats/report/instant-report";
import type { Report } from "@/lib/stats/report/report";
import { FailedPart } from "../../ui/failed-part";
import { Part } from "../../ui/part";
import { CardSkeleton } from "../report/report-skeletons";
import { Breakdowns } from "./breakdowns";

interface ReportBreakdownsProps {
  report: Promise<PartData<Report>>;
  /** What is known of a filtered report without counting clicks; null if it has no filters. */
  instant: Promise<PartData<InstantReport | null>> | null;
  others: Promise<Partial<Record<FilterName, Report>>>;
  page: string;
  link?: Link;
  query: PageQuery;
  locale: string;
  /** Beside the cards. */
  children?: ReactNode;
}

/**
 * The breakdowns of a report. With a filter some of them come at once, and stay if there are too
 * many clicks to count the rest.
 */
export function ReportBreakdowns({
  report,
  instant,
  others,
  children,
  ...rest
}: ReportBreakdownsProps) {
  const beside = partData(others).then((found) => (found.ok ? found.value : {}));
  const early = instant?.then((found) => (found.ok ? found.value : null)) ?? null;
  return (
    <div className="grid items-stretch gap-4 min-[900px]:grid-cols-2 [&>*]:min-w-0">
      {early && (
        <Part data={partData(Promise.all([early, beside]))}>
          {([value, labels]) =>
            value && (
              <Breakdowns
                {...rest}
                report={value}
                others={labels}
                which={{ known: value.known, isInstant: true }}
              />
            )
          }
        </Part>
      )}
      <Part
        skeleton={<CardSkeleton count={5} />}
        data={partData(Promise.all([report, early, beside]))}
      >
        {([found, value, labels]) => {
          const which = value ? { known: value.known, isInstant: false } : undefined;
          if (found.ok)
            return <Breakdowns {...rest} report={found.value} others={labels} which={which} />;
          // Otherwise the totals say it.
          return (
            value && <FailedPart title="The other parts could not be loaded" {...found.failure} />
          );
        }}
      </Part>
      {children}
    </div>
  );
}

import { formatDay } from "@/lib/core/format";
import type { ScopeTotals } from "@/lib/stats/report/scope-totals";
import type { ReportProps } from "../chart/report-chart";
import { rangeTotals, type Total, TotalsCard } from "./report-cards";

const visitors =
  "Distinct visitors of each link per day, added up: a person who opens two links counts twice.";

/** The totals of several links, and their chart. */
export function ScopeTotalsCard({ totals, ...props }: ReportProps & { totals: ScopeTotals }) {
  const { subject, report } = props;
  const ever: Total[] = [
    {
      term: "All-time clicks",
      meaning: "Every click on these links since they were created.",
      value: totals.clickCount,
      note: (
        <span>
          {report.isFiltered
            ? "all clicks"
            : `since ${formatDay(new Date(subject.createdAt), { year: "always", timeZone: report.dateRange.timeZone })}`}
        </span>
      ),
    },
  ];
  return (
    <>
      <TotalsCard
        {...props}
        firstName="Since"
        totals={[...rangeTotals(props, visitors), ...ever]}
      />
      <p className="-mt-2 text-secondary text-small">
        Unique visitors: a person who opens two links, or comes on two days, counts twice.
      </p>
    </>
  );
}

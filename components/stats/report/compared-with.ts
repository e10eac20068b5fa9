import type { Subject } from "@/lib/stats/query/page-query";
import type { Report } from "@/lib/stats/report/report";
import { missingBefore } from "@/lib/stats/report/same-stretch";
import type { Texts } from "@/lib/texts/translator";
import { datesName } from "../range-names";

/**
 * The dates that the rows of a report are compared with; null if they are not, as
 * for today alone, of which they have no hours.
 */
export function comparedWith(
  subject: Subject,
  report: Report,
  now: Date,
  said: { t: Texts<"stats.ranges">; locale: string },
): string | null {
  const { dateRange, previous } = report;
  const hasToday = dateRange.until > now;
  if (!previous || missingBefore(subject, report, now)) return null;
  if (hasToday && dateRange.days === 1) return null;
  const than = datesName(previous.dateRange, now, said);
  return hasToday ? said.t("withoutToday", { than }) : than;
}

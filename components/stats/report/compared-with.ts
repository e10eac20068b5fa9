import type { Subject } from "@/lib/stats/query/page-query";
import type { Report } from "@/lib/stats/report/report";
import { missingBefore } from "@/lib/stats/report/same-stretch";
import type { Texts } from "@/lib/texts/translator";
import { comparedName } from "../range-names";

/**
 * What the rows of a report are compared with, as in "5 weeks earlier"; null if they are not, as
 * for today alone, of which they have no hours.
 */
export function comparedWith(
  subject: Subject,
  report: Report,
  now: Date,
  t: Texts<"stats.ranges">,
): string | null {
  const { dateRange, previous } = report;
  const hasToday = dateRange.until > now;
  if (!previous || missingBefore(subject, report, now)) return null;
  if (hasToday && dateRange.days === 1) return null;
  const than = comparedName(dateRange, previous.dateRange, t);
  return hasToday ? t("withoutToday", { than }) : than;
}

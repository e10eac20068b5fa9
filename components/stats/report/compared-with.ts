import { localDate } from "@/lib/core/local-time";
import type { Subject } from "@/lib/stats/query/page-query";
import type { Report } from "@/lib/stats/report/report";
import { comparedName } from "../range-names";

/**
 * Whether the link existed during all of the previous period: with a part of it the change would
 * say nothing.
 */
export function isCovered(subject: Subject, { previous }: Report, now: Date): boolean {
  const createdAt = new Date(subject.createdAt);
  return (
    previous !== null &&
    createdAt < now &&
    localDate(createdAt, previous.dateRange.timeZone) <= previous.dateRange.from
  );
}

/**
 * What the rows of a report are compared with, as in "5 weeks earlier"; null if they are not. A
 * part of today says nothing beside a whole day.
 */
export function comparedWith(subject: Subject, report: Report, now: Date): string | null {
  const { days, until } = report.dateRange;
  const hasToday = until > now;
  if (!isCovered(subject, report, now) || (hasToday && days === 1)) return null;
  return `${comparedName(days)}${hasToday ? ", including today" : ""}`;
}

import type { Spreadsheet } from "../../core/spreadsheet";
import { csvOf } from "../../core/table-file";
import { type DimensionName, isRare } from "../query/dimensions";
import { filterDimensions, filterNames } from "../query/filters";
import { hasLabels } from "./link-statistics";
import type { Report } from "./report";
import type { ReportLink } from "./scope-report";
import { isSentName, type Listed, type SplitLabel, splitLabels } from "./split-labels";

interface Line {
  part: string;
  /** A day as an instant becomes a date in a spreadsheet. */
  label: string | Date;
  detail: string | null;
  clicks: number;
  uniqueVisitors: number | null;
}

/** Lines of statistics as CSV, whatever they are of. Times are in UTC. */
export function csvOfLines(lines: readonly Line[], spreadsheet?: Spreadsheet): string {
  return csvOf(lines, ["part", "label", "detail", "clicks", "uniqueVisitors"], {
    spreadsheet: spreadsheet && { ...spreadsheet, timeZone: "UTC" },
  });
}

/** Says first that the file may lack clicks since a time, which wait to be stored. */
export function waitingLine({ waitingSince }: Pick<Report, "waitingSince">): Line[] {
  const nothing = { detail: null, clicks: 0, uniqueVisitors: null };
  return waitingSince ? [{ part: "waitingSince", label: waitingSince, ...nothing }] : [];
}

/** A label that visitors sent although it is also a name of ours has itself as its detail. */
export function detailOf(row: SplitLabel, name: DimensionName): string | null {
  return isSentName(row, name) ? row.label : row.detail;
}

/**
 * The rows of a report: each day, then each label of each breakdown, then the links with the most
 * clicks.
 */
export function statisticsCsv(
  report: Listed & Pick<Report, "days" | "waitingSince">,
  topLinks: readonly ReportLink[] = [],
  spreadsheet?: Spreadsheet,
): string {
  const { days } = report;
  const parts = filterNames.filter((part) => !isRare(part) || hasLabels(report, part));
  const lines: Line[] = [
    ...waitingLine(report),
    ...days.map(({ date, clicks, uniqueVisitors }) => ({
      part: "day",
      label: spreadsheet ? new Date(date) : date,
      detail: null,
      clicks,
      uniqueVisitors,
    })),
    ...parts.flatMap((part) =>
      splitLabels(report, filterDimensions[part]).map((row) => ({
        part,
        label: row.label,
        detail: detailOf(row, filterDimensions[part]),
        clicks: row.count,
        uniqueVisitors: null,
      })),
    ),
    ...topLinks.map(({ slug, title, clicks }) => ({
      part: "link",
      label: slug,
      detail: title,
      clicks,
      uniqueVisitors: null,
    })),
  ];
  return csvOfLines(lines, spreadsheet);
}

import { csvOf } from "../core/table-file";
import type { LinkReport } from "./link-report";
import { type FilterName, filterDimensions, filterNames } from "./query";

interface Line {
  part: "day" | FilterName;
  label: string;
  detail: string | null;
  clicks: number;
  uniqueVisitors: number | null;
}

/** The rows of a report: each day, then each label of each breakdown. */
export function statisticsCsv({ days, breakdowns }: LinkReport): string {
  const lines: Line[] = [
    ...days.map(({ date, clicks, uniqueVisitors }) => ({ part: "day" as const, label: date, detail: null, clicks, uniqueVisitors })),
    ...filterNames.flatMap((part) =>
      breakdowns[filterDimensions[part]].map(({ label, detail, count }) => ({ part, label, detail, clicks: count, uniqueVisitors: null })),
    ),
  ];
  return csvOf(lines, ["part", "label", "detail", "clicks", "uniqueVisitors"]);
}

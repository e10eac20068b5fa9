import type { Spreadsheet } from "../core/spreadsheet";
import { csvOf } from "../core/table-file";
import type { ShareFigures } from "./share-figures";

/** The figures of the page as rows: each point of the chart, then each row of each list. */
export function shareCsv(
  { interval, points, cards }: ShareFigures,
  spreadsheet?: Spreadsheet,
): string {
  const lines = [
    ...points.map(({ start, clicks, visitors }) => ({
      part: interval as string,
      label: spreadsheet ? new Date(start) : interval === "hour" ? start : start.slice(0, 10),
      detail: null as string | null,
      clicks,
      uniqueVisitors: visitors as number | null,
    })),
    ...cards.flatMap(({ lists }) =>
      lists.flatMap(({ name, rows }) =>
        rows.map((row) => ({ part: name, ...row, uniqueVisitors: null })),
      ),
    ),
  ];
  return csvOf(lines, ["part", "label", "detail", "clicks", "uniqueVisitors"], { spreadsheet });
}

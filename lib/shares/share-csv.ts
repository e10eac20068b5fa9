import type { Spreadsheet } from "../core/spreadsheet";
import { csvOfLines, waitingLine } from "../stats/report/statistics-csv";
import type { ShareFigures } from "./share-figures";

/** The figures of the page as rows: each point of the chart, then each row of each list. */
export function shareCsv(
  { interval, points, cards, ...figures }: ShareFigures,
  spreadsheet?: Spreadsheet,
): string {
  const lines = [
    ...waitingLine(figures),
    ...points.map(({ start, clicks, visitors }) => ({
      part: interval,
      label: spreadsheet ? new Date(start) : interval === "hour" ? start : start.slice(0, 10),
      detail: null,
      clicks,
      uniqueVisitors: visitors,
    })),
    ...cards.flatMap(({ lists }) =>
      lists.flatMap(({ name, rows }) =>
        rows.map((row) => ({ part: name, ...row, uniqueVisitors: null })),
      ),
    ),
  ];
  return csvOfLines(lines, spreadsheet);
}

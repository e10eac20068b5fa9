"use client";

import { formatNumber, formatShare } from "@/lib/core/format";
import { useViewer } from "../../layout/viewer-context";
import { CopyButton } from "../../ui/copy-button";
import { Table, Td, Th } from "../../ui/table";
import { Delta } from "../delta";
import { type ChartData, fullName, totalOf } from "./chart-points";

/** The data of a chart as a table, newest first, that can be copied into a spreadsheet. */
export default function DayTable({
  title,
  points,
  before,
  beforeName = "Before",
  other,
  name,
  openName,
  interval = "day",
  timeZone,
  unit = "Clicks",
}: ChartData & { title: string }) {
  const { locale } = useViewer();
  const total = totalOf(points);
  const rows = points
    .map((point, index) => ({
      ...point,
      earlier: before?.[index],
      others: other?.points[index]?.count,
      isOpen: openName !== undefined && index === points.length - 1,
    }))
    .reverse();
  const text = rows.map(({ start, count, earlier, others }) =>
    [start, count, ...(other ? [others] : []), ...(earlier ? [earlier.count] : [])].join("\t"),
  );
  const head = [
    ...[interval, other ? name : unit.toLowerCase()],
    ...(other ? [other.name] : []),
    ...(before ? ["before"] : []),
  ].join("\t");
  return (
    <>
      <div className="px-(--space-pad) pb-2">
        <CopyButton text={[head, ...text].join("\n")} what="the table" size="small">
          Copy table
        </CopyButton>
      </div>
      <div className="max-h-[420px] overflow-y-auto">
        <Table label={`${title} as a table`}>
          <thead>
            <tr>
              <Th>
                {interval === "day"
                  ? "Day"
                  : interval === "hour"
                    ? "Hour"
                    : interval === "week"
                      ? "Week"
                      : "Month"}
              </Th>
              <Th numeric>{other ? `${unit}, ${name}` : unit}</Th>
              {other && <Th numeric>{other.name}</Th>}
              {before && <Th numeric>{beforeName}</Th>}
              {before && <Th numeric>Change</Th>}
              <Th numeric>Share</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, end, count, earlier, others = 0, isOpen }) => (
              <tr key={start}>
                <Td lead>
                  {fullName({ start, end }, interval, timeZone)}
                  {isOpen && <span className="text-tertiary">, so far</span>}
                </Td>
                <Td numeric lead>
                  {formatNumber(count, locale)}
                </Td>
                {other && <Td numeric>{formatNumber(others, locale)}</Td>}
                {before && <Td numeric>{earlier ? formatNumber(earlier.count, locale) : ""}</Td>}
                {before && (
                  <Td numeric>
                    {isOpen
                      ? "in progress"
                      : earlier && <Delta now={count} before={earlier.count} locale={locale} />}
                  </Td>
                )}
                <Td numeric>{formatShare(count, total, locale)}</Td>
              </tr>
            ))}
          </tbody>
          {other && (
            <tfoot>
              <tr>
                <Td lead>Total</Td>
                <Td numeric lead>
                  {formatNumber(total, locale)}
                </Td>
                <Td numeric lead>
                  {formatNumber(totalOf(other.points), locale)}
                </Td>
                <Td numeric>{formatShare(total, total, locale)}</Td>
              </tr>
            </tfoot>
          )}
        </Table>
      </div>
    </>
  );
}

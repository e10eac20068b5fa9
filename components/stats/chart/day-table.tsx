"use client";

import { useTexts } from "#texts";
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
  beforeName,
  other,
  name,
  openName,
  interval = "day",
  timeZone,
  unit = "clicks",
}: ChartData & { title: string }) {
  const { locale } = useViewer();
  const t = useTexts("stats.chart");
  const nameOf = (point: { start: string; end: string | undefined }) =>
    fullName(point, interval, { t, locale }, timeZone);
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
    ...[t(`columns.${interval}`), other ? name : t(`units.${unit}`)],
    ...(other ? [other.name] : []),
    ...(before ? [t("before")] : []),
  ].join("\t");
  return (
    <>
      <div className="px-(--space-pad) pb-2">
        <CopyButton text={[head, ...text].join("\n")} size="small">
          {t("copyTable")}
        </CopyButton>
      </div>
      <div className="max-h-[420px] overflow-y-auto">
        <Table label={t("tableOf", { title })}>
          <thead>
            <tr>
              <Th>{t(`columns.${interval}`)}</Th>
              <Th numeric>{other ? `${t(`units.${unit}`)}, ${name}` : t(`units.${unit}`)}</Th>
              {other && <Th numeric>{other.name}</Th>}
              {before && <Th numeric>{beforeName}</Th>}
              {before && <Th numeric>{t("change")}</Th>}
              <Th numeric>{t("share")}</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, end, count, earlier, others = 0, isOpen }) => (
              <tr key={start}>
                <Td lead>
                  {isOpen
                    ? t.rich("soFar", {
                        name: nameOf({ start, end }),
                        rest: (text) => <span className="text-tertiary">{text}</span>,
                      })
                    : nameOf({ start, end })}
                </Td>
                <Td numeric lead>
                  {formatNumber(count, locale)}
                </Td>
                {other && <Td numeric>{formatNumber(others, locale)}</Td>}
                {before && <Td numeric>{earlier ? formatNumber(earlier.count, locale) : ""}</Td>}
                {before && (
                  <Td numeric>
                    {isOpen
                      ? t("inProgress")
                      : earlier && (
                          <Delta now={count} before={earlier.count} locale={locale} isBare />
                        )}
                  </Td>
                )}
                <Td numeric>{formatShare(count, total, locale)}</Td>
              </tr>
            ))}
          </tbody>
          {other && (
            <tfoot>
              <tr>
                <Td lead>{t("total")}</Td>
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

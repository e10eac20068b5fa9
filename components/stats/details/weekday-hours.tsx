import { useTexts } from "#texts";
import type { DateRange } from "@/lib/core/date-range";
import { hourMs } from "@/lib/core/day";
import { formatNumber, weekdayNames } from "@/lib/core/format";
import { readableZone } from "@/lib/core/time-zone";
import type { WeekdayHours as Counts } from "@/lib/stats/report/weekday-hours";
import { cn } from "../../ui/cn";
import { PressedCell } from "./pressed-cell";

const heat = ["bg-sunken", "bg-heat-1", "bg-heat-2", "bg-heat-3", "bg-heat-4", "bg-heat-5"];

/** When links are clicked: weekday by hour, as a table of tints. */
export function WeekdayHours({
  counts,
  dateRange,
  locale,
}: {
  counts: Counts;
  dateRange: DateRange;
  locale: string;
}) {
  const t = useTexts("stats.details");
  const [weekdays, short] = [weekdayNames("long", locale), weekdayNames("short", locale)];
  const { since, timeZone } = dateRange;
  const zone = readableZone(timeZone);
  // In a fractional time zone, the hours of UTC do not begin with its own.
  const minute = String(((hourMs - (since.getTime() % hourMs)) % hourMs) / 60_000).padStart(2, "0");
  const hourName = (hour: number) => `${String(hour).padStart(2, "0")}:${minute}`;
  const all = counts.flat();
  const most = Math.max(...all);
  if (most === 0) return <p className="px-(--space-pad) py-4 text-secondary">{t("noClicks")}</p>;
  const busiest = all.indexOf(most);
  return (
    <PressedCell
      otherwise={t("mostClicks", {
        weekday: weekdays[Math.floor(busiest / 24)] ?? "",
        from: hourName(busiest % 24),
        to: hourName(((busiest % 24) + 1) % 24),
        zone,
        count: most,
      })}
    >
      <table className="w-full table-fixed border-separate border-spacing-[2px] text-label text-tertiary max-sm:border-spacing-px">
        <caption className="sr-only">{t("hours", { zone })}</caption>
        <thead>
          <tr>
            <th scope="col" className="w-9 font-normal">
              <span className="sr-only">{t("weekday")}</span>
            </th>
            {Array.from({ length: 24 }, (_, hour) => (
              <th
                key={hour}
                scope="col"
                className="overflow-visible p-0 text-start font-normal tabular-nums"
              >
                <span className={cn(hour % 6 > 0 && "sr-only")}>{hourName(hour)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday, day) => (
            <tr key={weekday}>
              <th scope="row" className="p-0 text-start font-normal">
                <span aria-hidden>{short[day]}</span>
                <span className="sr-only">{weekday}</span>
              </th>
              {counts[day]?.map((count, hour) => (
                <td
                  key={hour}
                  title={t("clicksAt", { weekday, hour: hourName(hour), count })}
                  className={cn(
                    "h-6 rounded-[3px] p-0 max-sm:h-5",
                    heat[Math.ceil((count / most) * 5)],
                  )}
                >
                  <span className="sr-only">{formatNumber(count, locale)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p
        aria-hidden
        className="mt-2 flex items-center justify-end gap-0.5 text-label text-tertiary tabular-nums"
      >
        <span className="px-1">{formatNumber(0, locale)}</span>
        {heat.map((tint) => (
          <span key={tint} className={cn("size-3 rounded-[3px]", tint)} />
        ))}
        <span className="px-1">{formatNumber(most, locale)}</span>
      </p>
    </PressedCell>
  );
}

import { useTexts } from "#texts";
import { env } from "@/lib/config/env";
import type { DateRange } from "@/lib/core/date-range";
import { formatDay } from "@/lib/core/format";
import { readableZone } from "@/lib/core/time-zone";

/** The head of a printed page, which has no other: what it is about, when, and where it is from. */
export function PrintHead({
  title,
  dateRange,
  locale,
}: {
  title: string;
  dateRange: DateRange;
  locale: string;
}) {
  const [t, ranges] = [useTexts("stats.scope"), useTexts("stats.ranges")];
  const { from, to, timeZone } = dateRange;
  const [first, last] = [from, to].map((date) =>
    formatDay(new Date(date), { year: "always", locale }),
  ) as [string, string];
  return (
    <header className="mb-4 hidden print:block">
      <p className="font-semibold text-title">{title}</p>
      <p className="text-secondary">
        {t("printed", {
          stretch: first === last ? first : ranges("stretch", { from: first, to: last }),
          zone: readableZone(timeZone),
        })}{" "}
        {new URL(env().DASHBOARD_ORIGIN).host}
      </p>
    </header>
  );
}

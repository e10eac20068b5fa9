import type { Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { ArrowRight } from "@/components/links/icons";
import { lastDays } from "@/lib/core/date-range";
import { hourMs } from "@/lib/core/day";
import { formatNumber, formatTime } from "@/lib/core/format";
import { readableZone } from "@/lib/core/time-zone";
import type { Today } from "@/lib/stats/report/today";
import { buttonStyle } from "../../ui/button";
import { Card } from "../../ui/card";
import { Definition } from "../../ui/definition";
import { Sparkline } from "../../ui/sparkline";
import { Delta } from "../delta";
import { LivePage } from "./live";

/** A line needs this many hours. */
const fewHours = 4;

/** The clicks of today in one line, which stays up to date. */
export function TodayCard({
  today,
  last,
  now,
  timeZone,
  locale,
}: {
  today: Today;
  /** The last click on any link, ISO 8601; empty if there is none, null if that is not known. */
  last: string | null;
  now: Date;
  timeZone: string;
  locale: string;
}) {
  const [t, totals, common] = [
    useTexts("home.today"),
    useTexts("stats.totals"),
    useTexts("common"),
  ];
  const { clicks, yesterdaySoFar, hours } = today;
  const over = Math.ceil((now.getTime() - lastDays(1, now, timeZone).since.getTime()) / hourMs);
  return (
    <Card
      aria-label={t("title")}
      className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-(--space-pad) py-3"
    >
      <span className="font-semibold text-figure tabular-nums tracking-figure">
        {formatNumber(clicks, locale)}
      </span>
      <span className="grid text-small">
        <span>
          <Definition
            meaning={t("meaning", {
              zone: readableZone(timeZone),
              midnight: formatTime(new Date(0), "UTC", locale),
            })}
          >
            {t("clicks", { count: clicks })}
          </Definition>
        </span>
        {/* Before the first click there is nothing to compare. */}
        {last !== "" && (
          <span className="flex gap-1.5 text-label text-secondary">
            {yesterdaySoFar === 0
              ? t("noneYesterday")
              : yesterdaySoFar === clicks
                ? t("sameYesterday")
                : t.rich("vsYesterday", {
                    change: () => <Delta now={clicks} before={yesterdaySoFar} locale={locale} />,
                  })}
          </span>
        )}
      </span>
      {over >= fewHours && (
        <span className="max-sm:hidden">
          <Sparkline counts={hours.slice(0, over)} label={t("hours")} width={160} height={32} />
        </span>
      )}
      <span className="ms-auto flex items-center">
        <LivePage of={{}} version={last ?? ""} />
        <NextLink
          href={"/dashboard/statistics" as Route}
          className={buttonStyle({ variant: "ghost", size: "small" })}
        >
          {common("nav.statistics")}
          <ArrowRight aria-hidden className="size-3.5" />
        </NextLink>
      </span>
      {today.waitingSince && (
        <p className="w-full text-secondary text-small">{totals("waiting")}</p>
      )}
    </Card>
  );
}

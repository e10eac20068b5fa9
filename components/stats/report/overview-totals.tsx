import { Bot } from "@/components/ui/icons";
import { type DateRange, lastDays } from "@/lib/core/date-range";
import { hourMs } from "@/lib/core/day";
import { formatNumber } from "@/lib/core/format";
import { readableZone } from "@/lib/core/time-zone";
import type { Overview } from "@/lib/stats/report/overview";
import { Definition } from "../../ui/definition";
import { Sparkline } from "../../ui/sparkline";
import { Added, Delta } from "../delta";
import { comparedName } from "../range-names";
import { Stat, StatStrip } from "../stat-strip";
import { sameStretch } from "./same-stretch";

interface TotalsProps {
  overview: Overview;
  /** Whether the range is compared with an earlier one. All time has none. */
  isCompared: boolean;
  locale: string;
  now: Date;
}

/** Four totals over all links, each with a sparkline and the change. */
export function OverviewTotals({ overview, isCompared, locale, now }: TotalsProps) {
  const { links, clicks, botHits, today, dateRange } = overview;
  const { days } = dateRange;
  const compared = sameStretch(
    clicksOf(dateRange, overview),
    clicksOf(overview.previous.dateRange, overview.previous),
    now,
  );
  const span = days === 1 ? "1 day" : `${days} days`;
  const isOpen = dateRange.until > now;
  const number = (value: number) => formatNumber(value, locale);
  const spark = (
    counts: number[],
    label: string,
    variant: "accent" | "bots" = "accent",
    today = isOpen,
  ) => (
    <Sparkline
      counts={counts}
      label={label}
      variant={variant}
      today={today}
      width={92}
      height={28}
    />
  );
  const { timeZone } = dateRange;
  const hoursToday = Math.ceil(
    (now.getTime() - lastDays(1, now, timeZone).since.getTime()) / hourMs,
  );
  const byDay = timeZone === "UTC" ? "" : " By UTC day.";
  // Before the first click there is nothing to compare.
  const hasClicks = clicks.total > 0;
  return (
    <StatStrip label="Totals">
      <Stat
        label={
          <Definition
            meaning={`All short links of this server, also disabled and expired ones.${byDay}`}
          >
            Links
          </Definition>
        }
        value={number(links.total)}
        spark={
          // For an earlier range the totals at its end are not known.
          isOpen && (
            <Sparkline
              counts={runningTotal(links.total, links.spark)}
              label={`Links over ${span}`}
              today={false}
              width={92}
              height={28}
            />
          )
        }
        note={hasClicks && <NewCount count={links.inWindow} span={span} locale={locale} />}
      />
      <Stat
        label={
          <Definition meaning="Visits by people that were redirected, since the first one.">
            Clicks, all time
          </Definition>
        }
        value={number(clicks.total)}
        spark={spark(clicks.spark, `Clicks a day over ${span}`)}
        note={
          hasClicks &&
          isCompared && (
            <Change
              now={compared.now.clicks}
              before={compared.before.clicks}
              since={[comparedName(days), compared.said].filter(Boolean).join(", ")}
              locale={locale}
            />
          )
        }
      />
      <Stat
        label={
          <Definition
            meaning={`Clicks since 00:00 ${readableZone(timeZone)}, compared with yesterday up to this time.`}
          >
            Clicks today
          </Definition>
        }
        value={number(today.clicks)}
        spark={spark(today.hours.slice(0, hoursToday), "Clicks an hour today", "accent", true)}
        note={
          hasClicks && (
            <Change
              now={today.clicks}
              before={today.yesterdaySoFar}
              since="this time yesterday"
              locale={locale}
            />
          )
        }
      />
      <Stat
        label={
          <>
            <Bot aria-hidden className="shrink-0" />
            <Definition
              meaning={`Link previews fetched by chat and social apps. They are not counted as clicks.${byDay}`}
            >
              Bots
            </Definition>
          </>
        }
        value={number(botHits.total)}
        spark={spark(botHits.spark, `Bot hits a day over ${span}`, "bots")}
        note={hasClicks && <NewCount count={botHits.inWindow} span={span} locale={locale} />}
      />
    </StatStrip>
  );
}

function clicksOf(dateRange: DateRange, { days, hours }: Pick<Overview, "days" | "hours">) {
  return { dateRange, days, series: hours, visitorDays: [] };
}

function Change({
  now,
  before,
  since,
  locale,
}: {
  now: number;
  before: number;
  since: string;
  locale: string;
}) {
  if (now === before) return <span>same as {since}</span>;
  return (
    <>
      <Delta now={now} before={before} locale={locale} />
      <span>vs {since}</span>
    </>
  );
}

function NewCount({ count, span, locale }: { count: number; span: string; locale: string }) {
  if (count === 0) return <span>none new</span>;
  return (
    <>
      <Added count={count} locale={locale} /> in {span}
    </>
  );
}

/** The total at the end of each day, given the daily additions and the current total. */
function runningTotal(total: number, added: readonly number[]): number[] {
  let count = total - added.reduce((sum, each) => sum + each, 0);
  return added.map((each) => (count += each));
}

import { Bot } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "@/lib/core/format";
import type { Overview } from "@/lib/stats/overview";
import { Added, Delta } from "./delta";
import { Sparkline } from "./sparkline";
import { Stat, StatStrip } from "./stat-strip";

/** Four numbers over all links, each with its course and what changed. */
export function OverviewTotals({ overview, days, locale, now }: { overview: Overview; days: number; locale: string; now: Date }) {
  const { links, clicks, botHits, today } = overview;
  const number = (value: number) => formatNumber(value, locale);
  const spark = (counts: number[], label: string, variant: "accent" | "bots" = "accent") => (
    <Sparkline counts={counts} label={label} variant={variant} width={92} height={28} />
  );
  const hour = now.getUTCHours();
  return (
    <StatStrip label="Totals">
      <Stat
        label="Links"
        value={number(links.total)}
        spark={<Sparkline counts={runningTotal(links.total, links.spark)} label={`Links over ${days} days`} today={false} width={92} height={28} />}
        note={
          <>
            <Added count={links.inWindow} locale={locale} /> in {days} days
          </>
        }
      />
      <Stat
        label="Clicks, all time"
        value={number(clicks.total)}
        spark={spark(clicks.spark, `Clicks a day over ${days} days`)}
        note={<Note change={<Delta now={clicks.inWindow} before={clicks.before} locale={locale} />}>vs the {days} days before</Note>}
      />
      <Stat
        label="Clicks today"
        value={number(today.clicks)}
        spark={spark(today.hours.slice(0, hour + 1), "Clicks an hour today")}
        note={<Note change={<Delta now={today.clicks} before={today.yesterdaySoFar} locale={locale} />}>vs yesterday at this time</Note>}
      />
      <Stat
        label={
          <>
            <Bot aria-hidden /> Bot hits<span className="-ml-1.5 max-sm:sr-only">, never clicks</span>
          </>
        }
        value={number(botHits.total)}
        spark={spark(botHits.spark, `Bot hits a day over ${days} days`, "bots")}
        note={
          <>
            <Added count={botHits.inWindow} locale={locale} /> in {days} days
          </>
        }
      />
    </StatStrip>
  );
}

function Note({ change, children }: { change: ReactNode; children: ReactNode }) {
  return (
    <>
      {change}
      <span>{children}</span>
    </>
  );
}

/** How many there were at the end of each day, when `added` came day by day and there are `total` now. */
function runningTotal(total: number, added: readonly number[]): number[] {
  let count = total - added.reduce((sum, each) => sum + each, 0);
  return added.map((each) => (count += each));
}

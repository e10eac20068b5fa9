import { Bot } from "lucide-react";
import { formatNumber } from "@/lib/core/format";
import type { Overview } from "@/lib/stats/overview";
import { Definition } from "../ui/definition";
import { Added, Delta } from "./delta";
import { comparedName } from "./range-names";
import { Sparkline } from "./sparkline";
import { Stat, StatStrip } from "./stat-strip";

/** Four totals over all links, each with a sparkline and the change. */
export function OverviewTotals({ overview, days, locale, now }: { overview: Overview; days: number; locale: string; now: Date }) {
  const { links, clicks, botHits, today } = overview;
  const number = (value: number) => formatNumber(value, locale);
  const spark = (counts: number[], label: string, variant: "accent" | "bots" = "accent") => (
    <Sparkline counts={counts} label={label} variant={variant} width={92} height={28} />
  );
  const hour = now.getUTCHours();
  // Before the first click there is nothing to compare.
  const hasClicks = clicks.total > 0;
  return (
    <StatStrip label="Totals">
      <Stat
        label={<Definition meaning="All short links of this server, also disabled and expired ones.">Links</Definition>}
        value={number(links.total)}
        spark={<Sparkline counts={runningTotal(links.total, links.spark)} label={`Links over ${days} days`} today={false} width={92} height={28} />}
        note={hasClicks && <NewCount count={links.inWindow} days={days} locale={locale} />}
      />
      <Stat
        label={<Definition meaning="Visits by people that were redirected, since the first one.">Clicks, all time</Definition>}
        value={number(clicks.total)}
        spark={spark(clicks.spark, `Clicks a day over ${days} days`)}
        note={hasClicks && <Change now={clicks.inWindow} before={clicks.before} since={comparedName(days)} locale={locale} />}
      />
      <Stat
        label={<Definition meaning="Clicks since 00:00 UTC, compared with yesterday up to this time.">Clicks today</Definition>}
        value={number(today.clicks)}
        spark={spark(today.hours.slice(0, hour + 1), "Clicks an hour today")}
        note={hasClicks && <Change now={today.clicks} before={today.yesterdaySoFar} since="this time yesterday" locale={locale} />}
      />
      <Stat
        label={
          <>
            <Bot aria-hidden className="shrink-0" />
            <Definition meaning="Link previews fetched by chat and social apps. They are not counted as clicks.">Bots</Definition>
          </>
        }
        value={number(botHits.total)}
        spark={spark(botHits.spark, `Bot hits a day over ${days} days`, "bots")}
        note={hasClicks && <NewCount count={botHits.inWindow} days={days} locale={locale} />}
      />
    </StatStrip>
  );
}

function Change({ now, before, since, locale }: { now: number; before: number; since: string; locale: string }) {
  if (now === before) return <span>same as {since}</span>;
  return (
    <>
      <Delta now={now} before={before} locale={locale} />
      <span>vs {since}</span>
    </>
  );
}

function NewCount({ count, days, locale }: { count: number; days: number; locale: string }) {
  if (count === 0) return <span>none new</span>;
  return (
    <>
      <Added count={count} locale={locale} /> in {days} days
    </>
  );
}

/** The total at the end of each day, given the daily additions and the current total. */
function runningTotal(total: number, added: readonly number[]): number[] {
  let count = total - added.reduce((sum, each) => sum + each, 0);
  return added.map((each) => (count += each));
}

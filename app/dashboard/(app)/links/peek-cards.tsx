"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { useViewer } from "@/components/layout/viewer-context";
import { LinkEdits } from "@/components/links/page/link-edits";
import { DayChart } from "@/components/stats/chart/day-chart";
import { lineProps } from "@/components/stats/chart/line-props";
import { Delta } from "@/components/stats/delta";
import { buttonStyle } from "@/components/ui/button";
import { Card, CardHead, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatNumber } from "@/lib/core/format";
import type { LinkPeek } from "@/lib/stats/report/link-peek";

const shownChannels = 6;

/** What a link did: clicks, channels and history. */
export function PeekCards({ peek }: { peek: LinkPeek }) {
  const { link, clicks, change, days, timeline, channels, edits } = peek;
  const { locale, timeZone } = useViewer();
  const t = useTexts("links.peek");
  const chart = useTexts("stats.chart");
  const now = new Date();
  const rest = channels.length - shownChannels;
  return (
    <>
      <Card>
        <p className="flex items-baseline gap-2 px-(--space-pad) pt-3">
          {t.rich("inDays", {
            clicks,
            days,
            figure: (text) => (
              <span className="font-semibold text-[28px] leading-8 tabular-nums">{text}</span>
            ),
            unit: (text) => <span className="text-label text-secondary">{text}</span>,
          })}
          {change && (
            <span className="flex flex-wrap gap-x-1 text-label text-secondary">
              {t.rich("withoutToday", { change: () => <Delta {...change} locale={locale} /> })}
            </span>
          )}
        </p>
        <DayChart
          title={chart(`titles.${timeline.interval}`, { unit: chart("units.clicks") })}
          {...lineProps(timeline, now, { t: chart, ranges: useTexts("stats.ranges"), locale })}
        />
      </Card>
      <Card>
        <CardHead>
          <CardTitle>{t("channels")}</CardTitle>
        </CardHead>
        <ul aria-label={t("channels")} className="px-(--space-pad) pb-3">
          {channels.slice(0, shownChannels).map((channel) => (
            <li key={channel.name} className="flex min-h-7 items-center gap-3 text-small">
              <span className="min-w-0 truncate">{channel.name}</span>
              <span className="ms-auto font-medium tabular-nums">
                {formatNumber(channel.clicks, locale)}
              </span>
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <p className="px-(--space-pad) pb-3 text-label text-tertiary">
            {t("more", { number: `${rest}` })}
          </p>
        )}
      </Card>
      <LinkEdits {...{ link, ...edits, timeZone, locale }} now={now} />
      <NextLink
        href={`/dashboard/links/${link.slug}` as Route}
        prefetch={false}
        className={buttonStyle({ className: "self-start" })}
      >
        {t("openPage")}
      </NextLink>
    </>
  );
}

export function PeekSkeleton({ hasFailed }: { hasFailed: boolean }) {
  const t = useTexts("links.peek");
  if (hasFailed)
    return (
      <p role="alert" className="text-danger text-small">
        {t("noAnswer")}
      </p>
    );
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-4">
      <Skeleton className="h-72 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
    </div>
  );
}

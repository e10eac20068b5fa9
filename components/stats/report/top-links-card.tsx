import NextLink from "next/link";
import type { DateRange } from "@/lib/core/date-range";
import { formatNumber, formatShare } from "@/lib/core/format";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { ReportLink } from "@/lib/stats/report/scope-report";
import { ShortLink } from "../../links/short-link";
import { BarLabel } from "../../ui/bar";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { Waiting } from "../../ui/waiting";
import { Delta } from "../delta";
import { linkPageHref } from "../page-address";
import { comparedName } from "../range-names";

const columns =
  "grid grid-cols-[minmax(0,1fr)_72px_52px_84px] items-center gap-x-2 px-2 max-sm:grid-cols-[minmax(0,1fr)_64px_48px]";

interface TopLinksCardProps {
  links: ReportLink[];
  dateRange: DateRange;
  now: Date;
  query: PageQuery;
  locale: string;
}

/** The links with the most clicks in the date range, with their share and the change. */
export function TopLinksCard({
  links,
  dateRange: { days, until },
  now,
  query,
  locale,
}: TopLinksCardProps) {
  const most = links[0]?.clicks ?? 0;
  const hasToday = until > now;
  // A part of today says nothing beside a whole day.
  const isCompared = links[0]?.previousClicks != null && !(hasToday && days === 1);
  return (
    <Card aria-label="Top links">
      <CardHead>
        <CardTitle>Top links</CardTitle>
        {isCompared && (
          <CardNote className="max-sm:hidden">
            compared with {comparedName(days)}
            {hasToday && ", incl. today"}
          </CardNote>
        )}
      </CardHead>
      {links.length === 0 ? (
        <p className="px-(--space-pad) pt-1 pb-5 text-secondary">No clicks in this range.</p>
      ) : (
        <div className="px-3 pb-3 max-sm:px-2">
          <div
            aria-hidden
            className={cn(columns, "py-1.5 text-label text-tertiary [&>span+span]:text-right")}
          >
            <span>Link</span>
            <span>Clicks</span>
            <span>Share</span>
            <span className="max-sm:hidden">{isCompared && "Change"}</span>
          </div>
          <ol>
            {links.map((link) => (
              <li key={link.slug}>
                <NextLink
                  href={linkPageHref(link.slug, query)}
                  prefetch={false}
                  className={cn(
                    columns,
                    "relative h-9 rounded-bar tabular-nums hover:[&_rect]:fill-accent-tint-strong focus-visible:-outline-offset-2 max-sm:h-11",
                  )}
                >
                  <BarLabel share={link.clicks / most} className="h-8 max-sm:h-[38px]">
                    <ShortLink slug={link.slug} className="max-w-full shrink-0 truncate" />
                    <span className="truncate text-secondary text-small">{link.title}</span>
                  </BarLabel>
                  <span className="text-right font-medium">
                    {formatNumber(link.clicks, locale)}
                    <span className="sr-only"> {link.clicks === 1 ? "click" : "clicks"}</span>
                  </span>
                  <span className="text-right text-secondary text-small">
                    {formatShare(link.share, 1, locale)}
                  </span>
                  <span className="text-right text-small max-sm:hidden">
                    {isCompared && link.previousClicks !== null && (
                      <Delta now={link.clicks} before={link.previousClicks} locale={locale} />
                    )}
                  </span>
                  <Waiting className="absolute inset-x-2 bottom-0" />
                </NextLink>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}

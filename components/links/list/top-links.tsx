import type { Route } from "next";
import NextLink from "next/link";
import { ArrowRight } from "@/components/links/icons";
import { formatNumber } from "@/lib/core/format";
import type { TopLink } from "@/lib/stats/report/top-links";
import { BarLabel } from "../../ui/bar";
import { buttonStyle } from "../../ui/button";
import { Card, CardActions, CardHead, CardNote, CardTitle } from "../../ui/card";
import { cn } from "../../ui/cn";
import { ShortLink } from "../short-link";
import { LinkSpark } from "./link-spark";

/** The links with the most clicks in a date range, with bars relative to the first. */
export function TopLinks({
  links,
  range,
  total,
  sparks,
  now,
  locale,
}: {
  links: TopLink[];
  /** The name of the date range. */
  range: string;
  /** Of all links. */
  total: number;
  sparks: Map<number, number[]>;
  now: Date;
  locale: string;
}) {
  const most = links[0]?.clicks ?? 0;
  return (
    <Card aria-label="Top links">
      <CardHead>
        <CardTitle>Top links</CardTitle>
        <CardNote>{range}</CardNote>
        <CardActions>
          <NextLink
            href={"/dashboard/links?sort=clicks" as Route}
            className={cn(buttonStyle({ variant: "ghost", size: "small" }), "max-sm:h-11")}
          >
            All {formatNumber(total, locale)}
            <ArrowRight aria-hidden className="size-3.5" />
          </NextLink>
        </CardActions>
      </CardHead>
      {links.length === 0 && (
        <p className="px-(--space-pad) pt-1 pb-5 text-secondary">No clicks in this date range.</p>
      )}
      <ol className="pt-1 pr-2 pb-3 pl-3 empty:hidden">
        {links.map(({ link, clicks }) => (
          <li key={link.id}>
            <NextLink
              href={`/dashboard/links/${link.slug}` as Route}
              prefetch={false}
              className="grid h-10 grid-cols-[minmax(0,1fr)_72px_64px] items-center gap-x-3 rounded-bar px-2 tabular-nums hover:[&_rect]:fill-accent-tint-strong max-sm:h-11 max-sm:grid-cols-[minmax(0,1fr)_64px]"
            >
              <BarLabel share={clicks / most} className="h-[34px] max-sm:h-[38px]">
                <ShortLink slug={link.slug} className="max-w-full shrink-0 truncate" />
                <span className="truncate text-secondary text-small">{link.title}</span>
              </BarLabel>
              <span className="max-sm:hidden">
                <LinkSpark
                  link={link}
                  counts={sparks.get(link.id) ?? []}
                  now={now}
                  locale={locale}
                />
              </span>
              <span className="pr-3 text-right font-medium">{formatNumber(clicks, locale)}</span>
            </NextLink>
          </li>
        ))}
      </ol>
    </Card>
  );
}

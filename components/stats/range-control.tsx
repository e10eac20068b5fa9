import { CalendarRange } from "lucide-react";
import NextLink from "next/link";
import { isoDate } from "@/lib/core/day";
import { formatDay } from "@/lib/core/format";
import type { Link } from "@/lib/links/link";
import { dateRangeOf, datesBetween, type PageQuery } from "@/lib/stats/page-query";
import { buttonStyle } from "../ui/button";
import { cn } from "../ui/cn";
import { DropPanel } from "../ui/drop-panel";
import { Input } from "../ui/input";
import { segmentStyle } from "../ui/segmented";
import { Waiting } from "../ui/waiting";
import { linkPageHref, pageParameters } from "./page-address";
import { RangeTabs } from "./range-tabs";

/** The date range of a link's page: presets, all time, and two dates. */
export function RangeControl({ link, query, now }: { link: Link; query: PageQuery; now: Date }) {
  const { days, between } = query;
  const isAll = !between && days === "all";
  return (
    <>
      <RangeTabs
        days={between || days === "all" ? null : days}
        href={(next) => linkPageHref(link.slug, query, { days: next, between: null })}
        keys
        className="max-sm:w-full"
      >
        <NextLink
          href={linkPageHref(link.slug, query, { days: "all", between: null })}
          prefetch={false}
          scroll={false}
          aria-current={isAll ? "true" : undefined}
          className={segmentStyle({ on: isAll, className: "relative max-sm:flex-1 max-sm:justify-center max-sm:px-1" })}
        >
          All<span className="sr-only"> time</span>
          <Waiting className="absolute inset-x-2 bottom-0" />
        </NextLink>
      </RangeTabs>
      <CustomRange link={link} query={query} now={now} />
    </>
  );
}

/** Works without scripts. It closes when its dates are shown, because it is another element then. */
function CustomRange({ link, query, now }: { link: Link; query: PageQuery; now: Date }) {
  const { from, to } = datesBetween(dateRangeOf(query, link, now));
  const rest = pageParameters({ ...query, between: null, days: 30, interval: null });
  const bounds = { min: link.createdAt.slice(0, 10), max: isoDate(now) };
  return (
    <DropPanel key={`${from} ${to}`} className="group relative">
      <summary
        className={buttonStyle({
          className: cn(
            "list-none px-3 text-small [&::-webkit-details-marker]:hidden",
            query.between && "border-accent-line bg-accent-chip text-accent-ink",
          ),
        })}
      >
        <CalendarRange aria-hidden className="size-3.5" />
        {query.between ? `${formatDay(new Date(from), { year: now })} to ${formatDay(new Date(to), { year: now })}` : "Dates"}
      </summary>
      <form
        action={`/dashboard/links/${link.slug}`}
        className="absolute top-full left-0 z-20 mt-1.5 grid grid-cols-2 gap-3 rounded-card bg-raised p-4 shadow-overlay max-sm:w-[calc(100vw-32px)] sm:w-[340px]"
      >
        {[...rest].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {(
          [
            ["from", "First day", [from, bounds.min].sort()[1]],
            ["to", "Last day", to],
          ] as const
        ).map(([name, label, value]) => (
          <label key={name} className="grid gap-1.5 font-medium text-small">
            {label}
            <Input type="date" name={name} required defaultValue={value} {...bounds} />
          </label>
        ))}
        <p className="self-center text-label text-secondary">Days in UTC</p>
        <button type="submit" className={buttonStyle({ variant: "primary" })}>
          Show
        </button>
      </form>
    </DropPanel>
  );
}

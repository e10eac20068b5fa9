import type { Route } from "next";
import NextLink from "next/link";
import { Segmented, segmentStyle } from "../ui/segmented";
import { Waiting } from "../ui/waiting";
import { ranges } from "./range-names";

/** The date range tabs of a page, stored in the URL. `keys`: show their shortcuts. */
export function RangeTabs({
  days,
  href,
  keys = false,
  className,
}: {
  days: number;
  href: (days: number) => Route;
  keys?: boolean;
  className?: string;
}) {
  return (
    <Segmented label="Range" className={className}>
      {ranges.map((range) => (
        <NextLink
          key={range.days}
          href={href(range.days)}
          prefetch={false}
          scroll={false}
          aria-current={range.days === days ? "true" : undefined}
          {...(keys ? { "aria-keyshortcuts": range.key, title: `${range.longName}, ${range.key}` } : {})}
          className={segmentStyle({ on: range.days === days, className: "relative max-sm:flex-1 max-sm:justify-center max-sm:px-1" })}
        >
          <span>
            {range.name}
            <span className="sr-only">{range.rest}</span>
          </span>
          <Waiting className="absolute inset-x-2 bottom-0" />
        </NextLink>
      ))}
    </Segmented>
  );
}

import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { Segmented, segmentStyle } from "../ui/segmented";
import { Waiting } from "../ui/waiting";
import { ranges } from "./range-names";

/** The date range tabs of a page, stored in the URL. `keys`: show their shortcuts. `children`: further tabs. */
export function RangeTabs({
  days,
  href,
  keys = false,
  className,
  children,
}: {
  days: number | null;
  href: (days: number) => Route;
  keys?: boolean;
  className?: string;
  children?: ReactNode;
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
          <span aria-hidden>{range.name}</span>
          <span className="sr-only">{range.days === 1 ? range.name : range.longName}</span>
          <Waiting className="absolute inset-x-2 bottom-0" />
        </NextLink>
      ))}
      {children}
    </Segmented>
  );
}

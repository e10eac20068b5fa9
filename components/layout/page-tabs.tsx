import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { Segmented, segmentStyle } from "../ui/segmented";

/** Pages that belong together: its children are `PageTab`. */
export function PageTabs({
  label,
  small = false,
  children,
}: {
  label: string;
  small?: boolean;
  children: ReactNode;
}) {
  return (
    <nav aria-label={label}>
      <Segmented {...{ small }} className="max-sm:h-11">
        {children}
      </Segmented>
    </nav>
  );
}

export function PageTab({
  href,
  isCurrent,
  children,
}: {
  href: string;
  isCurrent: boolean;
  children: ReactNode;
}) {
  return (
    <NextLink
      href={href as Route}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={segmentStyle({ on: isCurrent })}
    >
      {children}
    </NextLink>
  );
}

"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { type ReactNode, useOptimistic, useTransition } from "react";
import { CalendarRange } from "@/components/stats/icons";
import { ChevronDown } from "@/components/ui/icons";
import { useShortcuts } from "../../layout/use-shortcuts";
import { buttonStyle } from "../../ui/button";
import { cn } from "../../ui/cn";
import { DropPanel } from "../../ui/drop-panel";
import { useOnlineRouter } from "../../ui/use-online-router";

interface RangeOption {
  name: string;
  /** Its shortcut, if it has one. */
  key: string | null;
  href: Route;
}

/**
 * The ranges of a page. What is chosen, by pointer or key, is shown at once, before the page has
 * its numbers. `children`: other ways to choose.
 */
export function RangeChoices({
  name,
  dates,
  options,
  children,
}: {
  name: string;
  /** Shown beside the name; null if the name says it. */
  dates: string | null;
  options: RangeOption[];
  children: ReactNode;
}) {
  const { push } = useOnlineRouter();
  const [isPending, start] = useTransition();
  const [shown, show] = useOptimistic(name);
  const open = (option: RangeOption) =>
    start(() => {
      show(option.name);
      push(option.href, { scroll: false });
    });
  useShortcuts(
    Object.fromEntries(
      options.flatMap((option) =>
        option.key ? [[option.key.toLowerCase(), () => open(option)]] : [],
      ),
    ),
  );
  return (
    <DropPanel className="group min-w-0 max-sm:flex-1">
      <summary
        data-pending={isPending || undefined}
        className={buttonStyle({
          className:
            "relative w-full min-w-0 cursor-pointer list-none px-3 text-small group-open:bg-hover [&::-webkit-details-marker]:hidden",
        })}
      >
        <CalendarRange aria-hidden className="size-3.5 max-sm:hidden" />
        <span className="truncate">{shown}</span>
        {dates && !isPending && (
          <span className="font-normal text-label text-tertiary tabular-nums max-md:sr-only lg:max-xl:sr-only">
            {dates}
          </span>
        )}
        <ChevronDown aria-hidden className="size-3.5 text-tertiary max-sm:ms-auto" />
        {isPending && (
          <span
            aria-hidden
            className="absolute inset-x-3 bottom-0.5 h-0.5 animate-breathe rounded-full bg-accent"
          />
        )}
      </summary>
      <div className="absolute top-full start-0 z-20 mt-1.5 rounded-card bg-raised p-2 shadow-overlay sm:w-[340px] max-sm:end-0">
        <ul className="grid grid-cols-2 gap-x-2">
          {options.map((option) => (
            <li key={option.name}>
              <NextLink
                href={option.href}
                prefetch={false}
                scroll={false}
                onNavigate={(event) => {
                  event.preventDefault();
                  open(option);
                }}
                aria-current={option.name === shown ? "true" : undefined}
                {...(option.key ? { "aria-keyshortcuts": option.key } : {})}
                className={cn(
                  "flex h-9 items-center justify-between rounded-chip px-2.5 text-small hover:bg-hover max-sm:h-11",
                  option.name === shown && "bg-accent-chip font-medium text-accent-ink",
                )}
              >
                {option.name}
                {option.key && (
                  <span aria-hidden className="text-label text-tertiary max-sm:hidden">
                    {option.key}
                  </span>
                )}
              </NextLink>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </DropPanel>
  );
}

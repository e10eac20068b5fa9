import type { Route } from "next";
import NextLink from "next/link";
import { CalendarRange } from "@/components/stats/icons";
import { ChevronDown, ChevronLeft, ChevronRight } from "@/components/ui/icons";
import {
  chosenRange,
  neighbouringRange,
  type RangeChoice,
  type RangeLimits,
} from "@/lib/core/range-choice";
import { readableZone } from "@/lib/core/time-zone";
import { buttonStyle } from "../../ui/button";
import { cn } from "../../ui/cn";
import { DropPanel } from "../../ui/drop-panel";
import { Input } from "../../ui/input";
import { Waiting } from "../../ui/waiting";
import { datesName, rangeName, ranges } from "../range-names";
import { RangeKeys } from "./range-keys";

interface PickerProps {
  choice: RangeChoice;
  limits: RangeLimits;
  /** The URL of the page with another range. */
  href: (choice: RangeChoice) => Route;
  /** Shortcuts for some of the ranges. */
  keys?: boolean;
  /** The edge that the panel shares with the control. */
  align?: "left" | "right";
}

/**
 * The date range of a page: names, two dates, and arrows to the range before and after. Works
 * without scripts.
 */
export function RangePicker({ choice, limits, href, keys = false, align = "left" }: PickerProps) {
  const dates = datesName(chosenRange(choice, limits), limits.today);
  const name = rangeName(choice);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div role="group" aria-label="Date range" className="relative flex gap-1 max-sm:w-full">
      <Arrow direction="before" {...{ choice, limits, href }} />
      <DropPanel className="group min-w-0 max-sm:flex-1">
        <summary
          className={buttonStyle({
            className:
              "w-full cursor-pointer list-none px-3 text-small group-open:bg-hover [&::-webkit-details-marker]:hidden",
          })}
        >
          <CalendarRange aria-hidden className="size-3.5" />
          {name ?? dates}
          {name && name !== dates && (
            <span className="font-normal text-label text-tertiary tabular-nums max-md:sr-only">
              {dates}
            </span>
          )}
          <ChevronDown aria-hidden className="size-3.5 text-tertiary max-sm:ml-auto" />
        </summary>
        <div
          className={cn(
            "absolute top-full z-20 mt-1.5 rounded-card bg-raised p-2 shadow-overlay sm:w-[340px]",
            align === "left"
              ? "left-0 max-sm:right-0"
              : "right-0 max-sm:w-[calc(100vw-2*var(--space-gutter))]",
          )}
        >
          <ul className="grid grid-cols-2 gap-x-2">
            {ranges.map((range) => (
              <li key={range.choice}>
                <NextLink
                  href={href(range.choice)}
                  prefetch={false}
                  scroll={false}
                  aria-current={range.choice === choice ? "true" : undefined}
                  {...(keys && range.key ? { "aria-keyshortcuts": range.key } : {})}
                  className={cn(
                    "relative flex h-9 items-center justify-between rounded-chip px-2.5 text-small hover:bg-hover max-sm:h-11",
                    range.choice === choice && "bg-accent-chip font-medium text-accent-ink",
                  )}
                >
                  {range.name}
                  {keys && range.key && (
                    <span aria-hidden className="text-label text-tertiary max-sm:hidden">
                      {range.key}
                    </span>
                  )}
                  <Waiting className="absolute inset-x-2 bottom-0" />
                </NextLink>
              </li>
            ))}
          </ul>
          <DatesForm {...{ choice, limits, href }} />
        </div>
      </DropPanel>
      <Arrow direction="after" {...{ choice, limits, href }} />
      {keys && (
        <RangeKeys
          hrefs={Object.fromEntries(
            ranges.flatMap((range) =>
              range.key ? [[range.key.toLowerCase(), href(range.choice)]] : [],
            ),
          )}
        />
      )}
    </div>
  );
}

function Arrow({
  direction,
  choice,
  limits,
  href,
}: Pick<PickerProps, "choice" | "limits" | "href"> & { direction: "before" | "after" }) {
  const Icon = direction === "before" ? ChevronLeft : ChevronRight;
  const neighbour = neighbouringRange(choice, direction, limits);
  const target = neighbour ?? choice;
  const name = rangeName(target) ?? datesName(chosenRange(target, limits), limits.today);
  const word = direction === "before" ? "Earlier" : "Later";
  return (
    <NextLink
      href={href(target)}
      prefetch={false}
      scroll={false}
      // At the last range it leads to the same page, and so keeps the focus.
      {...(neighbour === null
        ? { "aria-disabled": true, "aria-label": `No ${word.toLowerCase()} range` }
        : { "aria-label": `${word}: ${name}`, title: name })}
      className={buttonStyle({
        size: "icon",
        className: cn("relative", neighbour === null && "pointer-events-none opacity-45"),
      })}
    >
      <Icon aria-hidden className="size-4" />
      <Waiting className="absolute inset-x-2 bottom-0.5" />
    </NextLink>
  );
}

/** Opens the same page, with everything else that is chosen on it. */
function DatesForm({ choice, limits, href }: Pick<PickerProps, "choice" | "limits" | "href">) {
  const { from, to, timeZone } = chosenRange(choice, limits);
  const [path, parameters] = href(30).split("?");
  const [earliest] = [limits.first, from].sort();
  return (
    <form
      key={`${from} ${to}`}
      action={path}
      className="mt-2 grid grid-cols-2 gap-3 border-hairline border-t px-2 pt-3 pb-2"
    >
      {[...new URLSearchParams(parameters)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="grid gap-1.5 font-medium text-small">
        First day
        <Input
          type="date"
          name="from"
          required
          defaultValue={from}
          min={earliest}
          max={limits.today}
        />
      </label>
      <label className="grid gap-1.5 font-medium text-small">
        Last day
        <Input type="date" name="to" required defaultValue={to} min={earliest} max={limits.today} />
      </label>
      <p className="self-center text-label text-secondary">
        Days in {readableZone(timeZone)}, at most five years
      </p>
      <button type="submit" className={buttonStyle({ variant: "primary" })}>
        Show
      </button>
    </form>
  );
}

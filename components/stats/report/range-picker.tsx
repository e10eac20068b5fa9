import type { Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { ChevronLeft, ChevronRight } from "@/components/ui/icons";
import {
  chosenRange,
  neighbouringRange,
  type RangeChoice,
  type RangeLimits,
} from "@/lib/core/range-choice";
import { readableZone } from "@/lib/core/time-zone";
import { buttonStyle } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Input } from "../../ui/input";
import { Waiting } from "../../ui/waiting";
import { datesName, nameOf, rangeName, ranges } from "../range-names";
import { RangeChoices } from "./range-choices";

interface PickerProps {
  choice: RangeChoice;
  limits: RangeLimits;
  /** The URL of the page with another range. */
  href: (choice: RangeChoice) => Route;
  /** Shortcuts for some of the ranges. */
  keys?: boolean;
  locale: string;
}

/**
 * The date range of a page: names, two dates, and arrows to the range before and after. Works
 * without scripts.
 */
export function RangePicker({ choice, limits, href, keys = false, locale }: PickerProps) {
  const t = useTexts("stats.ranges");
  const dates = datesName(chosenRange(choice, limits), new Date(limits.today), { t, locale });
  const name = rangeName(choice, t);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div
      role="group"
      aria-label={t("label")}
      className="relative flex min-w-0 gap-1 max-sm:flex-1 sm:ms-auto"
    >
      <Arrow direction="before" {...{ choice, limits, href, locale }} />
      <RangeChoices
        name={name ?? dates}
        dates={name && name !== dates ? dates : null}
        options={ranges.map((range) => ({
          name: nameOf(range, t),
          key: keys && "key" in range ? range.key : null,
          href: href(range.choice),
        }))}
      >
        <DatesForm {...{ choice, limits, href }} />
      </RangeChoices>
      <Arrow direction="after" {...{ choice, limits, href, locale }} />
    </div>
  );
}

function Arrow({
  direction,
  choice,
  limits,
  href,
  locale,
}: Pick<PickerProps, "choice" | "limits" | "href" | "locale"> & { direction: "before" | "after" }) {
  const t = useTexts("stats.ranges");
  const Icon = direction === "before" ? ChevronLeft : ChevronRight;
  const neighbour = neighbouringRange(choice, direction, limits);
  const target = neighbour ?? choice;
  const name =
    rangeName(target, t) ??
    datesName(chosenRange(target, limits), new Date(limits.today), { t, locale });
  const isBefore = direction === "before";
  return (
    <NextLink
      href={href(target)}
      prefetch={false}
      scroll={false}
      // At the last range it leads to the same page, and so keeps the focus.
      {...(neighbour === null
        ? { "aria-disabled": true, "aria-label": t(isBefore ? "noEarlier" : "noLater") }
        : { "aria-label": t(isBefore ? "earlier" : "later", { range: name }), title: name })}
      className={buttonStyle({
        size: "icon",
        // The smallest phones have room for the name of the range alone.
        className: cn(
          "relative max-[339px]:hidden",
          neighbour === null && "pointer-events-none opacity-45",
        ),
      })}
    >
      <Icon aria-hidden className="size-4" />
      <Waiting className="absolute inset-x-2 bottom-0.5" />
    </NextLink>
  );
}

/** Opens the same page, with everything else that is chosen on it. */
function DatesForm({ choice, limits, href }: Pick<PickerProps, "choice" | "limits" | "href">) {
  const t = useTexts("stats.ranges");
  const { from, to, timeZone } = chosenRange(choice, limits);
  const [path, parameters] = href(30).split("?");
  const [earliest] = [limits.first, from].sort();
  return (
    <form
      key={`${from} ${to}`}
      action={path}
      className="mt-2 grid gap-3 border-hairline sm:grid-cols-2 border-t px-2 pt-3 pb-2"
    >
      {[...new URLSearchParams(parameters)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="grid gap-1.5 font-medium text-small">
        {t("first")}
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
        {t("last")}
        <Input type="date" name="to" required defaultValue={to} min={earliest} max={limits.today} />
      </label>
      <p className="self-center text-label text-secondary">
        {t("note", { zone: readableZone(timeZone) })}
      </p>
      <button type="submit" className={buttonStyle({ variant: "primary" })}>
        {t("show")}
      </button>
    </form>
  );
}

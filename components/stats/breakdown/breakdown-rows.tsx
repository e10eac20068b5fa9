import NextLink from "next/link";
import { useTexts } from "#texts";
import { ListFilter } from "@/components/stats/icons";
import { X } from "@/components/ui/icons";
import { formatShare } from "@/lib/core/format";
import {
  isChannelChosen,
  toggled,
  toggledNamed,
  withChannel,
} from "@/lib/stats/query/change-filters";
import type { ChannelLabels } from "@/lib/stats/query/channel-labels";
import type { FilterName } from "@/lib/stats/query/filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { Change } from "@/lib/stats/report/same-stretch";
import { useViewer } from "../../layout/viewer-context";
import { ShortLink } from "../../links/short-link";
import { BarLabel } from "../../ui/bar";
import { cn } from "../../ui/cn";
import { cells, ListHeads } from "../../ui/list";
import { CodeTag } from "../../ui/tag";
import { Waiting } from "../../ui/waiting";
import { DeviceIcon } from "../click-cells";
import { Delta } from "../delta";
import { linkPageHref, pageHref } from "../page-address";

export interface BreakdownRow {
  label: string;
  /** As in `splitLabels`. */
  exact?: string | undefined;
  /** The display name of the label. */
  name: string;
  /** Source and medium, if it is a channel. */
  channel?: ChannelLabels | undefined;
  /** Said after the name, as the title of a link. */
  note?: string | undefined;
  /** A code shown in a small frame before the name. */
  code?: string | undefined;
  /** The country of a region or city; selecting the row filters by it, too. */
  country?: string | undefined;
  count: number;
  change?: Change | undefined;
  /**
   * Set for clicks without a label (`absent`) or beyond the cap (`other`, which cannot be filtered
   * by).
   */
  rest?: "absent" | "other" | undefined;
}

export interface Breakdown {
  /** What a row filters by, or the links that rows open. */
  filter: FilterName | "channel" | "link";
  tab: string;
  /** Column header of the labels. */
  unit: string;
  /** Total clicks; the shares of the rows refer to it. */
  total: number;
  /** Most clicks first. */
  rows: BreakdownRow[];
  /** What the rows are compared with; null if they are not. */
  compared: string | null;
  /** How many others there are that are not listed; null if there are none. */
  more: string | null;
}

/** A breakdown on a page with this query. */
export interface BreakdownPlace {
  breakdown: Breakdown;
  page: string;
  query: PageQuery;
}

/** Some rows of a breakdown, with their column headers. `isFull`: shares and changes. */
export function RowList({
  rows,
  breakdown,
  page,
  query,
  isFull = false,
}: BreakdownPlace & { rows: BreakdownRow[]; isFull?: boolean }) {
  const t = useTexts("stats.breakdown");
  const { unit, compared } = breakdown;
  const most = Math.max(1, ...breakdown.rows.map(({ rest, count }) => (rest ? 0 : count)));
  const look = { hasShare: isFull || !compared, hasChange: compared !== null };
  return (
    <div className="list-grid">
      <ListHeads
        className="px-2"
        name={unit}
        clicks={t("clicks")}
        {...(look.hasShare && { share: t("share") })}
        {...(compared && {
          change: <span title={t("than", { than: compared })}>{t("change")}</span>,
        })}
      />
      <ul aria-label={unit} className="list-row">
        {rows
          .toSorted((a, b) => Number(!!a.rest) - Number(!!b.rest))
          .map((row) => (
            <li key={`${row.label} ${row.country} ${row.exact}`} className="list-row">
              <Row {...{ row, breakdown, page, query, most, look }} />
            </li>
          ))}
      </ul>
    </div>
  );
}

interface Look {
  hasShare: boolean;
  hasChange: boolean;
}

type RowProps = BreakdownPlace & {
  row: BreakdownRow;
  most: number;
  look: Look;
};

const rowStyle =
  "group/bar list-row rounded-bar px-2 hover:[&_rect]:fill-accent-tint-strong focus-visible:-outline-offset-2";

function Row({ row, breakdown, page, query, most, look }: RowProps) {
  const t = useTexts("stats.breakdown");
  const { filter } = breakdown;
  const counts = { row, breakdown, most, look };
  if (filter === "link") {
    return (
      <NextLink
        href={linkPageHref(row.label, query)}
        prefetch={false}
        className={cn(rowStyle, "relative")}
      >
        <RowCounts {...counts} variant="accent" isOut={false} />
        <Waiting className="absolute inset-x-2 bottom-0" />
      </NextLink>
    );
  }
  const { isOn, isOut, isAny, next } = choiceOf(query, filter, row);
  const variant = isOn ? "strong" : isAny ? "faint" : "accent";
  const shown = <RowCounts {...counts} {...{ variant, isOut }} />;
  if (row.rest === "other") return <span className="list-row px-2">{shown}</span>;
  return (
    <NextLink
      href={pageHref(page, query, { filters: next })}
      prefetch={false}
      scroll={false}
      aria-current={isOn ? "true" : undefined}
      title={isOn || isOut ? t("remove") : t("only", { name: row.name })}
      className={rowStyle}
    >
      {shown}
    </NextLink>
  );
}

interface RowCountsProps extends Pick<RowProps, "row" | "breakdown" | "most" | "look"> {
  /** `strong`: this row is selected; `faint`: another one is. */
  variant: "strong" | "faint" | "accent";
  isOut: boolean;
}

function RowCounts({
  row,
  breakdown: { filter, total },
  most,
  look,
  variant,
  isOut,
}: RowCountsProps) {
  const t = useTexts("stats.breakdown");
  const { locale } = useViewer();
  const isQuiet = variant === "faint" || row.rest !== undefined;
  return (
    <>
      <span className={cells.name}>
        <BarLabel
          share={row.rest ? 0 : row.count / most}
          tint={variant}
          className={cn(
            variant === "strong" && "font-medium",
            variant !== "strong" && isQuiet && "text-secondary",
            isOut && "line-through",
          )}
        >
          {filter === "device" && (
            <DeviceIcon device={row.label} className="size-4 shrink-0 text-secondary" />
          )}
          {row.code && <CodeTag>{row.code}</CodeTag>}
          <RowName row={row} filter={filter} />
          {filter !== "link" && row.rest !== "other" && (
            <Sign isOn={variant === "strong" || isOut} />
          )}
        </BarLabel>
        {row.note && (
          <span className="block truncate pb-1 text-label text-secondary">{row.note}</span>
        )}
      </span>
      <span className={cn(cells.clicks, variant === "faint" && "font-normal text-secondary")}>
        {t.rich("counted", {
          count: row.count,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </span>
      {look.hasShare && (
        <span className={cells.share}>{formatShare(row.count, total, locale)}</span>
      )}
      {look.hasChange && (
        <span className={cells.change}>
          {row.change && <Delta {...row.change} locale={locale} isNarrow />}
        </span>
      )}
    </>
  );
}

function RowName({ row, filter }: { row: BreakdownRow; filter: Breakdown["filter"] }) {
  if (filter === "link") return <ShortLink slug={row.label} className="truncate" />;
  return (
    <span className={cn("truncate", filter.startsWith("utm_") && !row.rest && "mono")}>
      {row.name}
    </span>
  );
}

function Sign({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? X : ListFilter;
  return (
    <span className="ms-auto flex items-center gap-1.5">
      <Waiting className="w-4" />
      <Icon
        aria-hidden
        className={cn(
          "size-3.5 shrink-0 text-secondary",
          !isOn && "opacity-0 group-focus-visible/bar:opacity-100 group-hover/bar:opacity-100",
        )}
      />
    </span>
  );
}

/** Whether a row is selected, whether any is, and the filters after a press on it. */
function choiceOf(
  query: PageQuery,
  filter: FilterName | "channel",
  row: BreakdownRow,
): { isOn: boolean; isOut: boolean; isAny: boolean; next: PageQuery["filters"] } {
  const { filters } = query;
  if (filter === "channel") {
    const isOn = row.channel !== undefined && isChannelChosen(filters, row.channel);
    const isAny = Boolean(filters.utm_source ?? filters.utm_medium);
    const next = withChannel(filters, isOn ? null : (row.channel ?? null));
    return { isOn, isOut: false, isAny, next };
  }
  const chosen = filters[filter];
  const { exact } = row;
  return {
    isOn:
      (exact === undefined ? chosen?.is.includes(row.label) : chosen?.named?.includes(exact)) ??
      false,
    isOut: chosen?.isNot.includes(row.label) ?? false,
    isAny: chosen !== undefined,
    next: choose(query, filter, row),
  };
}

/** Region and city names are not unique, so their country is selected with them. */
function choose(
  { filters }: PageQuery,
  filter: FilterName,
  { label, country, exact }: BreakdownRow,
): PageQuery["filters"] {
  if (exact !== undefined) return toggledNamed(filters, filter, exact);
  const next = toggled(filters, filter, label);
  const isAdded = next[filter]?.is.includes(label) ?? false;
  return isAdded && country && !filters.country ? toggled(next, "country", country) : next;
}

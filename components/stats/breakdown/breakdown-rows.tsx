import NextLink from "next/link";
import type { ReactNode } from "react";
import { ListFilter } from "@/components/stats/icons";
import { X } from "@/components/ui/icons";
import { formatNumber, formatShare } from "@/lib/core/format";
import { toggled } from "@/lib/stats/query/change-filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { FilterName } from "@/lib/stats/query/query";
import { useViewer } from "../../layout/viewer-context";
import { BarLabel } from "../../ui/bar";
import { cn } from "../../ui/cn";
import { CodeTag } from "../../ui/tag";
import { Waiting } from "../../ui/waiting";
import { DeviceIcon } from "../click-cells";
import { pageHref } from "../page-address";

export interface BreakdownRow {
  label: string;
  /** The display name of the label. */
  name: string;
  /** A code shown in a small frame before the name. */
  code?: string | undefined;
  /** The country of a region or city; selecting the row filters by it, too. */
  country?: string | undefined;
  count: number;
  /**
   * Set for clicks without a label (`absent`) or beyond the cap (`other`, which cannot be filtered
   * by).
   */
  rest?: "absent" | "other" | undefined;
}

export interface Breakdown {
  filter: FilterName;
  tab: string;
  /** Column header of the labels. */
  unit: string;
  /** Total clicks; the shares of the rows refer to it. */
  total: number;
  /** Most clicks first. */
  rows: BreakdownRow[];
  /** What opens all rows, and says if there are others that are not listed. */
  showAll: string;
  /** How many others there are; null if there are none. */
  more: string | null;
  /** Shown above the rows. */
  picture?: ReactNode;
}

/** A breakdown on a page with this query. */
export interface BreakdownPlace {
  breakdown: Breakdown;
  page: string;
  query: PageQuery;
}

const columns = "grid grid-cols-[minmax(0,1fr)_64px_48px] items-center px-2";

/** Some rows of a breakdown, with their column headers. */
export function RowList({
  rows,
  breakdown,
  page,
  query,
}: BreakdownPlace & { rows: BreakdownRow[] }) {
  const most = breakdown.rows[0]?.count ?? 1;
  return (
    <>
      <div
        aria-hidden
        className={cn(columns, "py-1.5 text-label text-tertiary [&>span+span]:text-right")}
      >
        <span>{breakdown.unit}</span>
        <span>Clicks</span>
        <span>Share</span>
      </div>
      <ul aria-label={breakdown.unit}>
        {rows.map((row) => (
          <li key={`${row.label} ${row.country}`}>
            <Row {...{ row, breakdown, page, query }} most={most} />
          </li>
        ))}
      </ul>
    </>
  );
}

type RowProps = BreakdownPlace & {
  row: BreakdownRow;
  most: number;
};

function Row({ row, breakdown, page, query, most }: RowProps) {
  const { filter } = breakdown;
  const chosen = query.filters[filter];
  const isOn = chosen?.is.includes(row.label) ?? false;
  const isOut = chosen?.isNot.includes(row.label) ?? false;
  const variant = isOn ? "strong" : chosen ? "faint" : "accent";
  const counts = <RowCounts {...{ row, breakdown, most, variant, isOut }} />;
  if (row.rest === "other") return <span className={columns}>{counts}</span>;
  return (
    <NextLink
      href={pageHref(page, query, { filters: choose(query, filter, row) })}
      prefetch={false}
      scroll={false}
      aria-current={isOn ? "true" : undefined}
      title={isOn || isOut ? "Remove this filter" : `Only ${row.name}`}
      className={cn(
        columns,
        "group/bar rounded-bar hover:[&_rect]:fill-accent-tint-strong focus-visible:-outline-offset-2",
      )}
    >
      {counts}
    </NextLink>
  );
}

interface RowCountsProps extends Pick<RowProps, "row" | "breakdown" | "most"> {
  /** `strong`: this row is selected; `faint`: another one is. */
  variant: "strong" | "faint" | "accent";
  isOut: boolean;
}

function RowCounts({ row, breakdown: { filter, total }, most, variant, isOut }: RowCountsProps) {
  const { locale } = useViewer();
  const isQuiet = variant === "faint" || row.rest !== undefined;
  return (
    <>
      <BarLabel
        share={row.count / most}
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
        <span className={cn("truncate", filter.startsWith("utm_") && !row.rest && "mono")}>
          {row.name}
        </span>
        {row.rest !== "other" && <Sign isOn={variant === "strong" || isOut} />}
      </BarLabel>
      <span
        className={cn(
          "text-right tabular-nums",
          variant === "faint" ? "text-secondary" : "font-medium",
        )}
      >
        {formatNumber(row.count, locale)}
        <span className="sr-only"> {row.count === 1 ? "click" : "clicks"}</span>
      </span>
      <span className="text-right text-secondary text-small tabular-nums">
        {formatShare(row.count, total, locale)}
      </span>
    </>
  );
}

function Sign({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? X : ListFilter;
  return (
    <span className="ml-auto flex items-center gap-1.5">
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

/** Region and city names are not unique, so their country is selected with them. */
function choose(
  { filters }: PageQuery,
  filter: FilterName,
  { label, country }: BreakdownRow,
): PageQuery["filters"] {
  const next = toggled(filters, filter, label);
  const isAdded = next[filter]?.is.includes(label) ?? false;
  return isAdded && country && !filters.country ? toggled(next, "country", country) : next;
}

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { formatMatches } from "@/lib/core/format";
import { type BrowseQuery, pageLengthOf } from "@/lib/stats/list/browse-links";
import { cn } from "../../ui/cn";
import { cells } from "../../ui/list";
import { Pagination } from "../../ui/pagination";
import { Skeleton } from "../../ui/skeleton";
import { BulkBar } from "../bulk/bulk-bar";
import { LinkSelectionProvider, SelectAllLinks } from "../bulk/link-selection";
import { linksHref, matchParameters } from "../links-href";
import { LinkRow, type LinkRowFacts } from "./link-row";
import { LinkRows } from "./link-rows";
import { sparkDays } from "./link-spark";
import { ListKeys } from "./list-keys";

const frame =
  "list-grid md:[--list-more:minmax(0,0.87fr)] peeking:[--list-more:auto] rounded-card border border-hairline bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0";

/** One page of links. `isEver`: with the clicks of all time, by which it is ordered. */
export function LinkList({
  rows,
  hasMore,
  total,
  query,
  isEver,
  now,
  locale,
  children,
}: {
  rows: readonly LinkRowFacts[];
  /** Whether there is a page behind this one. */
  hasMore: boolean;
  total: number;
  query: BrowseQuery;
  isEver: boolean;
  now: Date;
  locale: string;
  /** What works with the selection and is no part of the list. */
  children?: ReactNode;
}) {
  const t = useTexts("links.list");
  const first = (query.page - 1) * pageLengthOf(query) + 1;
  const last = first + rows.length - 1;
  return (
    <LinkSelectionProvider
      links={rows.map(({ link }) => link)}
      matches={{ ...matchParameters(query), total }}
      isAll={query.select === "all"}
    >
      <div data-results className={cn("group/list", frame)}>
        <div className="list-row h-[31px] whitespace-nowrap border-hairline border-b text-label text-tertiary max-sm:hidden">
          <span className="ps-4">
            <SelectAllLinks />
          </span>
          <span className={cells.name}>{t("heads.link")}</span>
          <span className="col-[more] ps-3.5 max-md:hidden peeking:hidden">
            {t("heads.destination")}
          </span>
          <span className={cells.spark}>{t.amount(sparkDays, "day")}</span>
          <span className="col-[clicks] ps-3 text-end">
            {isEver
              ? t("heads.clicksEver")
              : t("heads.clicksIn", { range: t.amount(sparkDays, "day") })}
          </span>
          <span className="col-[change] ps-3 text-end max-md:hidden peeking:hidden">
            {t("heads.created")}
          </span>
        </div>
        <LinkRows label={t("title")}>
          {rows.map((row) => (
            <LinkRow key={row.link.id} {...row} now={now} />
          ))}
        </LinkRows>
      </div>
      <Pagination
        back={query.page > 1 ? linksHref(query, { page: query.page - 1 }) : null}
        next={hasMore ? linksHref(query, { page: query.page + 1 }) : null}
      >
        {t("range", { first, last, total: formatMatches(total, query, locale) })}
      </Pagination>
      <BulkBar />
      <ListKeys />
      {children}
    </LinkSelectionProvider>
  );
}

/** Skeleton at the final sizes, to avoid layout shift. */
export function LinkListSkeleton() {
  const t = useTexts("links.list");
  // One element is sent once, however often it is shown.
  const parts = (
    <>
      <Skeleton className="size-2 rounded-full sm:mx-8" />
      <span className="col-[name] grid gap-2">
        <Skeleton className="w-28 max-w-full" />
        <Skeleton className="h-2.5 w-40 max-w-full" />
      </span>
      <span className="col-[more] grid gap-2 ps-3.5 max-md:hidden">
        <Skeleton className="w-52 max-w-full" />
        <Skeleton className="h-2.5 w-32 max-w-full" />
      </span>
      <span className="col-[spark] ps-3 max-sm:hidden">
        <Skeleton className="h-4 w-[72px]" />
      </span>
      <span className="col-[clicks] ps-3">
        <Skeleton className="w-14" />
      </span>
      <span className="col-[change] ps-3 max-md:hidden">
        <Skeleton className="w-14" />
      </span>
      <span className="col-[tools] w-8 max-sm:w-11" />
    </>
  );
  return (
    <div role="status" aria-label={t("loading")} className={frame}>
      <div className="list-row h-[31px] border-hairline border-b max-sm:hidden" />
      {Array.from({ length: 8 }, (_, index) => (
        <div
          key={index}
          className="list-row min-h-14 border-hairline border-t px-4 py-2 first:border-t-0"
        >
          {parts}
        </div>
      ))}
    </div>
  );
}

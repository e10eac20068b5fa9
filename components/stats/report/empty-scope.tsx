import NextLink from "next/link";
import type { ReactNode } from "react";
import type { SluglineError } from "@/lib/core/errors";
import { formatNumber } from "@/lib/core/format";
import { mostSlugs } from "@/lib/core/tag";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { mostLinks, type ReportScope } from "@/lib/stats/query/report-scope";
import type { ScopeTotals } from "@/lib/stats/report/scope-totals";
import { EmptyPage } from "../../layout/empty-page";
import { statisticsPage } from "../../links/links-href";
import { NoLinksYet } from "../../links/list/no-links-yet";
import { buttonStyle } from "../../ui/button";
import { pageHref } from "../page-address";

/** In place of statistics that have no clicks yet. */
export function NoClicks({
  scope,
  totals,
  query,
  apiUrl,
}: {
  scope: ReportScope;
  totals: ScopeTotals;
  query: PageQuery;
  apiUrl: string;
}) {
  if (totals.links > 0) {
    return (
      <Nothing title="No clicks yet" query={query} isAll={!scope.tag && !scope.slug}>
        Reload this page after the first click on{" "}
        {totals.links === 1 ? "this link" : "one of these links"}.
      </Nothing>
    );
  }
  if (scope.tag) {
    return (
      <Nothing
        title={
          scope.tag.length === 1 ? `No link is tagged ${scope.tag[0]}` : "No link has these tags"
        }
        query={query}
      >
        Tag links in the list, or choose other tags.
      </Nothing>
    );
  }
  return <NoLinksYet apiUrl={apiUrl} />;
}

/** In place of the statistics of links that do not exist, or are too many. */
export function RefusedScope({ refusal, query }: { refusal: SluglineError; query: PageQuery }) {
  if (refusal.code === "not_found") return <Nothing title={refusal.message} query={query} />;
  return (
    <Nothing title="Too many links" query={query}>
      Choose tags with at most {formatNumber(mostLinks, "en")} links together, or up to {mostSlugs}{" "}
      slugs.
    </Nothing>
  );
}

interface NothingProps {
  title: string;
  query: PageQuery;
  isAll?: boolean;
  children?: ReactNode;
}

function Nothing({ title, query, isAll = false, children }: NothingProps) {
  return (
    <EmptyPage
      title={title}
      actions={
        !isAll && (
          <NextLink href={pageHref(statisticsPage({}), query)} className={buttonStyle()}>
            Show all links
          </NextLink>
        )
      }
    >
      {children}
    </EmptyPage>
  );
}

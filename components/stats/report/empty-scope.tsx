import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { useSaid } from "@/components/texts/get-said";
import { originOf } from "@/lib/config/env";
import type { SluglineError } from "@/lib/core/errors";
import { shortUrlOf } from "@/lib/core/slug";
import { mostSlugs } from "@/lib/core/tag";
import type { Link } from "@/lib/links/link";
import type { PageQuery } from "@/lib/stats/query/page-query";
import { mostLinks, type ReportScope } from "@/lib/stats/query/report-scope";
import type { ScopeTotals } from "@/lib/stats/report/scope-totals";
import { EmptyPage } from "../../layout/empty-page";
import { statisticsPage } from "../../links/links-href";
import { NoLinksYet } from "../../links/list/no-links-yet";
import { buttonStyle } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { LivePage } from "../feed/live";
import { pageHref } from "../page-address";

/** In place of statistics that have no clicks yet. */
export function NoClicks({
  scope,
  other,
  totals,
  isWaiting,
  newest,
  query,
}: {
  scope: ReportScope;
  /** What would stand beside it in the chart. */
  other: ReportScope | null;
  totals: ScopeTotals;
  /** Whether clicks wait to be stored. */
  isWaiting: boolean;
  /** Links of the scope, to copy. */
  newest: readonly Link[];
  query: PageQuery;
}) {
  const [t, common] = [useTexts("stats.scope"), useTexts("common")];
  const counting = useTexts("stats.totals");
  if (totals.links > 0) {
    return (
      <Nothing
        title={t("noClicks")}
        {...{ other, query }}
        isAll={!scope.tag && !scope.slug}
        actions={newest.map(({ id, slug, domain }) => (
          <CopyButton key={id} text={shortUrlOf(slug, originOf(domain))}>
            <span className="max-w-72 truncate">{common("copyThat", { text: `/${slug}` })}</span>
          </CopyButton>
        ))}
        below={
          <div className="mt-5 flex items-center gap-1.5">
            <LivePage
              of={{
                by: "totals",
                ...Object.fromEntries(new URLSearchParams(statisticsPage(scope).split("?")[1])),
              }}
              version={totals.lastClickedAt ?? ""}
            />
          </div>
        }
      >
        {isWaiting ? counting("waiting") : t("firstClick", { count: totals.links, seconds: 10 })}
      </Nothing>
    );
  }
  if (scope.tag) {
    return (
      <Nothing
        title={
          scope.tag.length === 1
            ? t("noLinkTagged", { tag: scope.tag[0] ?? "" })
            : t("noLinkWithTags")
        }
        {...{ other, query }}
      >
        {t("chooseOthers")}
      </Nothing>
    );
  }
  return <NoLinksYet />;
}

/** In place of the statistics of links that do not exist, or are too many. */
export function RefusedScope({
  refusal,
  ...chosen
}: Pick<NothingProps, "other" | "query"> & { refusal: SluglineError }) {
  const [t, said] = [useTexts("stats.scope"), useSaid()];
  if (refusal.code === "not_found") return <Nothing title={said(refusal.sentence)} {...chosen} />;
  return (
    <Nothing title={t("tooMany")} {...chosen}>
      {t("tooManyNote", { links: mostLinks, slugs: mostSlugs })}
    </Nothing>
  );
}

interface NothingProps {
  title: string;
  other: ReportScope | null;
  query: PageQuery;
  isAll?: boolean;
  actions?: ReactNode;
  below?: ReactNode;
  children?: ReactNode;
}

function Nothing({ title, other, query, isAll = false, actions, below, children }: NothingProps) {
  const t = useTexts("stats.scope");
  return (
    <EmptyPage
      title={title}
      below={below}
      actions={
        <>
          {actions}
          {!isAll && (
            <NextLink href={pageHref(statisticsPage({}, other), query)} className={buttonStyle()}>
              {t("showAll")}
            </NextLink>
          )}
        </>
      }
    >
      {children}
    </EmptyPage>
  );
}

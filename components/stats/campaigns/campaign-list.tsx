import type { Route } from "next";
import NextLink from "next/link";
import { formatNumber } from "@/lib/core/format";
import type { CampaignsQuery } from "@/lib/stats/query/campaigns-query";
import { tagName } from "@/lib/stats/query/tag-name";
import { campaignMatrix, firstGroups, type MatrixGroup } from "@/lib/stats/report/campaign-matrix";
import type { CampaignCell } from "@/lib/stats/report/campaigns";
import { BarLabel } from "../../ui/bar";
import { CampaignName, moreCampaigns } from "./campaign-table";
import { campaignLinkHref, campaignsHref } from "./campaigns-address";

/** Maximum number of bars per campaign: among other campaigns, and alone. */
const [fewBars, mostBars] = [3, 40];

interface Bar {
  name: string;
  count: number;
  href: Route;
}

/**
 * The matrix on phones: for each campaign its sources (or mediums); once one is chosen, its links.
 */
export function CampaignList({
  cells,
  query,
  locale,
}: {
  cells: readonly CampaignCell[];
  query: CampaignsQuery;
  locale: string;
}) {
  const { columns, groups } = campaignMatrix(cells, Number.POSITIVE_INFINITY);
  const first = firstGroups(groups, query.campaign);
  return (
    <div className="px-3 pb-2 sm:hidden">
      {first.map(({ group }) => {
        const bars = barsOf(group, columns, query);
        const shown = bars.slice(0, query.campaign === group.campaign ? mostBars : fewBars);
        return (
          <section
            key={group.campaign}
            aria-label={tagName(group.campaign)}
            className="border-hairline border-t px-1 py-2 first:border-t-0"
          >
            <h3 className="flex items-center justify-between gap-4 font-semibold text-small">
              <span className="flex min-h-11 min-w-0 items-center [&>a]:flex [&>a]:min-h-11 [&>a]:min-w-0 [&>a]:items-center [&_.mono]:truncate">
                <CampaignName campaign={group.campaign} query={query} />
              </span>
              <span className="tabular-nums">{formatNumber(group.total, locale)}</span>
            </h3>
            <ul>
              {shown.map(({ name, count, href }) => (
                <li key={name}>
                  <NextLink
                    href={href}
                    prefetch={false}
                    scroll={false}
                    className="grid min-h-11 grid-cols-[minmax(0,1fr)_64px] items-center rounded-bar pl-2 focus-visible:-outline-offset-2"
                  >
                    <BarLabel share={count / Math.max(1, bars[0]?.count ?? 1)} className="h-[38px]">
                      <span className="mono truncate">{name}</span>
                    </BarLabel>
                    <span className="text-right tabular-nums">
                      {formatNumber(count, locale)}
                      <span className="sr-only"> {count === 1 ? "click" : "clicks"}</span>
                    </span>
                  </NextLink>
                </li>
              ))}
            </ul>
            {shown.length < bars.length && query.campaign === group.campaign && (
              <p className="py-2 text-secondary text-small">
                and {formatNumber(bars.length - shown.length, locale)} more, which the export has
              </p>
            )}
            {shown.length < bars.length && query.campaign !== group.campaign && (
              <NextLink
                href={campaignsHref(query, { campaign: group.campaign })}
                prefetch={false}
                className="flex min-h-11 w-fit items-center rounded-bar text-secondary text-small underline-offset-3 hover:underline"
              >
                Show all {formatNumber(bars.length, locale)}
              </NextLink>
            )}
          </section>
        );
      })}
      {first.length < groups.length && (
        <p className="border-hairline border-t px-1 py-3 text-secondary text-small">
          {moreCampaigns(groups.length - first.length, locale)}
        </p>
      )}
    </div>
  );
}

function barsOf(
  { campaign, counts, rows }: MatrixGroup,
  columns: readonly (string | null)[],
  query: CampaignsQuery,
): Bar[] {
  const bars =
    query.tag === null
      ? columns.map((tag, place) => ({
          name: tagName(tag ?? ""),
          count: counts[place] ?? 0,
          href: campaignsHref(query, { campaign, tag }),
        }))
      : rows.map(({ slug, total }) => ({
          name: `/${slug}`,
          count: total,
          href: campaignLinkHref(query, slug, campaign, query.tag),
        }));
  return bars.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

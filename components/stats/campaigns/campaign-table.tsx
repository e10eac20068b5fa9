import NextLink from "next/link";
import { formatNumber } from "@/lib/core/format";
import type { CampaignsQuery } from "@/lib/stats/query/campaigns-query";
import { tagName } from "@/lib/stats/query/tag-name";
import {
  type CampaignMatrix,
  firstGroups,
  type MatrixGroup,
  type MatrixRow,
} from "@/lib/stats/report/campaign-matrix";
import { ShortLink } from "../../links/short-link";
import { cn } from "../../ui/cn";
import { campaignLinkHref, campaignsHref } from "./campaigns-address";

interface Shared {
  matrix: CampaignMatrix;
  query: CampaignsQuery;
  locale: string;
}

const first =
  "sticky left-0 z-1 bg-surface pr-4 pl-(--space-pad) text-left font-normal w-[316px] max-w-[316px]";
const scroller =
  "relative overflow-x-auto max-sm:hidden rounded-b-[9px] focus-visible:-outline-offset-2";
const figure = "px-3 text-right tabular-nums last:pr-(--space-pad)";

/**
 * Clicks by campaign and link (rows) and source or medium (columns). Darker cells have more clicks.
 */
export function CampaignTable({ matrix, query, locale }: Shared) {
  const { columns, groups, counts, total } = matrix;
  const shown = firstGroups(groups, query.campaign);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={`Clicks by link and ${query.by}`} tabIndex={0} className={scroller}>
      <table className="w-full min-w-[860px] table-fixed border-separate border-spacing-0 text-small">
        <thead>
          <tr className="*:h-10 *:border-hairline *:border-b *:text-label">
            <th scope="col" className={cn(first, "text-tertiary")}>
              Campaign and link
            </th>
            {columns.map((tag) => (
              <th
                key={tag}
                scope="col"
                className="truncate px-3 text-right font-medium font-mono text-secondary tracking-mono"
              >
                {tag === null || query.tag === tag ? (
                  tag === null ? (
                    <span className="font-normal font-sans">others</span>
                  ) : (
                    tagName(tag)
                  )
                ) : (
                  <NextLink
                    href={campaignsHref(query, { tag })}
                    prefetch={false}
                    scroll={false}
                    title={`Only ${tagName(tag)}`}
                    className="rounded-bar hover:underline"
                  >
                    {tagName(tag)}
                  </NextLink>
                )}
              </th>
            ))}
            <th scope="col" className={cn(figure, "w-[92px] font-normal text-tertiary")}>
              Total
            </th>
          </tr>
        </thead>
        {shown.map(({ group, rows }) => (
          <Group key={group.campaign} {...{ group, rows, matrix, query, locale }} />
        ))}
        {shown.length < groups.length && (
          <tbody>
            <tr className="*:h-10 *:border-hairline *:border-t">
              <th scope="row" colSpan={columns.length + 2} className={cn(first, "text-secondary")}>
                {moreCampaigns(groups.length - shown.length, locale)}
              </th>
            </tr>
          </tbody>
        )}
        <tfoot>
          <tr className="*:h-12 *:border-hairline-strong *:border-t *:font-semibold">
            <th scope="row" className={cn(first, "font-semibold text-body")}>
              All campaigns
            </th>
            {counts.map((count, place) => (
              <td key={columns[place]} className={cn(figure, "text-body")}>
                {formatNumber(count, locale)}
              </td>
            ))}
            <td className={cn(figure, "text-body")}>{formatNumber(total, locale)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

export function moreCampaigns(count: number, locale: string): string {
  return `and ${formatNumber(count, locale)} more ${count === 1 ? "campaign" : "campaigns"} with fewer clicks, which the export has`;
}

function Group({
  group,
  rows: shown,
  matrix,
  query,
  locale,
}: Shared & { group: MatrixGroup; rows: MatrixRow[] }) {
  const { campaign, counts, total, rows } = group;
  return (
    <tbody className="after:block after:h-2 after:content-[''] [&:not(:nth-child(2))>tr:first-child>*]:border-hairline [&:not(:nth-child(2))>tr:first-child>*]:border-t">
      <tr className="*:h-12 *:pb-2 *:align-bottom">
        <th scope="rowgroup" className={cn(first, "truncate font-semibold")}>
          <CampaignName campaign={campaign} query={query} />
        </th>
        {counts.map((count, place) => (
          <td key={matrix.columns[place]} className={cn(figure, "text-label text-tertiary")}>
            {count > 0 && formatNumber(count, locale)}
          </td>
        ))}
        <td className={cn(figure, "font-semibold text-body")}>{formatNumber(total, locale)}</td>
      </tr>
      {shown.map((row) => (
        <Row key={row.slug} {...{ row, campaign, matrix, query, locale }} />
      ))}
      {shown.length < rows.length && (
        <tr className="*:h-10">
          <th
            scope="row"
            colSpan={matrix.columns.length + 2}
            className={cn(first, "text-secondary")}
          >
            {query.campaign === campaign ? (
              `and ${formatNumber(rows.length - shown.length, locale)} more links, which the export has`
            ) : (
              <NextLink
                href={campaignsHref(query, { campaign })}
                prefetch={false}
                className="rounded-bar underline-offset-3 hover:underline"
              >
                All {formatNumber(rows.length, locale)} links
              </NextLink>
            )}
          </th>
        </tr>
      )}
    </tbody>
  );
}

export function CampaignName({ campaign, query }: { campaign: string; query: CampaignsQuery }) {
  const name =
    campaign === "None" ? (
      <span className="text-secondary">{tagName(campaign)}</span>
    ) : (
      <span className="mono">{campaign}</span>
    );
  if (query.campaign === campaign) return name;
  return (
    <NextLink
      href={campaignsHref(query, { campaign })}
      prefetch={false}
      scroll={false}
      title={`Only ${tagName(campaign)}`}
      className="rounded-bar underline-offset-3 hover:underline"
    >
      {name}
    </NextLink>
  );
}

function Row({
  row,
  campaign,
  matrix,
  query,
  locale,
}: Shared & { row: MatrixRow; campaign: string }) {
  const { slug, title, counts, total } = row;
  return (
    <tr className="*:h-10">
      <th scope="row" className={cn(first, "truncate")}>
        <NextLink
          href={campaignLinkHref(query, slug, campaign, null)}
          prefetch={false}
          className="rounded-bar"
        >
          <ShortLink slug={slug} /> {title && <span className="ml-1 text-secondary">{title}</span>}
        </NextLink>
      </th>
      {counts.map((count, place) => {
        const tag = matrix.columns[place] ?? null;
        if (count === 0) {
          return (
            <td key={tag} className={cn(figure, "text-control")}>
              <span aria-hidden>·</span>
              <span className="sr-only">none</span>
            </td>
          );
        }
        return (
          <td key={tag} className="p-px">
            <NextLink
              href={campaignLinkHref(query, slug, campaign, tag)}
              prefetch={false}
              className={cn(
                "flex h-[38px] items-center justify-end rounded-bar px-[11px] text-body tabular-nums hover:inset-ring-[1.5px] hover:inset-ring-accent",
                heatOf(count, matrix.most),
              )}
            >
              {formatNumber(count, locale)}
            </NextLink>
          </td>
        );
      })}
      <td className={cn(figure, "font-medium text-body")}>{formatNumber(total, locale)}</td>
    </tr>
  );
}

const heats = [
  { from: 0.8, ground: "bg-heat-5" },
  { from: 0.4, ground: "bg-heat-4" },
  { from: 0.18, ground: "bg-heat-3" },
  { from: 0.045, ground: "bg-heat-2" },
  { from: 0, ground: "bg-heat-1" },
];

function heatOf(count: number, most: number): string {
  return heats.find(({ from }) => count / most >= from)?.ground ?? "bg-heat-1";
}

/** Legend of the cell colours. */
export function HeatScale({ most, locale }: { most: number; locale: string }) {
  return (
    <span className="flex items-center gap-1 text-label text-secondary tabular-nums max-sm:hidden">
      1
      {heats.toReversed().map(({ ground }) => (
        <span
          key={ground}
          aria-hidden
          className={cn("h-3 w-5 rounded-[3px] inset-ring inset-ring-hairline first:ml-1", ground)}
        />
      ))}
      {formatNumber(most, locale)}
    </span>
  );
}

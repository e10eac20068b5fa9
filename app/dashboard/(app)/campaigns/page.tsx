import type { Metadata } from "next";
import NextLink from "next/link";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { NoLinksYet } from "@/components/links/list/no-links-yet";
import { ShortLink } from "@/components/links/short-link";
import { CampaignChips } from "@/components/stats/campaigns/campaign-chips";
import { CampaignList } from "@/components/stats/campaigns/campaign-list";
import { CampaignTable, HeatScale } from "@/components/stats/campaigns/campaign-table";
import { CampaignTotals } from "@/components/stats/campaigns/campaign-totals";
import { campaignsHref, campaignsParameters } from "@/components/stats/campaigns/campaigns-address";
import { NoCampaigns } from "@/components/stats/campaigns/no-campaigns";
import { RangePicker } from "@/components/stats/report/range-picker";
import { CardSkeleton } from "@/components/stats/report/report-skeletons";
import { buttonStyle } from "@/components/ui/button";
import { Card, CardActions, CardHead, CardTitle } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Download, Info } from "@/components/ui/icons";
import { Part } from "@/components/ui/part";
import { Segmented, segmentStyle } from "@/components/ui/segmented";
import { env } from "@/lib/config/env";
import { rangeBefore } from "@/lib/core/date-range";
import { formatNumber } from "@/lib/core/format";
import { chosenRange } from "@/lib/core/range-choice";
import { type PartData, partData } from "@/lib/http/part-data";
import { requireOwner } from "@/lib/owners/require-owner";
import { listLinks } from "@/lib/stats/list/list-links";
import { type CampaignsQuery, parseCampaignsQuery } from "@/lib/stats/query/campaigns-query";
import { campaignMatrix, matchingCells } from "@/lib/stats/report/campaign-matrix";
import { type CampaignCell, type Campaigns, getCampaigns } from "@/lib/stats/report/campaigns";
import { limitsOfAll } from "@/lib/stats/report/range-limits";
import { hasUsedTags } from "@/lib/stats/report/used-tags";

export const metadata: Metadata = { title: "Campaigns" };

const mostColumns = 7;

export default async function CampaignsPage({ searchParams }: PageProps<"/dashboard/campaigns">) {
  await requireOwner("/dashboard/campaigns");
  const query = parseCampaignsQuery(await searchParams);
  const now = new Date();
  const limits = await limitsOfAll(query.range, now);
  const dateRange = chosenRange(query.range, limits);
  const campaigns = partData(getCampaigns(dateRange, query.by));
  // A day that is not over cannot be compared with a whole one.
  const isPart = dateRange.days === 1 && dateRange.until > now;
  const before =
    query.range === "all" || isPart
      ? null
      : partData(getCampaigns(rangeBefore(dateRange, "weekdays"), query.by));
  const { locale } = await getViewer();
  return (
    <>
      <PageHead title="Campaigns" note={<span className="max-sm:hidden">Days in UTC</span>}>
        <RangePicker
          choice={query.range}
          limits={limits}
          href={(range) => campaignsHref(query, { range })}
          align="right"
        />
        <a
          href={`/dashboard/campaigns/export?${campaignsParameters(query)}`}
          download
          className={buttonStyle({ className: "max-sm:hidden" })}
        >
          <Download aria-hidden className="size-4" />
          Export
        </a>
      </PageHead>
      <CampaignChips query={query} />
      <Part title="Campaigns" skeleton={<CardSkeleton count={2} tall />} data={campaigns}>
        {(value) => <Body campaigns={value} before={before} query={query} locale={locale} />}
      </Part>
    </>
  );
}

interface BodyProps {
  campaigns: Campaigns;
  /**
   * The same before, in a range that begins on the same weekday. Null for all time, and for a day
   * that is not over.
   */
  before: Promise<PartData<Campaigns>> | null;
  query: CampaignsQuery;
  locale: string;
}

function Body({ campaigns, before, query, locale }: BodyProps) {
  if (campaigns.taggedClicks === 0) return <Nothing />;
  const cells = matchingCells(campaigns.cells, query);
  return (
    <div className="flex flex-col gap-4">
      <CampaignTotals
        campaigns={campaigns}
        before={before}
        cells={cells}
        query={query}
        locale={locale}
      />
      <Matrix campaigns={campaigns} cells={cells} query={query} locale={locale} />
      <p className="flex items-start gap-2 text-secondary text-small">
        <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          Tags go on the short link, such as{" "}
          <span className="[overflow-wrap:anywhere]">
            <ShortLink
              host={new URL(env().BASE_URL).host}
              slug={cells[0]?.slug ?? "slug"}
              className="whitespace-normal"
            />
            <span className="mono text-accent-ink">?utm_source=newsletter</span>
          </span>
          ; they are not passed to the destination unless the link says so.
        </span>
      </p>
    </div>
  );
}

async function Nothing() {
  const [{ links }, everTagged] = await Promise.all([
    listLinks({ limit: 1, offset: 0 }, new Date()),
    hasUsedTags(),
  ]);
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  const [link] = links;
  if (!link) return <NoLinksYet apiUrl={DASHBOARD_ORIGIN} />;
  return <NoCampaigns link={link} host={new URL(BASE_URL).host} everTagged={everTagged} />;
}

interface Shown {
  campaigns: Campaigns;
  cells: CampaignCell[];
  query: CampaignsQuery;
  locale: string;
}

function Matrix({ campaigns, cells, query, locale }: Shown) {
  const matrix = campaignMatrix(cells, mostColumns);
  return (
    <Card>
      <CardHead className="max-sm:pb-2">
        <CardTitle>Clicks by link and {query.by}</CardTitle>
        <CardActions className="gap-4">
          {matrix.most > 1 && <HeatScale most={matrix.most} locale={locale} />}
          <Segmented label="Columns" small>
            {(["source", "medium"] as const).map((by) => (
              <NextLink
                key={by}
                href={campaignsHref(query, { by })}
                prefetch={false}
                scroll={false}
                aria-current={by === query.by ? "true" : undefined}
                className={segmentStyle({ on: by === query.by })}
              >
                {by === "source" ? "Source" : "Medium"}
              </NextLink>
            ))}
          </Segmented>
        </CardActions>
      </CardHead>
      {cells.length === 0 ? (
        <EmptyState
          title="No clicks match these filters"
          actions={
            <NextLink
              href={campaignsHref(query, { campaign: null, tag: null, slug: null })}
              className={buttonStyle()}
            >
              Clear filters
            </NextLink>
          }
        >
          Clear the filters or choose a longer date range.
        </EmptyState>
      ) : (
        <>
          <CampaignTable matrix={matrix} query={query} locale={locale} />
          <CampaignList cells={cells} query={query} locale={locale} />
        </>
      )}
      {campaigns.more > 0 && (
        <p className="border-hairline border-t px-(--space-pad) py-3 text-secondary text-small">
          Only the {formatNumber(campaigns.cells.length, locale)} most clicked of{" "}
          {formatNumber(campaigns.cells.length + campaigns.more, locale)} combinations are shown.
          Choose a shorter date range to see more.
        </p>
      )}
      {campaigns.unread > 0 && (
        <p className="border-hairline border-t px-(--space-pad) py-3 text-secondary text-small">
          {formatNumber(campaigns.unread, locale)} clicks have just come in. Their tags are missing
          here until they are added up.
        </p>
      )}
    </Card>
  );
}

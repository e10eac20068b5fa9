import { Download, Info } from "lucide-react";
import type { Metadata } from "next";
import NextLink from "next/link";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { ShortLink } from "@/components/links/short-link";
import { CampaignChips } from "@/components/stats/campaign-chips";
import { CampaignList } from "@/components/stats/campaign-list";
import { CampaignTable, HeatScale } from "@/components/stats/campaign-table";
import { campaignsHref, campaignsParameters } from "@/components/stats/campaigns-address";
import { Delta } from "@/components/stats/delta";
import { NoCampaigns } from "@/components/stats/no-campaigns";
import { comparedName } from "@/components/stats/range-names";
import { RangeTabs } from "@/components/stats/range-tabs";
import { CardSkeleton } from "@/components/stats/report-skeletons";
import { Stat, StatStrip } from "@/components/stats/stat-strip";
import { buttonStyle } from "@/components/ui/button";
import { Card, CardActions, CardHead, CardTitle } from "@/components/ui/card";
import { Definition } from "@/components/ui/definition";
import { EmptyState } from "@/components/ui/empty-state";
import { Part } from "@/components/ui/part";
import { Segmented, segmentStyle } from "@/components/ui/segmented";
import { env } from "@/lib/config/env";
import { lastDays, rangeBefore } from "@/lib/core/date-range";
import { formatDay, formatNumber, formatShare } from "@/lib/core/format";
import { type PartData, partData } from "@/lib/http/part-data";
import { requireOwner } from "@/lib/owners/require-owner";
import { campaignMatrix, matchingCells, ranked } from "@/lib/stats/campaign-matrix";
import { type CampaignCell, type Campaigns, getCampaigns } from "@/lib/stats/campaigns";
import { type CampaignsQuery, parseCampaignsQuery } from "@/lib/stats/campaigns-query";
import { listLinks } from "@/lib/stats/list-links";
import { hasUsedTags } from "@/lib/stats/used-tags";

export const metadata: Metadata = { title: "Campaigns" };

const mostColumns = 7;

export default async function CampaignsPage({ searchParams }: PageProps<"/dashboard/campaigns">) {
  await requireOwner();
  const query = parseCampaignsQuery(await searchParams);
  const now = new Date();
  const dateRange = lastDays(query.days, now);
  const campaigns = partData(getCampaigns(dateRange, query.by));
  const before = partData(getCampaigns(rangeBefore(dateRange, "weekdays"), query.by));
  const { locale } = await getViewer();
  return (
    <>
      <PageHead
        title="Campaigns"
        note={
          <span className="max-sm:hidden">{`${formatDay(dateRange.since, { year: now })} to ${formatDay(now, { year: now })}, days in UTC`}</span>
        }
      >
        <RangeTabs days={query.days} href={(days) => campaignsHref(query, { days })} />
        <a href={`/dashboard/campaigns/export?${campaignsParameters(query)}`} download className={buttonStyle({ className: "max-sm:hidden" })}>
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
  /** The same before, in a range that begins on the same weekday. */
  before: Promise<PartData<Campaigns>>;
  query: CampaignsQuery;
  locale: string;
}

function Body({ campaigns, before, query, locale }: BodyProps) {
  if (campaigns.taggedClicks === 0) return <Nothing />;
  const cells = matchingCells(campaigns.cells, query);
  return (
    <div className="flex flex-col gap-4">
      <Totals campaigns={campaigns} before={before} cells={cells} query={query} locale={locale} />
      <Matrix campaigns={campaigns} cells={cells} query={query} locale={locale} />
      <p className="flex items-start gap-2 text-secondary text-small">
        <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span>
          Tags go on the short link, such as{" "}
          <span className="[overflow-wrap:anywhere]">
            <ShortLink host={new URL(env().BASE_URL).host} slug={cells[0]?.slug ?? "slug"} className="whitespace-normal" />
            <span className="mono text-accent-ink">?utm_source=newsletter</span>
          </span>
          ; they are not passed to the destination.
        </span>
      </p>
    </div>
  );
}

async function Nothing() {
  const [{ links }, everTagged] = await Promise.all([listLinks({ limit: 1, offset: 0 }, new Date()), hasUsedTags()]);
  return <NoCampaigns link={links[0] ?? null} host={new URL(env().BASE_URL).host} everTagged={everTagged} />;
}

interface Shown {
  campaigns: Campaigns;
  cells: CampaignCell[];
  query: CampaignsQuery;
  locale: string;
}

function Totals({ campaigns: { clicks, taggedClicks, isCut }, before, cells, query, locale }: Shown & Pick<BodyProps, "before">) {
  const number = (value: number) => formatNumber(value, locale);
  const sum = (part: CampaignCell[]) => part.reduce((total, { count }) => total + count, 0);
  const shown = sum(cells);
  const named = cells.filter(({ campaign }) => campaign !== "None");
  const links = new Set(named.map(({ slug }) => slug)).size;
  const [strongest] = ranked(
    cells.filter(({ tag }) => tag !== "None"),
    ({ tag }) => tag,
  );
  const ofStrongest = sum(cells.filter(({ tag }) => tag === strongest));
  return (
    <StatStrip label="Totals">
      <Stat
        label={
          <Definition meaning="Clicks on a short link with a campaign, source or medium. The change is that of the chosen tags.">
            Tagged clicks
          </Definition>
        }
        value={number(shown)}
        note={
          <>
            <Part data={before}>
              {(earlier) =>
                !isCut && !earlier.isCut && <Change now={shown} before={sum(matchingCells(earlier.cells, query))} days={query.days} locale={locale} />
              }
            </Part>
            <span>{`${formatShare(shown, clicks, locale)} of ${number(clicks)} ${clicks === 1 ? "click" : "clicks"}`}</span>
          </>
        }
      />
      <Stat
        label={<Definition meaning="Different values of utm_campaign in these clicks.">Campaigns</Definition>}
        value={number(new Set(named.map(({ campaign }) => campaign)).size)}
        note={named.length > 0 && <span>{`on ${number(links)} ${links === 1 ? "link" : "links"}`}</span>}
      />
      <Stat
        label={`Top ${query.by}`}
        value={<span className="block truncate text-title leading-8 tracking-head">{strongest ?? "None"}</span>}
        note={
          <span>
            {strongest
              ? `${number(ofStrongest)} ${ofStrongest === 1 ? "click" : "clicks"}, ${formatShare(ofStrongest, shown, locale)} of tagged clicks`
              : `no clicks have a ${query.by}`}
          </span>
        }
      />
      <Stat
        label={<Definition meaning="Clicks on a plain short link, or one whose tags name no campaign, source or medium.">Untagged clicks</Definition>}
        value={number(clicks - taggedClicks)}
      />
    </StatStrip>
  );
}

function Change({ now, before, days, locale }: { now: number; before: number; days: number; locale: string }) {
  return (
    <span title={comparedName(days)}>
      <Delta now={now} before={before} locale={locale} />
    </span>
  );
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
            <NextLink href={campaignsHref(query, { campaign: null, tag: null, slug: null })} className={buttonStyle()}>
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
      {campaigns.isCut && (
        <p className="border-hairline border-t px-(--space-pad) py-3 text-secondary text-small">
          Only the {formatNumber(campaigns.cells.length, locale)} most clicked combinations are shown. Choose a shorter date range to see more.
        </p>
      )}
    </Card>
  );
}

import { useTexts } from "#texts";
import { ChevronDown } from "@/components/ui/icons";
import { otherSpellings } from "@/lib/core/campaign-rule";
import { formatNumber } from "@/lib/core/format";
import { mostSlugs } from "@/lib/core/tag";
import { sourceName } from "@/lib/links/channel";
import { noLabels } from "@/lib/stats/query/filters";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { Campaign, Campaigns } from "@/lib/stats/report/campaigns";
import { cn } from "../../ui/cn";
import { Sparkline } from "../../ui/sparkline";
import { tagLabel } from "../channel-names";
import { Delta } from "../delta";
import { CampaignDetails } from "./campaign-details";

/** What a page shows of many campaigns, and of many links and sources of one. */
const [mostCampaigns, mostLinks] = [60, 10];

/** Rows of clicks without a campaign, and of rare ones. */
const noCampaigns: ReadonlySet<string> = new Set(["None", "Other"]);

interface CampaignRowsProps {
  campaigns: Campaigns;
  page: string;
  query: PageQuery;
  isCompared: boolean;
  locale: string;
}

/** Campaigns by clicks, one line each. Each opens to its sources and links. */
export function CampaignRows({ campaigns: found, isCompared, ...rest }: CampaignRowsProps) {
  const { campaigns, more, busiest, unread } = found;
  const t = useTexts("stats.campaigns");
  const spellings = otherSpellings(
    campaigns.flatMap(({ campaign, isSent }) =>
      isSent || !noCampaigns.has(campaign) ? [campaign] : [],
    ),
  );
  const isAmbiguous = campaigns.some(({ campaign, isSent }) => isSent && campaign === "None");
  if (campaigns.length === 0) {
    return <p className="px-(--space-pad) py-4 text-secondary">{t("none")}</p>;
  }
  return (
    <>
      <div aria-hidden className="campaign-row py-1.5 text-label text-tertiary">
        <span />
        <span>{t("campaign")}</span>
        <span className="max-md:hidden">{t("best")}</span>
        <span className="max-md:hidden">{t.amount(campaigns[0]?.spark.length ?? 0, "day")}</span>
        <span className="text-end">{t("clicks")}</span>
        <span className="text-end">{isCompared && t("change")}</span>
      </div>
      <ul aria-label={t("title")} className="pb-2">
        {campaigns.slice(0, mostCampaigns).map((campaign) => (
          <CampaignRow
            key={`${campaign.isSent} ${campaign.campaign}`}
            {...{ campaign, isCompared, isAmbiguous }}
            others={spellings.get(campaign.campaign) ?? []}
            {...rest}
          />
        ))}
      </ul>
      {campaigns.length > mostCampaigns && (
        <Note>{t("more", { count: campaigns.length - mostCampaigns })}</Note>
      )}
      {more > 0 && <Note>{t("notCounted", { count: more })}</Note>}
      {busiest !== null && <Note>{t("busiest", { count: busiest })}</Note>}
      {unread > 0 && <Note>{t("lately", { count: unread })}</Note>}
    </>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className="border-hairline border-t px-(--space-pad) py-3 text-secondary text-small">
      {children}
    </p>
  );
}

function CampaignRow({
  campaign,
  page,
  query,
  isCompared,
  isAmbiguous,
  others,
  locale,
}: Omit<CampaignRowsProps, "campaigns"> & {
  campaign: Campaign;
  isAmbiguous: boolean;
  /** Campaigns that differ from it by case or blanks alone. */
  others: string[];
}) {
  const { campaign: label, isSent = false, clicks, change, spark, sources, links } = campaign;
  const [t, shares] = [useTexts("stats.campaigns"), useTexts("stats.breakdown")];
  const labels = useTexts("stats.labels");
  const name = isSent ? label : tagLabel("utm_campaign", label, labels);
  const channels = useTexts("links.channels");
  const nameOf = ({ source, isSent }: { source: string; isSent?: boolean }) =>
    isSent ? source : sourceName(tagLabel("utm_source", source, labels), channels);
  const isNamed = isSent || !noCampaigns.has(label);
  const number = (count: number) => formatNumber(count, locale);
  const filtered: PageQuery = {
    ...query,
    filters: withCampaign(query.filters, campaign, isAmbiguous),
  };
  return (
    <li>
      <CampaignDetails
        name={name}
        links={links.length <= mostSlugs ? links : links.slice(0, mostLinks)}
        shown={mostLinks}
        count={links.length}
        sources={sources
          .slice(0, mostLinks)
          .map((source) => `${nameOf(source)} ${number(source.clicks)}`)
          .join(" · ")}
        only={isNamed ? "only" : label === "None" ? "onlyClicks" : null}
        spellings={others.length > 0 ? [label, ...others] : []}
        {...{ page, query, filtered, locale }}
      >
        <ChevronDown
          aria-hidden
          className="size-3.5 -rotate-90 text-tertiary transition-transform group-open/row:rotate-0"
        />
        <span className={cn("truncate", isNamed ? "mono" : "text-secondary")}>{name}</span>
        <span className="truncate text-secondary text-small max-md:hidden">
          {nameOf(sources[0] ?? { source: "None" })}
        </span>
        <span className="max-md:hidden">
          <Sparkline
            counts={spark}
            label={t("spark", {
              clicks: spark.reduce((sum, count) => sum + count, 0),
              days: String(spark.length),
            })}
          />
        </span>
        <span className="text-end font-medium">
          {shares.rich("counted", {
            count: clicks,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </span>
        <span className="text-end text-small">
          {isCompared && change && <Delta {...change} locale={locale} isNarrow />}
        </span>
      </CampaignDetails>
    </li>
  );
}

/**
 * Only the clicks of this row. Without a campaign those are tagged ones, so they have a source. Of
 * clicks beyond the cap nobody knows the campaign. `isAmbiguous`: None is one of the campaigns.
 */
export function withCampaign(
  filters: PageQuery["filters"],
  { campaign: label, isSent = false }: Pick<Campaign, "campaign" | "isSent">,
  isAmbiguous: boolean,
): PageQuery["filters"] {
  if (label === "Other" && !isSent) return filters;
  const exact = label === "None" && isAmbiguous ? [isSent ? label : ""] : [];
  const utm_campaign =
    exact.length > 0 ? { is: [], isNot: [], named: exact } : { is: [label], isNot: [] };
  const named = { ...filters, utm_campaign };
  const { is, isNot, named: sent = [] } = filters.utm_source ?? noLabels;
  return label === "None" && !isSent && is.length + sent.length === 0
    ? { ...named, utm_source: { is, isNot: [...new Set([...isNot, "None"])] } }
    : named;
}

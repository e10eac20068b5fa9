import { formatNumber, formatShare } from "@/lib/core/format";
import type { PartData } from "@/lib/http/part-data";
import type { CampaignsQuery } from "@/lib/stats/query/campaigns-query";
import { matchingCells, ranked } from "@/lib/stats/report/campaign-matrix";
import type { CampaignCell, Campaigns } from "@/lib/stats/report/campaigns";
import { Definition } from "../../ui/definition";
import { Part } from "../../ui/part";
import { Delta } from "../delta";
import { comparedName } from "../range-names";
import { Stat, StatStrip } from "../stat-strip";

interface Props {
  campaigns: Campaigns;
  /**
   * The same before, in a range that begins on the same weekday. Null for all time, and for a day
   * that is not over.
   */
  before: Promise<PartData<Campaigns>> | null;
  cells: CampaignCell[];
  query: CampaignsQuery;
  locale: string;
}

/** What the clicks of the shown cells add up to. */
export function CampaignTotals({
  campaigns: { dateRange, clicks, taggedClicks, more },
  before,
  cells,
  query,
  locale,
}: Props) {
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
            {before && (
              <Part data={before}>
                {(earlier) =>
                  more === 0 &&
                  earlier.more === 0 && (
                    <Change
                      now={shown}
                      before={sum(matchingCells(earlier.cells, query))}
                      days={dateRange.days}
                      locale={locale}
                    />
                  )
                }
              </Part>
            )}
            <span>{`${formatShare(shown, clicks, locale)} of ${number(clicks)} ${clicks === 1 ? "click" : "clicks"}`}</span>
          </>
        }
      />
      <Stat
        label={
          <Definition meaning="Different values of utm_campaign in these clicks.">
            Campaigns
          </Definition>
        }
        value={number(new Set(named.map(({ campaign }) => campaign)).size)}
        note={
          named.length > 0 && <span>{`on ${number(links)} ${links === 1 ? "link" : "links"}`}</span>
        }
      />
      <Stat
        label={`Top ${query.by}`}
        value={
          <span className="block truncate text-title leading-8 tracking-head">
            {strongest ?? "None"}
          </span>
        }
        note={
          <span>
            {strongest
              ? `${number(ofStrongest)} ${ofStrongest === 1 ? "click" : "clicks"}, ${formatShare(ofStrongest, shown, locale)} of tagged clicks`
              : `no clicks have a ${query.by}`}
          </span>
        }
      />
      <Stat
        label={
          <Definition meaning="Clicks on a plain short link, or one whose tags name no campaign, source or medium.">
            Untagged clicks
          </Definition>
        }
        value={number(clicks - taggedClicks)}
      />
    </StatStrip>
  );
}

function Change({
  now,
  before,
  days,
  locale,
}: {
  now: number;
  before: number;
  days: number;
  locale: string;
}) {
  return (
    <span title={comparedName(days)}>
      <Delta now={now} before={before} locale={locale} />
    </span>
  );
}

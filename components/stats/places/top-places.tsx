import { TrendingUp } from "lucide-react";
import NextLink from "next/link";
import { formatDay, formatNumber } from "@/lib/core/format";
import type { RangeChoice } from "@/lib/core/range-choice";
import { channelName } from "@/lib/links/channel";
import type { PlaceRanking, RankedPlace } from "@/lib/stats/report/rank-places";
import { BarLabel } from "../../ui/bar";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { campaignsHref } from "../campaigns/campaigns-address";
import { placeTags } from "../label-names";

const columns = "grid grid-cols-[minmax(0,1fr)_64px_48px_72px] items-center gap-x-2 px-2 max-sm:grid-cols-[minmax(0,1fr)_52px_40px_60px]";

/** The places where links are shared, over all links, by clicks. */
export function TopPlaces({
  ranking: { places, countedSince },
  choice,
  range,
  now,
  locale,
}: {
  ranking: PlaceRanking;
  choice: RangeChoice;
  /** The name of the date range. */
  range: string;
  now: Date;
  locale: string;
}) {
  const most = places[0]?.clicks ?? 1;
  const best = comparison(places);
  return (
    <Card>
      <CardHead>
        <CardTitle>Where links are shared</CardTitle>
        <CardNote>{countedSince ? `since ${formatDay(new Date(countedSince), { year: now })}` : range}</CardNote>
      </CardHead>
      {places.length === 0 ? (
        <EmptyState title={countedSince ? "No tagged clicks yet" : "No tagged clicks in this range"} className="pt-4">
          {countedSince
            ? `Places are counted since ${formatDay(new Date(countedSince), { year: now })}. Earlier clicks are on the pages of their links.`
            : "Use “Share by channel” on a link to get a short link for each place. You will see here which one brings the clicks."}
        </EmptyState>
      ) : (
        <div className="pt-1 pr-2 pb-3 pl-3">
          <div aria-hidden className={`${columns} py-1.5 text-label text-tertiary [&>span+span]:text-right`}>
            <span>Source and medium</span>
            <span>Clicks</span>
            <span>Links</span>
            <span>Per link</span>
          </div>
          <ol aria-label="Places by clicks">
            {places.map((place) => (
              <li key={placeTags(place)}>
                <NextLink
                  href={campaignsHref({ range: choice, by: "source", campaign: null, tag: place.source, slug: null })}
                  prefetch={false}
                  className={`${columns} h-10 rounded-bar tabular-nums focus-visible:-outline-offset-2 max-sm:h-12 hover:[&_rect]:fill-accent-tint-strong`}
                >
                  <BarLabel share={place.clicks / most} className="h-[34px] max-sm:h-[42px]">
                    <Tags place={place} />
                  </BarLabel>
                  <span className="text-right font-medium">
                    {formatNumber(place.clicks, locale)}
                    <span className="sr-only"> {place.clicks === 1 ? "click" : "clicks"}</span>
                  </span>
                  <span className="text-right">
                    <span className="sr-only">on </span>
                    {formatNumber(place.links, locale)}
                    <span className="sr-only"> {place.links === 1 ? "link" : "links"}</span>
                  </span>
                  <span className="text-right text-secondary">
                    {formatNumber(perLink(place), locale)}
                    <span className="sr-only"> per link</span>
                  </span>
                </NextLink>
              </li>
            ))}
          </ol>
          {best && (
            <p className="mt-2 flex gap-2 px-2 text-secondary text-small">
              <TrendingUp aria-hidden className="mt-0.5 size-3.5 shrink-0 text-accent" />
              <span>
                <b className="font-medium text-text">{nameOf(best.place)}</b> brings {formatNumber(best.times, locale)} times the clicks per link of{" "}
                <b className="font-medium text-text">{nameOf(best.other)}</b>.
              </span>
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

/** Below each other on phones, where both would be cut off. */
function Tags({ place }: { place: RankedPlace }) {
  const [first = "None", second] = [place.source, place.medium].filter((tag) => tag !== "None");
  return (
    <span className="flex min-w-0 gap-1.5 max-sm:flex-col max-sm:gap-0">
      <span className="mono truncate">{first}</span>
      {second && (
        <span className="mono truncate text-secondary max-sm:text-label">
          <span className="max-sm:hidden">/ </span>
          {second}
        </span>
      )}
    </span>
  );
}

const nameOf = ({ source, medium }: RankedPlace) =>
  channelName({ source: source === "None" ? "" : source, medium: medium === "None" ? "" : medium, campaign: "" });

function perLink({ clicks, links }: RankedPlace): number {
  return Math.round((10 * clicks) / links) / 10;
}

/** Fewer clicks than this on either side say too little. */
const fewClicks = 20;

/** The place with the most clicks per link, against the most clicked other one; null unless the difference is clear. */
export function comparison(places: readonly RankedPlace[]): { place: RankedPlace; other: RankedPlace; times: number } | null {
  const enough = places.filter(({ clicks }) => clicks >= fewClicks);
  const place = [...enough].sort((a, b) => perLink(b) - perLink(a))[0];
  const other = enough.find((each) => each !== place);
  if (!place || !other) return null;
  const times = Math.round((10 * perLink(place)) / perLink(other)) / 10;
  return times >= 1.5 ? { place, other, times } : null;
}

import NextLink from "next/link";
import { TrendingUp } from "@/components/stats/icons";
import { formatDay, formatNumber } from "@/lib/core/format";
import type { RangeChoice } from "@/lib/core/range-choice";
import { channelName } from "@/lib/links/channel";
import type { ChannelRanking, RankedChannel } from "@/lib/stats/report/rank-channels";
import { BarLabel } from "../../ui/bar";
import { Card, CardHead, CardNote, CardTitle } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { campaignsHref } from "../campaigns/campaigns-address";
import { channelTags } from "../label-names";

const columns =
  "grid grid-cols-[minmax(0,1fr)_64px_48px_72px] items-center gap-x-2 px-2 max-sm:grid-cols-[minmax(0,1fr)_52px_40px_60px]";

/** The channels where links are shared, over all links, by clicks. */
export function TopChannels({
  ranking: { channels, countedSince },
  choice,
  range,
  now,
  locale,
}: {
  ranking: ChannelRanking;
  choice: RangeChoice;
  /** The name of the date range. */
  range: string;
  now: Date;
  locale: string;
}) {
  const most = channels[0]?.clicks ?? 1;
  const best = comparison(channels);
  return (
    <Card>
      <CardHead>
        <CardTitle>Where links are shared</CardTitle>
        <CardNote>
          {countedSince ? `since ${formatDay(new Date(countedSince), { year: now })}` : range}
        </CardNote>
      </CardHead>
      {channels.length === 0 ? (
        <EmptyState
          title={countedSince ? "No tagged clicks yet" : "No tagged clicks in this range"}
          className="pt-4"
        >
          {countedSince
            ? `Channels are counted since ${formatDay(new Date(countedSince), { year: now })}. Earlier clicks are on the pages of their links.`
            : "Use “Share by channel” on a link to get a short link for each channel. You will see here which one brings the clicks."}
        </EmptyState>
      ) : (
        <div className="pt-1 pr-2 pb-3 pl-3">
          <div
            aria-hidden
            className={`${columns} py-1.5 text-label text-tertiary [&>span+span]:text-right`}
          >
            <span>Source and medium</span>
            <span>Clicks</span>
            <span>Links</span>
            <span>Per link</span>
          </div>
          <ol aria-label="Channels by clicks">
            {channels.map((channel) => (
              <li key={channelTags(channel)}>
                <NextLink
                  href={campaignsHref({
                    range: choice,
                    by: "source",
                    campaign: null,
                    tag: channel.source,
                    slug: null,
                  })}
                  prefetch={false}
                  className={`${columns} h-10 rounded-bar tabular-nums focus-visible:-outline-offset-2 max-sm:h-12 hover:[&_rect]:fill-accent-tint-strong`}
                >
                  <BarLabel share={channel.clicks / most} className="h-[34px] max-sm:h-[42px]">
                    <Tags channel={channel} />
                  </BarLabel>
                  <span className="text-right font-medium">
                    {formatNumber(channel.clicks, locale)}
                    <span className="sr-only"> {channel.clicks === 1 ? "click" : "clicks"}</span>
                  </span>
                  <span className="text-right">
                    <span className="sr-only">on </span>
                    {formatNumber(channel.links, locale)}
                    <span className="sr-only"> {channel.links === 1 ? "link" : "links"}</span>
                  </span>
                  <span className="text-right text-secondary">
                    {formatNumber(perLink(channel), locale)}
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
                <b className="font-medium text-text">{nameOf(best.channel)}</b> brings{" "}
                {formatNumber(best.times, locale)} times the clicks per link of{" "}
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
function Tags({ channel }: { channel: RankedChannel }) {
  const [first = "None", second] = [channel.source, channel.medium].filter((tag) => tag !== "None");
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

const nameOf = ({ source, medium }: RankedChannel) =>
  channelName({
    source: source === "None" ? "" : source,
    medium: medium === "None" ? "" : medium,
    campaign: "",
  });

function perLink({ clicks, links }: RankedChannel): number {
  return Math.round((10 * clicks) / links) / 10;
}

/** Fewer clicks than this on either side say too little. */
const fewClicks = 20;

/**
 * The channel with the most clicks per link, against the most clicked other one; null unless the
 * difference is clear.
 */
export function comparison(
  channels: readonly RankedChannel[],
): { channel: RankedChannel; other: RankedChannel; times: number } | null {
  const enough = channels.filter(({ clicks }) => clicks >= fewClicks);
  const channel = [...enough].sort((a, b) => perLink(b) - perLink(a))[0];
  const other = enough.find((each) => each !== channel);
  if (!channel || !other) return null;
  const times = Math.round((10 * perLink(channel)) / perLink(other)) / 10;
  return times >= 1.5 ? { channel, other, times } : null;
}

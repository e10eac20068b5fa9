import type { DateRange } from "../../core/date-range";
import { foldText } from "../../core/fold-text";
import { groupBy } from "../../core/group-by";
import { shortUrlOf } from "../../core/slug";
import { type Channel, channelUrl, noChannel, type PresetKey } from "../../links/channel";
import type { Link } from "../../links/link";
import { listChannels } from "../../links/link-channels";
import {
  type ChannelKind,
  type ChannelLabels,
  describeChannel,
  tagsOf,
} from "../query/channel-labels";
import type { Filters } from "../query/filters";
import {
  type ChannelClicks,
  type ChannelStatistics,
  channelSparkDays,
  getChannelStatistics,
} from "./channel-statistics";

/** A channel where a link is shared, with its clicks and short links. */
export interface BoardChannel extends ChannelClicks {
  name: string;
  kind: ChannelKind;
  preset: PresetKey | null;
  /** One for each campaign that an owner added, otherwise one without a campaign. */
  addresses: { channel: Channel; url: string; isAdded: boolean }[];
}

export interface ChannelBoard {
  /** All clicks in the date range. */
  clicks: number;
  /**
   * Most clicks first. The plain short link and those that an owner added are always among them.
   */
  channels: BoardChannel[];
  /** Further channels, which are not listed. */
  more: number;
  /** Channels whose tags differ only in case and separators. */
  similarChannels: BoardChannel[][];
}

/** Spellings that are pointed out at once. */
const mostSimilar = 5;

/**
 * Where a link is shared: channels with clicks in the date range or the last 14 days, and those
 * that an owner added. Filters by source and medium choose among them, and so leave all listed.
 */
export async function getChannelBoard(
  link: Pick<Link, "id" | "slug">,
  dateRange: DateRange,
  now: Date,
  baseUrl: string,
  before: DateRange | null = null,
  { utm_source: _, utm_medium: __, ...filters }: Filters = {},
): Promise<ChannelBoard> {
  const added = await listChannels(link.id);
  const statistics = await getChannelStatistics(link.id, dateRange, now, added, before, filters);
  const channels = boardChannels(statistics, added, (channel) =>
    channelUrl(shortUrlOf(link.slug, baseUrl), channel),
  );
  return {
    clicks: statistics.clicks,
    channels,
    more: statistics.more,
    similarChannels: similarChannelsOf(channels).slice(0, mostSimilar),
  };
}

/** Merges the channels with clicks and those added. */
function boardChannels(
  { channels }: ChannelStatistics,
  added: readonly Channel[],
  urlOf: (channel: Channel) => string,
): BoardChannel[] {
  const seen = new Map(channels.map((channel) => [keyOf(tagsOf(channel)), channel]));
  for (const tags of [noChannel, ...added]) {
    if (seen.has(keyOf(tags))) continue;
    seen.set(keyOf(tags), {
      ...labelsOf(tags),
      clicks: 0,
      spark: Array.from({ length: channelSparkDays }, () => 0),
      lastClick: null,
    });
  }
  const merged = [...seen.values()].map((channel): BoardChannel => {
    const tags = { ...noChannel, ...tagsOf(channel) };
    const described = describeChannel(channel);
    const own = added.filter(
      ({ source, medium }) => source === tags.source && medium === tags.medium,
    );
    const addresses = (own.length > 0 ? own : [tags]).map((channel) => ({
      channel,
      url: urlOf(channel),
      isAdded: own.length > 0,
    }));
    return {
      ...channel,
      ...described,
      addresses: described.kind === "other" ? [] : addresses,
    };
  });
  return merged.sort(
    (a, b) => Number(a.kind === "other") - Number(b.kind === "other") || b.clicks - a.clicks,
  );
}

/** Statistics call a missing tag `None`. */
function labelsOf({ source, medium }: Channel): ChannelLabels {
  const exact = {
    ...(source === "None" ? { source } : {}),
    ...(medium === "None" ? { medium } : {}),
  };
  return {
    ...{ source: source || "None", medium: medium || "None" },
    ...((exact.source ?? exact.medium) ? { exact } : {}),
  };
}

function keyOf({ source, medium }: { source: string; medium: string }): string {
  return JSON.stringify([source, medium]);
}

function similarChannelsOf(channels: readonly BoardChannel[]): BoardChannel[][] {
  const groups = groupBy(channels, (channel) =>
    foldText(keyOf(tagsOf(channel))).replaceAll(/[\s_-]+/g, "-"),
  );
  return [...groups.values()].filter((group) => group.length > 1);
}

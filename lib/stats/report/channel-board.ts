import { type DateRange, storedDays } from "../../core/date-range";
import { groupBy } from "../../core/group-by";
import { type Channel, channelName, channelUrl, noChannel } from "../../links/channel";
import type { Link } from "../../links/link";
import { listPlaces } from "../../links/link-places";
import { otherLabel } from "../query/dimensions";
import { getPlaceStatistics, type PlaceClicks, type PlaceStatistics, placeSparkDays } from "./place-statistics";
import { listUncounted } from "./uncounted";

/** A place where a link is shared, with its clicks and short links. */
export interface BoardPlace extends PlaceClicks {
  name: string;
  /** `plain`: clicks without source and medium; `other`: beyond the cap of labels, which have no short link. */
  kind: "tagged" | "plain" | "other";
  /** One for each campaign that an owner added, otherwise one without a campaign. */
  addresses: { channel: Channel; url: string; isAdded: boolean }[];
}

export interface ChannelBoard {
  /** All clicks in the date range. */
  clicks: number;
  /** Most clicks first. The plain short link and those that an owner added are always among them. */
  places: BoardPlace[];
  /** Further places, which are not listed. */
  more: number;
  /** Places whose tags differ only in case and separators. */
  similarPlaces: BoardPlace[][];
  /** Preview bots in the date range, most requests first. They are not recorded by place. */
  seenIn: { name: string; count: number }[];
}

/** Spellings that are pointed out at once. */
const mostSimilar = 5;

/** Where a link is shared: places with clicks in the date range or the last 14 days, and those that an owner added. */
export async function getChannelBoard(link: Pick<Link, "id" | "slug">, dateRange: DateRange, now: Date, baseUrl: string): Promise<ChannelBoard> {
  const added = await listPlaces(link.id);
  const [statistics, uncounted] = await Promise.all([
    getPlaceStatistics(link.id, dateRange, now, added.map(labelsOf)),
    listUncounted(link.id, storedDays(dateRange, now)),
  ]);
  const places = boardPlaces(statistics, added, (channel) => channelUrl(link.slug, baseUrl, channel));
  const seenIn = uncounted.filter(({ kind, name }) => kind === "unfurler" && name !== "").map(({ name, count }) => ({ name, count }));
  return { clicks: statistics.clicks, places, more: statistics.more, similarPlaces: similarPlacesOf(places).slice(0, mostSimilar), seenIn };
}

/** Merges the places with clicks and those added. */
function boardPlaces({ places }: PlaceStatistics, added: readonly Channel[], urlOf: (channel: Channel) => string): BoardPlace[] {
  const seen = new Map(places.map((place) => [keyOf(place), place]));
  for (const tags of [noChannel, ...added]) {
    const place = labelsOf(tags);
    if (seen.has(keyOf(place))) continue;
    seen.set(keyOf(place), { ...place, clicks: 0, spark: Array.from({ length: placeSparkDays }, () => 0), lastClick: null });
  }
  const merged = [...seen.values()].map((place): BoardPlace => {
    const tags = { ...noChannel, source: tagOf(place.source), medium: tagOf(place.medium) };
    const kind = place.source === otherLabel && place.medium === otherLabel ? "other" : tags.source || tags.medium ? "tagged" : "plain";
    const own = added.filter(({ source, medium }) => source === tags.source && medium === tags.medium);
    const addresses = (own.length > 0 ? own : [tags]).map((channel) => ({ channel, url: urlOf(channel), isAdded: own.length > 0 }));
    return { ...place, name: kind === "other" ? "Other places" : channelName(tags), kind, addresses: kind === "other" ? [] : addresses };
  });
  return merged.sort((a, b) => Number(a.kind === "other") - Number(b.kind === "other") || b.clicks - a.clicks);
}

/** Statistics call a missing tag `None`. */
function labelsOf({ source, medium }: Channel): { source: string; medium: string } {
  return { source: source || "None", medium: medium || "None" };
}

function tagOf(label: string): string {
  return label === "None" ? "" : label;
}

function keyOf({ source, medium }: { source: string; medium: string }): string {
  return JSON.stringify([source, medium]);
}

function similarPlacesOf(places: readonly BoardPlace[]): BoardPlace[][] {
  const groups = groupBy(places, (place) =>
    keyOf(place)
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, "-"),
  );
  return [...groups.values()].filter((group) => group.length > 1);
}

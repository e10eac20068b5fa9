import { type DateRange, datesOf, lastDays } from "../../core/date-range";
import { SluglineError } from "../../core/errors";
import { arrayLiteral } from "../../database/array-literal";
import { isStatementTimeout } from "../../database/database-errors";
import { Prisma } from "../../database/generated/client";
import { type ChannelLabels, exactChannels, type SentChannel } from "../query/channel-labels";
import { otherLabel } from "../query/dimensions";
import type { Filters } from "../query/filters";
import { labelRows } from "../query/label-rows";
import { oneLink } from "../query/scope";
import { planOf } from "../sources/plan";
import { latestClicks } from "../sources/raw-clicks";
import type { Reader } from "../sources/source";
import { readStatistics } from "./read-statistics";
import { inOneSnapshot } from "./report";
import { type Change, changesFrom, readEarlier } from "./same-stretch";

/**
 * Clicks of one link through one channel: a pair of source and medium, `None` if missing. Both are
 * `Other` beyond the cap.
 */
export interface ChannelClicks extends ChannelLabels {
  /** In the date range. */
  clicks: number;
  /** If there is a date range to compare with. */
  change?: Change;
  /** By day, oldest first, today last; independent of the date range and filters. */
  spark: number[];
  /**
   * ISO 8601; null if it is not among the latest clicks of the link. Then the spark has its day, or
   * it is older.
   */
  lastClick: string | null;
}

export interface ChannelStatistics {
  /** All clicks in the date range. */
  clicks: number;
  /** Most clicks first. */
  channels: ChannelClicks[];
  /** Further channels with clicks in the date range or lately, which are not listed. */
  more: number;
}

export const channelSparkDays = 14;
/**
 * Clicks of the link that are searched for the last click of each channel, which bounds the cost.
 */
const mostLatest = 1_000;
const listedChannels = 50;

/**
 * Clicks of a link by channel, from one snapshot; `added` channels are always listed if they have
 * any in the range, the spark or the latest clicks. Throws `statistics_timeout` if raw clicks have
 * to be counted and are too many.
 */
export async function getChannelStatistics(
  linkId: number,
  dateRange: DateRange,
  now: Date,
  added: readonly Tags[] = [],
  before: DateRange | null = null,
  filters: Filters = {},
): Promise<ChannelStatistics> {
  const recent = lastDays(channelSparkDays, now);
  try {
    return await inOneSnapshot({ filters }, async (transaction) => {
      const { placesSince } = await transaction.rollupState.findFirstOrThrow();
      const read = async (dateRange: DateRange, always: readonly Tags[], labelLimit = 0) => {
        const counts = await readStatistics(transaction, oneLink(linkId), {
          ...{ dateRange, filters, labelLimit },
          breakdowns: ["sourceMedium"],
          always: always.map(({ source, medium }) => ({
            label: source || none,
            detail: medium || none,
          })),
          isRaw: dateRange.since < placesSince,
        });
        const channels = counts.breakdowns.sourceMedium.map(
          ({ label, detail, count, sent = [] }) => ({
            source: label === none && !sent.includes("label") ? "" : label,
            medium: detail === none && !sent.includes("detail") ? "" : (detail ?? ""),
            isRest: label === otherLabel && detail === otherLabel && sent.length === 0,
            clicks: count,
          }),
        );
        return { ...counts, channels };
      };
      const {
        days,
        labelCounts,
        channels: counted,
      } = await read(dateRange, [tagsOf(untagged), ...added], listedChannels);
      const wanted = [...counted, ...added];
      const changeOf =
        before &&
        changesFrom(
          await readEarlier(dateRange, before, now, (range) => read(range, wanted)),
          ({ channels }) => new Map(channels.map((each) => [keyOf(each), each.clicks])),
        );
      const sparks = await readSparks(transaction, linkId, {
        recent,
        isRaw: recent.since < placesSince,
        wanted,
      });
      const latest = await readLatest(transaction, linkId);
      const clicks = [...days.values()].reduce((sum, day) => sum + day.clicks, 0);
      const unlisted = (labelCounts.sourceMedium ?? 0) - counted.length;
      // Those that an owner added come first, so that no others take their place.
      const own = [untagged, ...added.map(keyOf)].filter(
        (key) => sparks.has(key) || (key !== untagged && latest.has(key)),
      );
      const channels = toChannels(
        counted,
        new Set([...own, ...(unlisted > 0 ? [] : sparks.keys())]),
        sparks,
        latest,
        Math.max(listedChannels, own.length),
      );
      return {
        clicks,
        channels: exactChannels(
          channels.map((each) => ({
            ...labelsOf(each),
            ...(changeOf && { change: changeOf(keyOf(each), each.clicks) }),
            ...{ clicks: each.clicks, spark: each.spark, lastClick: each.lastClick },
          })),
        ),
        more: unlisted,
      };
    });
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    throw new SluglineError("statistics_timeout", "linksTooSlow");
  }
}

/** As visitors sent them; empty for none. */
interface Tags {
  source: string;
  medium: string;
  /** False if they sent `Other`, and it is not what is beyond the cap. */
  isRest?: boolean;
}

const none = "None";

function labelsOf({ source, medium, isRest = true }: Tags): SentChannel {
  const isOther = source === otherLabel && medium === otherLabel && !isRest;
  const tags = { source, medium };
  const sent = (["source", "medium"] as const).filter((tag) => isOther || tags[tag] === none);
  return {
    ...{ source: source || none, medium: medium || none },
    ...(sent.length > 0 ? { sent } : {}),
  };
}

const keyOf = ({ source, medium }: Tags) => JSON.stringify([source, medium]);
const tagsOf = (key: string): Tags => {
  const [source, medium] = JSON.parse(key) as [string, string];
  return { source, medium };
};
const untagged = keyOf({ source: "", medium: "" });

/**
 * Channels with clicks in the date range come first, by clicks; then up to `most` of those `others`
 * without clicks in it.
 */
function toChannels(
  counted: readonly (Tags & { clicks: number })[],
  others: Set<string>,
  sparks: Map<string, number[]>,
  latest: Map<string, string>,
  most: number,
): (Tags & Pick<ChannelClicks, "clicks" | "spark" | "lastClick">)[] {
  const known = new Set(counted.map(keyOf));
  const quiet = [...others]
    .filter((key) => !known.has(key))
    .map((key) => ({ ...tagsOf(key), clicks: 0 }));
  return [...counted, ...quiet.slice(0, most)].map((channel) => {
    const key = keyOf(channel);
    const spark = sparks.get(key) ?? Array.from({ length: channelSparkDays }, () => 0);
    return { ...channel, spark, lastClick: latest.get(key) ?? null };
  });
}

interface SparksRequest {
  recent: DateRange;
  isRaw: boolean;
  wanted: readonly Tags[];
}

/**
 * Clicks of the wanted channels, of some others with the most clicks, and of none, by day. Channels
 * without clicks are left out.
 */
async function readSparks(
  reader: Reader,
  linkId: number,
  { recent, isRaw, wanted }: SparksRequest,
): Promise<Map<string, number[]>> {
  const plan = planOf({ scope: oneLink(linkId), dateRange: recent, isRaw, of: "labels" });
  const channels = plan.tables.table(
    "channels",
    () => Prisma.sql`
      SELECT "label" AS "source", "detail" AS "medium", "day", sum("clicks") AS "clicks"
      FROM (${plan.labels({ dimensions: ["sourceMedium"], isDaily: true })}) l GROUP BY 1, 2, 3`,
  );
  const [sources, mediums] = [
    arrayLiteral(wanted.map(({ source }) => source)),
    arrayLiteral(wanted.map(({ medium }) => medium)),
  ];
  const rows = await reader.$queryRaw<(Tags & { date: string; clicks: number })[]>(
    plan.tables.select(Prisma.sql`
    SELECT "source", "medium", to_char("day", 'YYYY-MM-DD') AS "date", "clicks"::float8 AS "clicks" FROM (
      SELECT * FROM ${channels()} WHERE ("source", "medium") IN (
        SELECT * FROM unnest(${sources}::text[], ${mediums}::text[])
        UNION (SELECT "source", "medium" FROM ${channels()} GROUP BY 1, 2 ORDER BY sum("clicks") DESC, 1, 2 LIMIT ${listedChannels})
      )
      UNION ALL
      -- Clicks without tags are those of the day without all channels.
      SELECT '', '', "day", sum("clicks") FROM (
        SELECT "day", "clicks" FROM (${plan.days()}) d UNION ALL SELECT "day", -"clicks" FROM ${channels()}
      ) untagged GROUP BY "day"
    ) p`),
  );
  const dates = datesOf(recent);
  const sparks = new Map<string, number[]>();
  for (const { date, clicks, ...tags } of rows.filter((row) => row.clicks > 0)) {
    const spark = sparks.get(keyOf(tags)) ?? dates.map(() => 0);
    spark[dates.indexOf(date)] = clicks;
    sparks.set(keyOf(tags), spark);
  }
  return sparks;
}

/** The last click of each channel among the latest clicks of the link. */
async function readLatest(reader: Reader, linkId: number): Promise<Map<string, string>> {
  const rows = await reader.$queryRaw<(Tags & { at: Date })[]>`
    SELECT coalesce("label", '') AS "source", coalesce("detail", '') AS "medium",
           max("createdAt") AS "at"
    FROM (${latestClicks(linkId, mostLatest)}) c, LATERAL ${labelRows(["sourceMedium"])} GROUP BY 1, 2`;
  return new Map(rows.map(({ at, ...tags }) => [keyOf(tags), at.toISOString()]));
}

import { z } from "zod";
import { timestamp } from "../links/field-schemas";
import type { RareList } from "../stats/query/dimensions";
import { anyLinkSchema, clickRecordSchema, count, linkSchema } from "./response-schemas";

const labelled = <K extends string>(key: K) =>
  z
    .array(
      z.strictObject({ [key]: z.string(), count: z.int().min(1) } as Record<K, z.ZodString> & {
        count: z.ZodInt;
      }),
    )
    .max(50);

const range = z.strictObject({
  days: z.int().min(1).max(365),
  since: timestamp,
  clicks: count,
  uniqueVisitors: count,
});
const clicksByDay = z.array(z.strictObject({ date: z.iso.date(), count }));

/** As in the contract, without what the parameters of docs/statistics.md add. */
export const linkStatisticsSchema = z.strictObject({
  slug: z.string(),
  totalClicks: count,
  lastClickedAt: timestamp.nullable(),
  botHitCount: count,
  ogFetchFailCount: count,
  range,
  lifetime: z.strictObject({ firstDayClicks: count, totalClicks: count }),
  clicksByDay,
  topReferrers: labelled("referrer"),
  topCountries: labelled("country"),
  devices: labelled("device"),
  browsers: labelled("browser"),
  operatingSystems: labelled("os"),
  locales: labelled("locale"),
  utmSources: labelled("source"),
  utmMediums: labelled("medium"),
  utmCampaigns: labelled("campaign"),
  recentClicks: z.array(clickRecordSchema).max(20),
});

export const clicksSinceSchema = timestamp.nullable();
export const previousSchema = z.strictObject({ range, clicksByDay });

/**
 * The same with what those parameters add. `from` and `to` allow longer date ranges, and `timezone`
 * days without visitors.
 */
const longRange = range.extend({ days: z.int().min(1) });
export const anySeriesSchema = z.array(
  z.strictObject({
    start: timestamp,
    clicks: count,
    uniqueVisitors: count
      .nullable()
      .meta({ description: "Null by day, week or month of a `timezone` other than UTC." }),
  }),
);
const sent = z.strictObject({ None: count.optional(), Other: count.optional() }).optional();
const rareLists = {
  destinations: labelled("destination")
    .meta({
      description:
        "To which addresses clicks led: `default` for `url`, else as clicks say it. Left out while rules led none elsewhere than to `url`.",
    })
    .optional(),
  domains: labelled("domain")
    .meta({
      description:
        "By which hosts clicks came: `default` for hosts that DOMAINS does not list. Left out while none came by a further host.",
    })
    .optional(),
} satisfies Record<RareList, z.ZodType>;
export const anyStatisticsSchema = linkStatisticsSchema
  .extend({
    range: longRange,
    ...rareLists,
    sentLabels: z
      .strictObject({ utmSources: sent, utmMediums: sent, utmCampaigns: sent })
      .meta({
        description:
          "With filters or `timezone`, and in reports: clicks whose label is the text `None` or `Other`, by list and label. The row of this name counts them, too; the others of `None` have no label, and those of `Other` one beyond the limit. Left out if there are none.",
      })
      .optional(),
    series: anySeriesSchema.meta({ description: "With `interval`." }).optional(),
    previous: previousSchema
      .extend({ range: longRange, series: anySeriesSchema.optional() })
      .meta({ description: "With `compare`." })
      .optional(),
    clicksSince: clicksSinceSchema
      .meta({
        description:
          "With filters: clicks before this time are no longer stored or counted; null while all are. With `timezone`: breakdowns and unique visitors leave out earlier clicks on UTC days that are only in part in the date range.",
      })
      .optional(),
    setAside: count
      .meta({
        description:
          "Clicks set aside on the UTC days of the range, and in no other number. Left out if there are none.",
      })
      .optional(),
  })
  .meta({ id: "LinkStatistics" });

const { slug: _, setAside: __, ...shared } = anyStatisticsSchema.shape;
export const topLinksSchema = z
  .array(
    z.strictObject({
      slug: z.string(),
      title: z.string().nullable(),
      clicks: count,
      share: z.number().min(0).max(1).meta({ description: "Of all clicks in the date range." }),
      previousClicks: count
        .nullable()
        .meta({ description: "In the date range of `previous`; null without `compare`." }),
    }),
  )
  .max(10);
export const reportSchema = z
  .strictObject({ ...shared, topLinks: topLinksSchema })
  .meta({ id: "Report" });

export const globalStatisticsSchema = z.strictObject({
  totalLinks: count,
  totalClicks: count,
  totalBotHits: count,
  clicksToday: count,
  topLinks: z.array(linkSchema).max(5),
});

/** With the additions to links. */
export const anyGlobalStatisticsSchema = globalStatisticsSchema
  .extend({ topLinks: z.array(anyLinkSchema).max(5) })
  .meta({ id: "GlobalStatistics" });

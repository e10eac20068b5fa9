import { z } from "zod";
import { byAnySlug } from "../links/aliases";
import { filterParameters } from "../stats/query/filter-parameters";
import { statisticsQuery, statsQuerySchema } from "../stats/query/query";
import { reportQuerySchema } from "../stats/query/report-scope";
import { getGlobalStatistics } from "../stats/report/global-statistics";
import { getLinkStatistics as getOfLink } from "../stats/report/link-statistics";
import { getReportStatistics } from "../stats/report/scope-report";
import { define } from "./define";
import { type Answer, jsonOf } from "./operation";
import { exampleLink, exampleReport, exampleStatistics } from "./operation-examples";
import { anyGlobalStatisticsSchema, anyStatisticsSchema, reportSchema } from "./statistics-schemas";

/**
 * The body has the fields of docs/api-contract.md in any case. While so many clicks come in at once
 * that some have no breakdown yet, a header says how many.
 */
function answer<T extends { notAggregated?: number }>({ notAggregated, ...body }: T): Answer {
  return {
    headers: notAggregated ? { "Slugline-Not-Aggregated": String(notAggregated) } : {},
    body,
  };
}

export const getLinkStatistics = define({
  name: "getLinkStatistics",
  role: "reader",
  target: z.object({ slug: z.string() }),
  query: statsQuerySchema,
  run: ({ now }, { slug, body: _, ...wanted }) => {
    const query = statisticsQuery(wanted, now);
    return byAnySlug(slug, (known) => getOfLink(known, query));
  },
  api: {
    method: "get",
    path: "/api/links/{slug}/stats",
    tag: "Statistics",
    summary: "Get the statistics of a link",
    description:
      "The date range is whole days in UTC, or in `timezone`. With filters only matching clicks are counted.",
    lists: filterParameters,
    success: {
      200: {
        description: "The statistics.",
        content: jsonOf(anyStatisticsSchema, exampleStatistics),
      },
    },
    problems: ["statistics_timeout"],
    answer,
  },
});

export const getStatistics = define({
  name: "getStatistics",
  role: "reader",
  run: ({ now }) => getGlobalStatistics(now),
  api: {
    method: "get",
    path: "/api/stats",
    tag: "Statistics",
    summary: "Get the statistics of all links",
    success: (baseUrl) => ({
      200: {
        description: "Totals, and the five links with the most clicks.",
        content: jsonOf(anyGlobalStatisticsSchema, {
          totalLinks: 1,
          totalClicks: 42,
          totalBotHits: 3,
          clicksToday: 7,
          topLinks: [exampleLink(baseUrl)],
        }),
      },
    }),
  },
});

export const getReport = define({
  name: "getReport",
  role: "reader",
  query: reportQuerySchema,
  run: ({ now }, { tag, tagMode, slug, body: _, ...wanted }) =>
    getReportStatistics({ tag, tagMode, slug }, statisticsQuery(wanted, now)),
  api: {
    method: "get",
    path: "/api/stats/report",
    tag: "Statistics",
    summary: "Get the statistics of several links together",
    description:
      "Returns the statistics of all links, or of the links with the given tags or slugs. Numbers are added up over the links, so a visitor of two links counts as two unique visitors. With filters only matching clicks are counted.",
    lists: [...filterParameters, "tag", "slug"],
    success: {
      200: { description: "The statistics.", content: jsonOf(reportSchema, exampleReport) },
    },
    problems: ["not_found", "statistics_timeout", "statistics_preparing"],
    answer,
  },
});

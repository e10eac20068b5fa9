import { linkCommands } from "../commands/commands";
import { idempotencyHeader, operationOf } from "../commands/document";
import type { Operation } from "../commands/operation";
import { exampleLink, exampleReport, exampleStatistics } from "../commands/operation-examples";
import {
  anyGlobalStatisticsSchema,
  anyStatisticsSchema,
  reportSchema,
} from "../commands/statistics-schemas";
import { statsQuerySchema } from "../stats/query/query";
import { reportQuerySchema } from "../stats/query/report-scope";
import { healthOperations } from "./health-operations";
import { messageOperations } from "./message-operations";
import { serviceOperations } from "./service-operations";
import { setAsideOperations } from "./set-aside-operations";
import { shareOperations } from "./share-operations";
import { tagOperations } from "./tag-operations";
import { transferOperations } from "./transfer-operations";

/**
 * Every operation of the API, in the order of its documentation. A test compares them with the
 * routes.
 */
export function operations(baseUrl: string): Operation[] {
  return [
    ...linkCommands.map((command) => operationOf(command, baseUrl)),
    ...transferOperations,
    ...tagOperations(idempotencyHeader),
    {
      id: "getLinkStatistics",
      method: "get",
      path: "/api/links/{slug}/stats",
      tag: "Statistics",
      summary: "Get the statistics of a link",
      description:
        "The date range is whole days in UTC, or in `timezone`. With filters only matching clicks are counted.",
      access: "read",
      query: statsQuerySchema,
      success: {
        200: {
          description: "The statistics.",
          content: {
            "application/json": { schema: anyStatisticsSchema, example: exampleStatistics },
          },
        },
      },
      problems: ["statistics_timeout"],
    },
    {
      id: "getStatistics",
      method: "get",
      path: "/api/stats",
      tag: "Statistics",
      summary: "Get the statistics of all links",
      access: "read",
      success: {
        200: {
          description: "Totals, and the five links with the most clicks.",
          content: {
            "application/json": {
              schema: anyGlobalStatisticsSchema,
              example: {
                totalLinks: 1,
                totalClicks: 42,
                totalBotHits: 3,
                clicksToday: 7,
                topLinks: [exampleLink(baseUrl)],
              },
            },
          },
        },
      },
    },
    {
      id: "getReport",
      method: "get",
      path: "/api/stats/report",
      tag: "Statistics",
      summary: "Get the statistics of several links together",
      description:
        "Returns the statistics of all links, or of the links with the given tags or slugs. Numbers are added up over the links, so a visitor of two links counts as two unique visitors. With filters only matching clicks are counted.",
      access: "read",
      query: reportQuerySchema,
      success: {
        200: {
          description: "The statistics.",
          content: { "application/json": { schema: reportSchema, example: exampleReport } },
        },
      },
      problems: ["not_found", "statistics_timeout", "statistics_preparing"],
    },
    ...shareOperations,
    ...healthOperations,
    ...setAsideOperations,
    ...messageOperations(idempotencyHeader),
    ...serviceOperations,
  ];
}

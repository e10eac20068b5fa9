import { statsQuerySchema } from "../stats/query";
import { idempotencyHeader, linkOperations } from "./link-operations";
import type { Operation } from "./operation";
import { exampleLink, exampleStatistics } from "./operation-examples";
import { anyGlobalStatisticsSchema, anyStatisticsSchema } from "./response-schemas";
import { serviceOperations } from "./service-operations";
import { signalOperations } from "./signal-operations";
import { tagOperations } from "./tag-operations";

/** Every operation of the API, in the order of its documentation. A test compares them with the routes. */
export function operations(baseUrl: string): Operation[] {
  return [
    ...linkOperations(baseUrl),
    ...tagOperations(idempotencyHeader),
    {
      id: "getLinkStatistics",
      method: "get",
      path: "/api/links/{slug}/stats",
      tag: "Statistics",
      summary: "Get the statistics of a link",
      description: "The date range is whole UTC days. With filters only matching clicks are counted.",
      access: "read",
      query: statsQuerySchema,
      success: {
        200: { description: "The statistics.", content: { "application/json": { schema: anyStatisticsSchema, example: exampleStatistics } } },
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
              example: { totalLinks: 1, totalClicks: 42, totalBotHits: 3, clicksToday: 7, topLinks: [exampleLink(baseUrl)] },
            },
          },
        },
      },
    },
    ...signalOperations,
    ...serviceOperations,
  ];
}

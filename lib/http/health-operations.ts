import type { Operation } from "../commands/operation";
import {
  ignoredSlugSchema,
  linkHealthSchema,
  missedLinksSchema,
} from "../commands/response-schemas";
import { missedChangesSchema, missedQuerySchema } from "../stats/report/missed-links";

const missed = { slug: "sprnig-sale", count: 12, lastSeenAt: "2026-01-31T12:00:00.000Z" };

/**
 * What visits and checks show beside clicks: links that are missed, destinations that do not work.
 */
export const healthOperations: Operation[] = [
  {
    id: "getLinkHealth",
    method: "get",
    path: "/api/links/{slug}/health",
    tag: "Links",
    summary: "Get whether the destination of a link works",
    description: "By the last check; asking starts none.",
    access: "read",
    success: {
      200: {
        description: "The state of the destination.",
        content: {
          "application/json": {
            schema: linkHealthSchema,
            example: {
              state: "broken",
              reason: "HTTP 404.",
              checkedAt: "2026-01-31T12:00:00.000Z",
              brokenSince: "2026-01-29T12:00:00.000Z",
            },
          },
        },
      },
    },
  },
  {
    id: "listMissedLinks",
    method: "get",
    path: "/api/missed-links",
    tag: "Statistics",
    summary: "List missed links",
    description:
      "Slugs that visitors asked for and that no link has. Robots, scanners and ignored slugs are left out.",
    access: "read",
    query: missedQuerySchema,
    success: {
      200: {
        description: "At most 100 slugs.",
        content: {
          "application/json": {
            schema: missedLinksSchema,
            example: { missedLinks: [missed], more: 0 },
          },
        },
      },
    },
  },
  {
    id: "changeMissedLink",
    method: "patch",
    path: "/api/missed-links/{slug}",
    tag: "Statistics",
    summary: "Ignore a missed link, or show it again",
    access: "write",
    body: {
      name: "MissedLinkChanges",
      content: { "application/json": { schema: missedChangesSchema, example: { ignored: true } } },
    },
    success: {
      200: {
        description: "Whether it is ignored now.",
        content: {
          "application/json": {
            schema: ignoredSlugSchema,
            example: { slug: missed.slug, ignored: true },
          },
        },
      },
    },
  },
];

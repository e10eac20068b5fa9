import { missedChangesSchema, missedQuerySchema } from "../stats/missed-links";
import type { Operation } from "./operation";
import { ignoredSlugSchema, missedLinksSchema } from "./response-schemas";

const missed = { slug: "sprnig-sale", count: 12, lastSeenAt: "2026-01-31T12:00:00.000Z" };

/** Slugs that visitors asked for and that no link has. */
export const missedOperations: Operation[] = [
  {
    id: "listMissedLinks",
    method: "get",
    path: "/api/missed-links",
    tag: "Statistics",
    summary: "List missed links",
    description: "Slugs that visitors asked for and that no link has. Robots, scanners and ignored slugs are left out.",
    access: "read",
    query: missedQuerySchema,
    success: {
      200: {
        description: "At most 100 slugs.",
        content: { "application/json": { schema: missedLinksSchema, example: { missedLinks: [missed] } } },
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
    body: { name: "MissedLinkChanges", content: { "application/json": { schema: missedChangesSchema, example: { ignored: true } } } },
    success: {
      200: {
        description: "Whether it is ignored now.",
        content: { "application/json": { schema: ignoredSlugSchema, example: { slug: missed.slug, ignored: true } } },
      },
    },
  },
];

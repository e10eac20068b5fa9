import { linkChangesSchema, linkListSchema, newLinkSchema } from "../links/schema";
import { statsQuerySchema } from "../stats/query";
import type { Content, Operation } from "./operation";
import { exampleLink, exampleStatistics } from "./operation-examples";
import { anyStatisticsSchema, globalStatisticsSchema, linkListSchema as linkPageSchema, linkSchema } from "./response-schemas";
import { serviceOperations } from "./service-operations";

/** Every operation of the API, in the order of its documentation. A test compares them with the routes. */
export function operations(baseUrl: string): Operation[] {
  // The schemas of bodies refuse this service's own address, which no JSON schema can say.
  const own = { BASE_URL: baseUrl, PORT: 443 };
  const link = exampleLink(baseUrl);
  const oneLink: Record<string, Content> = { "application/json": { schema: linkSchema, example: link } };
  return [
    {
      id: "listLinks",
      method: "get",
      path: "/api/links",
      tag: "Links",
      summary: "List links",
      description: "Newest first.",
      access: "read",
      query: linkListSchema,
      success: {
        200: {
          description: "The links that match.",
          headers: { Link: "The pages `first`, `prev`, `next` and `last` (RFC 8288)." },
          content: { "application/json": { schema: linkPageSchema, example: { links: [link], total: 1, limit: 50, offset: 0 } } },
        },
      },
    },
    {
      id: "createLink",
      method: "post",
      path: "/api/links",
      tag: "Links",
      summary: "Create a link",
      access: "write",
      body: {
        name: "NewLink",
        content: { "application/json": { schema: newLinkSchema(own), example: { url: link.url, slug: link.slug, title: link.title } } },
      },
      success: { 201: { description: "The new link.", headers: { Location: "The path of the link in the API." }, content: oneLink } },
      problems: ["slug_taken"],
    },
    {
      id: "getLink",
      method: "get",
      path: "/api/links/{slug}",
      tag: "Links",
      summary: "Get a link",
      access: "read",
      success: { 200: { description: "The link.", content: oneLink } },
    },
    {
      id: "updateLink",
      method: "patch",
      path: "/api/links/{slug}",
      tag: "Links",
      summary: "Update a link",
      description: "Any subset of the fields; an empty object changes nothing. A new `slug` renames the link.",
      access: "write",
      body: { name: "LinkChanges", content: { "application/json": { schema: linkChangesSchema(own), example: { enabled: false } } } },
      success: { 200: { description: "The updated link.", content: oneLink } },
      problems: ["slug_taken"],
    },
    {
      id: "deleteLink",
      method: "delete",
      path: "/api/links/{slug}",
      tag: "Links",
      summary: "Delete a link",
      description: "Its whole click history is deleted with it.",
      access: "write",
      success: { 204: { description: "Deleted.", content: {} } },
    },
    {
      id: "getLinkQrCode",
      method: "get",
      path: "/api/links/{slug}/qr",
      tag: "Links",
      summary: "Get the QR code of a link",
      description: "SVG, or text for a terminal if `Accept` ranks `text/plain` higher.",
      access: "read",
      success: { 200: { description: "The QR code of the short link.", content: { "image/svg+xml": {}, "text/plain": {} } } },
    },
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
              schema: globalStatisticsSchema,
              example: { totalLinks: 1, totalClicks: 42, totalBotHits: 3, clicksToday: 7, topLinks: [link] },
            },
          },
        },
      },
    },
    ...serviceOperations,
  ];
}

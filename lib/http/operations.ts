import { z } from "zod";
import { linkChangesSchema, linkListSchema, newLinkSchema } from "../links/schema";
import { statsQuerySchema } from "../stats/query";
import type { Content, Operation } from "./operation";
import { anyStatisticsSchema, globalStatisticsSchema, linkListSchema as linkPageSchema, linkSchema } from "./response-schemas";

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

const livenessSchema = z.object({ status: z.string() });
const readinessSchema = z.object({ status: z.string(), redirects: z.boolean(), checks: z.record(z.string(), z.string()) });
const readinessExample = { status: "ok", redirects: true, checks: { process: "ok", database: "ok" } };

const serviceOperations: Operation[] = [
  {
    id: "getMetrics",
    method: "get",
    path: "/api/metrics",
    tag: "Service",
    summary: "Get metrics for Prometheus",
    access: "metrics",
    success: { 200: { description: "The metrics of this instance.", content: { "text/plain": {} } } },
  },
  {
    id: "checkLiveness",
    method: "get",
    path: "/api/livez",
    tag: "Service",
    summary: "Check whether the process needs a restart",
    access: "open",
    success: {
      200: { description: "It does not.", content: { "application/json": { schema: livenessSchema, example: { status: "ok" } } } },
      503: { description: "It does.", content: { "application/json": { schema: livenessSchema } } },
    },
  },
  {
    id: "checkReadiness",
    method: "get",
    path: "/api/readyz",
    tag: "Service",
    summary: "Check whether this instance should get requests",
    access: "open",
    query: z.object({
      for: z
        .literal("visitors")
        .meta({ description: "Only whether known links redirect.", examples: ["visitors"] })
        .optional(),
    }),
    success: {
      200: { description: "It should.", content: { "application/json": { schema: readinessSchema, example: readinessExample } } },
      503: { description: "It should not.", content: { "application/json": { schema: readinessSchema } } },
    },
  },
  {
    id: "getDocs",
    method: "get",
    path: "/api/docs",
    tag: "Service",
    summary: "Get the documentation page",
    access: "open",
    success: { 200: { description: "A page for people.", content: { "text/html": {} } } },
  },
  {
    id: "getOpenApi",
    method: "get",
    path: "/api/openapi.json",
    tag: "Service",
    summary: "Get this document",
    access: "open",
    success: { 200: { description: "OpenAPI 3.1.", content: { "application/json": {} } } },
  },
];

function exampleLink(baseUrl: string): z.output<typeof linkSchema> {
  return {
    id: 7,
    slug: "spring-sale",
    url: "https://example.com/page",
    shortUrl: `${baseUrl}/spring-sale`,
    title: "Spring sale",
    enabled: true,
    clickCount: 42,
    lastClickedAt: "2026-01-31T12:00:00.000Z",
    botHitCount: 3,
    ogFetchFailCount: 0,
    expiresAt: null,
    createdAt: "2026-01-01T09:30:00.000Z",
    updatedAt: "2026-01-01T09:30:00.000Z",
  };
}

const exampleStatistics: z.output<typeof anyStatisticsSchema> = {
  slug: "spring-sale",
  totalClicks: 42,
  lastClickedAt: "2026-01-31T12:00:00.000Z",
  botHitCount: 3,
  ogFetchFailCount: 0,
  range: { days: 1, since: "2026-01-31T00:00:00.000Z", clicks: 2, uniqueVisitors: 2 },
  lifetime: { firstDayClicks: 12, totalClicks: 42 },
  clicksByDay: [{ date: "2026-01-31", count: 2 }],
  topReferrers: [{ referrer: "Direct", count: 2 }],
  topCountries: [{ country: "NL", count: 2 }],
  devices: [{ device: "Mobile", count: 2 }],
  browsers: [{ browser: "Mobile Safari", count: 2 }],
  operatingSystems: [{ os: "iOS", count: 2 }],
  locales: [{ locale: "en-US", count: 2 }],
  utmSources: [{ source: "newsletter", count: 2 }],
  utmMediums: [{ medium: "email", count: 2 }],
  utmCampaigns: [{ campaign: "None", count: 2 }],
  recentClicks: [
    {
      createdAt: "2026-01-31T12:00:00.000Z",
      referrer: "Direct",
      country: "NL",
      region: null,
      city: "Utrecht",
      device: "Mobile",
      browser: "Mobile Safari",
      os: "iOS",
      locale: "en-US",
      utmSource: "newsletter",
      utmMedium: "email",
      utmCampaign: null,
    },
  ],
};

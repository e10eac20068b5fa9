import { z } from "zod";
import { slugTaken } from "../links/link-errors";
import { linkListSchema, linkQuerySchema } from "../links/list-schema";
import { qrQuerySchema } from "../links/qr-query";
import { replaceRequestSchema } from "../links/replace-schema";
import {
  bulkQuerySchema,
  bulkSchema,
  linkChangesSchema,
  newLinkQuerySchema,
  newLinkSchema,
} from "../links/schema";
import type { Content, Operation } from "./operation";
import {
  exampleAliases,
  exampleHistory,
  exampleLink,
  exampleReplacement,
} from "./operation-examples";
import { problemMembers } from "./problem";
import {
  anyLinkListSchema,
  anyLinkSchema,
  bulkReportSchema,
  linkAliasesSchema,
  linkHistorySchema,
  replacementReportSchema,
} from "./response-schemas";

export const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .meta({
      description: "Makes the request safe to repeat for 24 hours, such as a UUID.",
      examples: ["7c0b7b0c-4c7e-4a0e-9e1c-0d3c5f5f6a11"],
    })
    .optional(),
});
const matchHeader = z.object({
  "If-Match": z
    .string()
    .meta({ description: "The `ETag` of the link: 412 if somebody edited it since." })
    .optional(),
});
const noneMatchHeader = z.object({
  "If-None-Match": z
    .string()
    .meta({ description: "The `ETag` of the link: 304 if nothing changed." })
    .optional(),
});
const etag = { ETag: "Names this version of the link." };
const replayed = {
  "Idempotency-Replayed": "`true` if this answer was stored under the `Idempotency-Key`.",
};
const location = { Location: "The path of the link in the API." };

export function linkOperations(baseUrl: string): Operation[] {
  // The schemas of bodies refuse this service's own address, which no JSON schema can say.
  const own = { BASE_URL: baseUrl, PORT: 443 };
  const link = exampleLink(baseUrl);
  const oneLink: Record<string, Content> = {
    "application/json": { schema: anyLinkSchema, example: link },
  };
  const created = { ...oneLink, "text/plain": { example: link.shortUrl } };
  return [
    {
      id: "listLinks",
      method: "get",
      path: "/api/links",
      tag: "Links",
      summary: "List links",
      description: "Newest first, unless `sort` says otherwise.",
      access: "read",
      query: linkListSchema,
      success: {
        200: {
          description: "The links that match.",
          headers: {
            Link: "The pages `first`, `prev`, `next` and `last` (RFC 8288), as far as they fit into 4 KB.",
          },
          content: {
            "application/json": {
              schema: anyLinkListSchema,
              example: { links: [link], total: 1, limit: 50, offset: 0 },
            },
          },
        },
      },
    },
    {
      id: "createLink",
      method: "post",
      path: "/api/links",
      tag: "Links",
      summary: "Create a link",
      description: "With `Accept: text/plain` the answer is just the short URL.",
      access: "write",
      query: newLinkQuerySchema,
      headers: idempotencyHeader,
      body: {
        name: "NewLink",
        content: {
          "application/json": {
            schema: newLinkSchema(own),
            example: { url: link.url, slug: link.slug, title: link.title },
          },
        },
      },
      success: {
        200: {
          description: "The existing link, with `ifExists=return`.",
          headers: { ...location, ...etag, ...replayed },
          content: created,
        },
        201: {
          description: "The new link.",
          headers: { ...location, ...etag, ...replayed },
          content: created,
        },
      },
      problems: ["slug_taken", "idempotency_key_reused"],
    },
    {
      id: "getLink",
      method: "get",
      path: "/api/links/{slug}",
      tag: "Links",
      summary: "Get a link",
      access: "read",
      query: linkQuerySchema,
      headers: noneMatchHeader,
      success: {
        200: { description: "The link.", headers: etag, content: oneLink },
        304: {
          description: "Neither the link nor its counters changed.",
          headers: etag,
          content: {},
        },
      },
    },
    {
      id: "updateLink",
      method: "patch",
      path: "/api/links/{slug}",
      tag: "Links",
      summary: "Update a link",
      description:
        "Any subset of the fields; an empty object changes nothing. A new `slug` renames the link; with `keepOldSlug` the old one keeps working.",
      access: "write",
      headers: matchHeader,
      body: {
        name: "LinkChanges",
        content: {
          "application/json": { schema: linkChangesSchema(own), example: { enabled: false } },
        },
      },
      success: { 200: { description: "The updated link.", headers: etag, content: oneLink } },
      problems: ["slug_taken", "precondition_failed"],
    },
    {
      id: "deleteLink",
      method: "delete",
      path: "/api/links/{slug}",
      tag: "Links",
      summary: "Delete a link",
      description: "Its whole click history is deleted with it.",
      access: "write",
      headers: matchHeader,
      success: { 204: { description: "Deleted.", content: {} } },
      problems: ["precondition_failed"],
    },
    {
      id: "listLinkChanges",
      method: "get",
      path: "/api/links/{slug}/history",
      tag: "Links",
      summary: "List the changes of a link",
      description: "The latest first; at most 200 are kept.",
      access: "read",
      success: {
        200: {
          description: "The changes.",
          content: { "application/json": { schema: linkHistorySchema, example: exampleHistory } },
        },
      },
    },
    {
      id: "listAliases",
      method: "get",
      path: "/api/links/{slug}/aliases",
      tag: "Links",
      summary: "List the aliases of a link with their clicks",
      access: "read",
      success: {
        200: {
          description: "The aliases.",
          content: {
            "application/json": { schema: linkAliasesSchema, example: exampleAliases(baseUrl) },
          },
        },
      },
    },
    {
      id: "getLinkQrCode",
      method: "get",
      path: "/api/links/{slug}/qr",
      tag: "Links",
      summary: "Get the QR code of a link",
      access: "read",
      query: qrQuerySchema,
      success: {
        200: {
          description: "The QR code of the short link.",
          content: { "image/svg+xml": {}, "image/png": {}, "text/plain": {} },
        },
      },
    },
    {
      id: "changeLinks",
      method: "post",
      path: "/api/links/bulk",
      tag: "Links",
      summary: "Create, update and delete up to 1,000 links",
      description:
        "In one transaction: first creates, then updates, then deletes, each in order. The body may have 16 MB.",
      access: "write",
      query: bulkQuerySchema,
      headers: idempotencyHeader,
      body: {
        name: "LinkBatch",
        content: {
          "application/json": {
            schema: bulkSchema,
            example: {
              create: [{ url: link.url }],
              update: [{ slug: link.slug, title: link.title }],
            },
          },
        },
      },
      success: {
        200: {
          description: "Every row succeeded; `results` are in the order of the rows.",
          headers: replayed,
          content: bulkAnswer([{ status: 201, link }]),
        },
        207: {
          description:
            "At least one row was refused. With `atomic=true` nothing was changed, and the other rows have the status 424, `not_attempted`.",
          headers: replayed,
          content: bulkAnswer([{ status: 409, error: problemMembers(slugTaken(link.slug)) }]),
        },
      },
      problems: ["idempotency_key_reused"],
    },
    {
      id: "replaceDestinations",
      method: "post",
      path: "/api/links/replace",
      tag: "Links",
      summary: "Replace in the destinations of up to 1,000 links",
      description:
        "Replaces a host or text in `url`, `ios`, `android` and `geo` of the links that exactly one of `slugs`, `tag` and `q` selects. In one transaction; a link whose new address is not valid stays as it is. The body may have 256 KB.",
      access: "write",
      headers: idempotencyHeader,
      body: {
        name: "ReplacementRequest",
        content: {
          "application/json": {
            schema: replaceRequestSchema,
            example: { find: "old.example", replace: "new.example", scope: "host", tag: "spring" },
          },
        },
      },
      success: {
        200: {
          description: "What was replaced, or would be, and which links were refused.",
          headers: replayed,
          content: {
            "application/json": { schema: replacementReportSchema, example: exampleReplacement },
          },
        },
      },
      problems: ["idempotency_key_reused"],
    },
  ];
}

function bulkAnswer(results: unknown[]): Record<string, Content> {
  return { "application/json": { schema: bulkReportSchema, example: { results } } };
}

import { z } from "zod";
import { slugTaken } from "../links/link-errors";
import { qrQuerySchema } from "../links/qr-query";
import { bulkQuerySchema, bulkSchema, linkChangesSchema, linkListSchema, newLinkQuerySchema, newLinkSchema } from "../links/schema";
import { clicksQuerySchema } from "../stats/query";
import { importParameters } from "../transfer/import-query";
import type { Content, Operation } from "./operation";
import { exampleClick, exampleLink } from "./operation-examples";
import { problemMembers } from "./problem";
import { anyLinkListSchema, bulkReportSchema, exportedClickSchema, importReportSchema, linkSchema, undoReportSchema } from "./response-schemas";

const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .meta({ description: "Makes the request safe to repeat for 24 hours, such as a UUID.", examples: ["7c0b7b0c-4c7e-4a0e-9e1c-0d3c5f5f6a11"] })
    .optional(),
});
const matchHeader = z.object({
  "If-Match": z.string().meta({ description: "The `ETag` of the link: 412 if somebody edited it since." }).optional(),
});
const noneMatchHeader = z.object({
  "If-None-Match": z.string().meta({ description: "The `ETag` of the link: 304 if nothing changed." }).optional(),
});
const etag = { ETag: "Names this version of the link." };
const replayed = { "Idempotency-Replayed": "`true` if this answer was stored under the `Idempotency-Key`." };
const location = { Location: "The path of the link in the API." };

/** Links, and files with many of them. */
export function linkOperations(baseUrl: string): Operation[] {
  // The schemas of bodies refuse this service's own address, which no JSON schema can say.
  const own = { BASE_URL: baseUrl, PORT: 443 };
  const link = exampleLink(baseUrl);
  const oneLink: Record<string, Content> = { "application/json": { schema: linkSchema, example: link } };
  const created = { ...oneLink, "text/plain": { example: link.shortUrl } };
  const slug = "slug";
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
          headers: { Link: "The pages `first`, `prev`, `next` and `last` (RFC 8288)." },
          content: { "application/json": { schema: anyLinkListSchema, example: { links: [link], total: 1, limit: 50, offset: 0 } } },
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
        content: { "application/json": { schema: newLinkSchema(own), example: { url: link.url, slug: link.slug, title: link.title } } },
      },
      success: {
        200: { description: "The existing link, with `ifExists=return`.", headers: { ...location, ...etag, ...replayed }, content: created },
        201: { description: "The new link.", headers: { ...location, ...etag, ...replayed }, content: created },
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
      headers: noneMatchHeader,
      success: {
        200: { description: "The link.", headers: etag, content: oneLink },
        304: { description: "Neither the link nor its counters changed.", headers: etag, content: {} },
      },
    },
    {
      id: "updateLink",
      method: "patch",
      path: "/api/links/{slug}",
      tag: "Links",
      summary: "Update a link",
      description: "Any subset of the fields; an empty object changes nothing. A new `slug` renames the link.",
      access: "write",
      headers: matchHeader,
      body: { name: "LinkChanges", content: { "application/json": { schema: linkChangesSchema(own), example: { enabled: false } } } },
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
      id: "getLinkQrCode",
      method: "get",
      path: "/api/links/{slug}/qr",
      tag: "Links",
      summary: "Get the QR code of a link",
      access: "read",
      query: qrQuerySchema,
      success: {
        200: { description: "The QR code of the short link.", content: { "image/svg+xml": {}, "image/png": {}, "text/plain": {} } },
      },
    },
    {
      id: "changeLinks",
      method: "post",
      path: "/api/links/bulk",
      tag: "Links",
      summary: "Create, update and delete up to 1,000 links",
      description: "In one transaction: first creates, then updates, then deletes, each in order. The body may have 16 MB.",
      access: "write",
      query: bulkQuerySchema,
      headers: idempotencyHeader,
      body: {
        name: "LinkBatch",
        content: {
          "application/json": {
            schema: bulkSchema,
            example: { create: [{ url: link.url }], update: [{ slug: link.slug, title: link.title }] },
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
      id: "importLinks",
      method: "post",
      path: "/api/links/import",
      tag: "Links",
      summary: "Import a file of another shortener",
      description: "The body is the file, at most 32 MB. With `undo` there is no body, and the links of that import are deleted.",
      access: "write",
      query: importParameters,
      body: {
        name: "ImportFile",
        isOptional: true,
        content: { "text/csv": { example: "url,slug\nhttps://example.com/page,spring-sale\n" }, "application/json": {} },
      },
      success: {
        200: {
          description: "A result for each row, sent while the file is imported.",
          content: {
            "application/json": {
              schema: z.union([importReportSchema, undoReportSchema]),
              example: {
                source: "csv",
                dryRun: false,
                importId: "0f8b7a52-6d41-4a3e-9a61-2f4f1f7f7d10",
                results: [{ row: 2, status: "created", slug }],
                rows: 1,
                created: 1,
                skipped: 0,
                refused: 0,
              },
            },
          },
        },
      },
      problems: ["not_found"],
    },
    {
      id: "exportLinks",
      method: "get",
      path: "/api/links/export.csv",
      tag: "Links",
      summary: "Export all links as CSV",
      description: "Oldest first, streamed.",
      access: "read",
      query: linkListSchema.pick({ q: true, state: true }),
      success: { 200: { description: "The file.", content: { "text/csv": {} } } },
    },
    ...clickExports,
  ];
}

function bulkAnswer(results: unknown[]): Record<string, Content> {
  return { "application/json": { schema: bulkReportSchema, example: { results } } };
}

const clickFiles: [id: string, suffix: string, type: string, content: Content][] = [
  ["exportClicks", "", "application/json", { schema: z.array(exportedClickSchema), example: [exampleClick] }],
  ["exportClicksAsJson", ".json", "application/json", { schema: z.array(exportedClickSchema), example: [exampleClick] }],
  ["exportClicksAsNdjson", ".ndjson", "application/x-ndjson", {}],
  ["exportClicksAsCsv", ".csv", "text/csv", {}],
];

const clickExports = clickFiles.map(
  ([id, suffix, type, content]): Operation => ({
    id,
    method: "get",
    path: `/api/links/{slug}/clicks${suffix}`,
    tag: "Statistics",
    summary: suffix === "" ? "Export all clicks on a link" : `Export all clicks on a link as ${suffix.slice(1).toUpperCase()}`,
    description: "Oldest first, streamed. Visitor hashes are not exported.",
    access: "read",
    query: clicksQuerySchema,
    success: { 200: { description: "The clicks.", content: { [type]: content } } },
  }),
);

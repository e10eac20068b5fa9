import { z } from "zod";
import { cleanText } from "../core/clean-text";
import { findDestinationProblem, type OwnAddress } from "../core/destination";
import { reservedSlugs, slugPattern } from "../core/slug";
import { parseExpiry } from "./expiry";
import { note, tagFilter, tagNames } from "./tag-schema";

/** Zod issues carry a field problem code in `params.code`. */
const problem = (code: string, message: string) => ({ code: "custom", message, params: { code } }) as const;

const text = z.string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") });

// `meta` is for the OpenAPI document, which cannot show what a refinement checks. Zod leaves `examples` of a transformed value out.

const slug = text
  .superRefine((value, context) => {
    if (reservedSlugs.has(value)) context.addIssue(problem("reserved", `is reserved: choose another slug than ${value}`));
    else if (!slugPattern.test(value)) {
      context.addIssue(problem("invalid_format", "must be 1 to 64 characters: letters, digits, hyphens and underscores"));
    }
  })
  .meta({
    description: `Letters, digits, hyphens and underscores; not ${[...reservedSlugs].join(", ")}. A new link without one gets 7 random characters.`,
    pattern: slugPattern.source,
    examples: ["spring-sale"],
  });

/** Takes the service's own address, because a destination must not point back to it. */
const destination = (own: OwnAddress) =>
  text
    .trim()
    .superRefine((value, context) => {
      const found = findDestinationProblem(value, own);
      if (found) context.addIssue(problem(found.code, found.message));
    })
    .meta({
      description: "The destination: an http or https URL without user name and password, at most 8,192 bytes, not an address of this service.",
      examples: ["https://example.com/page"],
    });

const title = z
  .string({ error: "must be a string or null" })
  // A title is a single line everywhere. U+0085 is a line break that \s does not match.
  .overwrite((value) => value.replace(/[\s\u0085]+/g, " ").trim())
  .superRefine((value, context) => {
    if ([...value].length > 500) context.addIssue(problem("too_long", "must be at most 500 characters"));
    if (value.includes("\0") || !value.isWellFormed()) {
      context.addIssue(problem("invalid_format", "must not contain NUL characters or broken Unicode"));
    }
  })
  .transform((value) => value || null)
  .nullable()
  .meta({ description: "At most 500 characters; white space is collapsed. Empty means null.", maxLength: 500, example: "Spring sale" });

const expiresAt = z
  .string({ error: "must be an ISO 8601 date or date-time, or null" })
  .transform((value, context) => {
    const date = parseExpiry(value);
    if (date) return date;
    context.addIssue(problem("invalid_format", "must be an ISO 8601 date or date-time, such as 2030-01-31T12:00:00Z"));
    return z.NEVER;
  })
  .nullable()
  .meta({
    description: "An ISO 8601 date or date-time, UTC without a zone; null for no expiry. In the past, the link is expired at once.",
    example: "2030-01-31T12:00:00Z",
  });

const enabled = z.boolean({ error: "must be true or false" }).meta({ description: "While false, the short link answers 404.", examples: [true] });

/** Body of POST /api/links, for a service at `own`. Unknown keys are ignored. */
export const newLinkSchema = (own: OwnAddress) =>
  z.object({
    url: destination(own),
    slug: slug.optional(),
    title: title.default(null),
    enabled: enabled.default(true),
    expiresAt: expiresAt.default(null),
    tags: tagNames.optional(),
    note: note.optional(),
  });

/** Query of POST /api/links. */
export const newLinkQuerySchema = z.object({
  ifExists: z
    .enum(["return"], { error: "must be return" })
    .meta({ description: "Answer 200 with the existing link of the same `url` (and `slug`, if given), which stays as it is." })
    .optional(),
});

/** Body of PATCH /api/links/<slug>: any subset. */
export const linkChangesSchema = (own: OwnAddress) =>
  z.object({ url: destination(own), slug, title, enabled, expiresAt, tags: tagNames, note }).partial();

const mostBulkRows = 1_000;
const rows = (description: string, items: object) =>
  z.array(z.unknown(), { error: "must be an array" }).meta({ description, items, maxItems: mostBulkRows }).default([]);
const newLinks = rows("Links to create.", { $ref: "#/components/schemas/NewLink" });
const updates = rows("Changes to links. The `slug` of each names the link, which keeps it.", {
  allOf: [{ $ref: "#/components/schemas/LinkChanges" }, { type: "object", properties: { slug: { type: "string" } }, required: ["slug"] }],
});
const deletions = rows("Slugs of links to delete.", { type: "string", pattern: slugPattern.source });

/** Body of POST /api/links/bulk. Each row is validated by itself. */
export const bulkSchema = z.object({ create: newLinks, update: updates, delete: deletions }).superRefine((given, context) => {
  const count = given.create.length + given.update.length + given.delete.length;
  if (count > mostBulkRows) context.addIssue({ ...problem("too_long", "must have at most 1,000 rows in all lists together"), path: ["create"] });
});

export type BulkRequest = z.output<typeof bulkSchema>;

/** Query of POST /api/links/bulk. */
export const bulkQuerySchema = z.object({
  atomic: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .meta({ description: "Change nothing at all if a row is refused.", type: "boolean", enum: undefined })
    .default(false),
});

/** A row of `update`: `slug` names the link, which keeps it. */
export const linkUpdateSchema = (own: OwnAddress) => linkChangesSchema(own).extend({ slug });

/** A row of `delete`. */
export const slugSchema = slug;

/** A campaign tag as a click with it is stored; empty for none. */
export const channelTag = z.string({ error: "must be a string" }).transform((value) => cleanText(value, 255) ?? "");

const tags = z.object({ source: channelTag, medium: channelTag, campaign: channelTag });
const isPlace = ({ source, medium }: z.output<typeof tags>) => source !== "" || medium !== "";

/** A place where a link is shared: the tags of its short link. */
export const placeSchema = tags.refine(isPlace, { path: ["source"], message: "or medium is required" });

/** Places of a new link. Leaves out what is no place. */
export const placesSchema = z.array(tags).transform((places) => places.filter(isPlace));

export type NewLink = z.output<ReturnType<typeof newLinkSchema>>;
export type LinkChanges = z.output<ReturnType<typeof linkChangesSchema>>;

const plainText = z.string().refine((value) => !value.includes("\0"), "must not contain NUL characters");

/** Query of GET /api/links. */
export const linkListSchema = z.object({
  q: plainText.meta({ description: "Text that slug, url or title contains, regardless of case.", examples: ["sale"] }).optional(),
  enabled: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .meta({ description: "Only enabled or only disabled links.", type: "boolean", enum: undefined, example: true })
    .optional(),
  limit: wholeNumber(1, "Most links in the answer; values above 200 count as 200. 50 by default.")
    .default(50)
    .transform((value) => Math.min(value, 200)),
  offset: wholeNumber(0, "How many links to skip.").default(0),
  url: plainText.meta({ description: "Only links with exactly this destination.", examples: ["https://example.com/sale"] }).optional(),
  state: z
    .enum(["active", "disabled", "expired", "broken"], { error: "must be active, disabled, expired or broken" })
    .meta({ description: "Only links in this state. `broken`: the destination is broken, whether the link is active or not." })
    .optional(),
  sort: z
    .enum(["createdAt", "clickCount", "lastClickedAt", "slug"], { error: "must be createdAt, clickCount, lastClickedAt or slug" })
    .meta({ description: "The order: slugs alphabetically, everything else with the highest or latest first. Default: createdAt." })
    .optional(),
  ...tagFilter,
  cursor: z
    .string()
    .meta({ description: "`nextCursor` of the page before. An empty one begins a walk through all links; `offset` does not apply." })
    .optional(),
});

export type LinkListQuery = z.output<typeof linkListSchema>;

/** A query parameter that is an integer from `least` to `most`. Without a `most`, values are capped at 2^31 - 1, which no list exceeds. */
export function wholeNumber(least: 0 | 1, description: string, most?: number) {
  const message = `must be a whole number, ${least} or more`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform((value) => Math.min(Number(value), 2_147_483_647))
    .refine((value) => value >= least, message)
    .refine((value) => most === undefined || value <= most, `must be at most ${most}`)
    .meta({ description, type: "integer", pattern: undefined, minimum: least, maximum: most });
}

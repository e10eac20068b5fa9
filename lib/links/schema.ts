import { z } from "zod";
import type { OwnAddress } from "../core/destination";
import { refusedField, type SluglineError } from "../core/errors";
import { slugPattern } from "../core/slug";
import { says } from "../texts/sentence";
import { fieldSchemas, problem, slugSchema } from "./field-schemas";

/** The fields of a new link. */
export const newLinkFields = (own: OwnAddress) => {
  const fields = fieldSchemas(own);
  const { url, title, enabled, expiresAt } = fields;
  return z.object({
    ...z.object(fields).partial().shape,
    url,
    title: title.default(null),
    enabled: enabled.default(true),
    expiresAt: expiresAt.default(null),
  });
};

/** Another slug would not help, so this is no `slug_taken`. */
export function refuseOwnAlias(
  { slug, aliases }: { slug?: string | undefined; aliases?: string[] | undefined },
  context: z.RefinementCtx,
): void {
  if (slug === undefined || !aliases?.includes(slug)) return;
  context.addIssue({
    ...problem("not_allowed", says("mustNotHaveOwnSlug", { slug })),
    path: ["aliases"],
  });
}

interface Dates {
  startsAt?: Date | null | undefined;
  expiresAt?: Date | null | undefined;
}

/** A link that starts after its end would never work. */
const contradicts = ({ startsAt, expiresAt }: Dates) =>
  Boolean(startsAt && expiresAt && startsAt >= expiresAt);

export function refuseContradiction(dates: Dates, context: z.RefinementCtx): void {
  if (!contradicts(dates)) return;
  const message = says("mustBeBefore");
  context.addIssue({ ...problem("not_allowed", message), path: ["startsAt"] });
}

/** Of a link as it would be after a change, whose other date may be an older one. */
export function contradictionIn(dates: Dates): SluglineError | null {
  if (!contradicts(dates)) return null;
  return refusedField("startsAt", "mustStartBefore");
}

/** Body of POST /api/links, for a service at `own`. Unknown keys are ignored. */
export const newLinkSchema = (own: OwnAddress) =>
  newLinkFields(own).superRefine(refuseOwnAlias).superRefine(refuseContradiction);

/** Query of POST /api/links. */
export const newLinkQuerySchema = z.object({
  ifExists: z
    .enum(["return"], { error: says("mustBeReturn") })
    .meta({
      description:
        "Answer 200 with the existing link of the same `url` (and `slug`, if given), which stays as it is.",
    })
    .optional(),
});

const keepOldSlug = z.boolean({ error: says("mustBeFlag") }).meta({
  description: "With a new `slug`: the old one becomes an alias, so that it keeps working.",
  examples: [true],
});

/** Body of PATCH /api/links/<slug>: any subset. */
export const linkChangesSchema = (own: OwnAddress) => {
  const { url, slug, title, enabled, expiresAt, tags, note, aliases, ...extras } =
    fieldSchemas(own);
  return z
    .object({ url, slug, title, enabled, expiresAt, tags, note, aliases, keepOldSlug, ...extras })
    .partial();
};

export const mostBulkRows = 1_000;
/** What a person may choose in the dashboard, for one change of all. */
export const mostChosen = 10_000;
const rows = (description: string, items: object) =>
  z
    .array(z.unknown(), { error: says("mustBeArray") })
    .meta({ description, items, maxItems: mostBulkRows })
    .default([]);
const newLinks = rows("Links to create.", { $ref: "#/components/schemas/NewLink" });
const updates = rows("Changes to links. The `slug` of each names the link, which keeps it.", {
  allOf: [
    { $ref: "#/components/schemas/LinkChanges" },
    { type: "object", properties: { slug: { type: "string" } }, required: ["slug"] },
  ],
});
const deletions = rows("Slugs of links to delete.", {
  type: "string",
  pattern: slugPattern.source,
});

/** Body of POST /api/links/bulk. Each row is validated by itself. */
export const bulkSchema = z
  .object({ create: newLinks, update: updates, delete: deletions })
  .superRefine((given, context) => {
    const count = given.create.length + given.update.length + given.delete.length;
    if (count > mostBulkRows)
      context.addIssue({
        ...problem("too_long", says("mustHaveFewerRows")),
        path: ["create"],
      });
  });

export type BulkRequest = z.output<typeof bulkSchema>;

/** Query of POST /api/links/bulk. */
export const bulkQuerySchema = z.object({
  atomic: z
    .enum(["true", "false"], { error: says("mustBeFlag") })
    .transform((value) => value === "true")
    .meta({
      description: "Change nothing at all if a row is refused.",
      type: "boolean",
      enum: undefined,
    })
    .default(false),
});

/** A row of `update`: `slug` names the link, which keeps it. */
export const linkUpdateSchema = (own: OwnAddress) =>
  linkChangesSchema(own).omit({ keepOldSlug: true }).extend({ slug: slugSchema });

export type NewLink = z.output<ReturnType<typeof newLinkSchema>>;
export type LinkChanges = z.output<ReturnType<typeof linkChangesSchema>>;

/** What a form submits: the body of POST or PATCH /api/links. */
export type LinkInput = z.input<ReturnType<typeof linkChangesSchema>>;

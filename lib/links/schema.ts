import { z } from "zod";
import { isDamaged, trimInvisible } from "../core/clean-text";
import { findDestinationProblem, type OwnAddress } from "../core/destination";
import { findCountryProblem, mostCountries } from "../core/destination-rules";
import { noDomains, parseDomain } from "../core/domains";
import {
  contradicts,
  longestDescription,
  longestImage,
  longestPassword,
  mostClicks,
} from "../core/link-extras";
import { parseUrl } from "../core/parse-url";
import { withoutPort } from "../core/requested-host";
import { mostAliases, reservedSlugs, slugPattern } from "../core/slug";
import { asText, says } from "../texts/sentence";
import { parseExpiry } from "./expiry";
import { note, tagNames } from "./tag-schema";

/** Zod issues carry a field problem code in `params.code`. */
const problem = (code: string, message: string) =>
  ({ code: "custom", message, params: { code } }) as const;

const text = z.string({
  error: (issue) => (issue.input === undefined ? says("isRequired") : says("mustBeText")),
});

// `meta` is for the OpenAPI document, which cannot show what a refinement checks. Zod leaves
// `examples` of a transformed value out.

const slug = text
  .superRefine((value, context) => {
    if (reservedSlugs.has(value))
      context.addIssue(problem("reserved", says("isReserved", { slug: value })));
    else if (!slugPattern.test(value)) {
      context.addIssue(problem("invalid_format", says("mustBeSlug")));
    }
  })
  .meta({
    description: `Letters, digits, hyphens and underscores; not ${[...reservedSlugs].join(", ")}. A new link without one gets 7 random characters.`,
    pattern: slugPattern.source,
    examples: ["spring-sale"],
  });

/** Each counts once. */
const aliases = z
  .array(slug, { error: says("mustBeSlugs") })
  .transform((slugs) => [...new Set(slugs)])
  .refine((slugs) => slugs.length <= mostAliases, {
    message: says("mustHaveFewerAliases", { most: mostAliases }),
    params: { code: "too_long" },
  })
  .nullable()
  .transform((slugs) => slugs ?? [])
  .meta({
    description: `At most ${mostAliases} further slugs of the link, which replace those it has; null or an empty list for none.`,
    example: ["spring-2030"],
  });

const flag = z
  .boolean({ error: says("mustBeFlagOrNull") })
  .nullable()
  .transform((value) => value ?? false);

const keepOldSlug = z.boolean({ error: says("mustBeFlag") }).meta({
  description: "With a new `slug`: the old one becomes an alias, so that it keeps working.",
  examples: [true],
});

/** Takes the service's own address, because a destination must not point back to it. */
const destination = (own: OwnAddress) =>
  text
    .overwrite(trimInvisible)
    .superRefine((value, context) => {
      const found = findDestinationProblem(value, own);
      if (found) context.addIssue(problem(found.code, asText(found.sentence)));
    })
    .meta({
      description:
        "The destination: an http or https URL without user name and password, at most 8,192 bytes, not an address of this service.",
      examples: ["https://example.com/page"],
    });

/** Empty means null. */
const geo = (own: OwnAddress) =>
  z
    .record(
      z.string().superRefine((code, context) => {
        const found = findCountryProblem(code);
        if (found) context.addIssue(problem("invalid_format", asText(found)));
      }),
      destination(own),
      { error: says("mustBeByCountry") },
    )
    .refine((addresses) => Object.keys(addresses).length <= mostCountries, {
      message: says("mustHaveFewerCountries", { most: mostCountries }),
      params: { code: "too_long" },
    })
    .nullable()
    .transform((addresses) =>
      addresses === null || Object.keys(addresses).length === 0 ? null : addresses,
    )
    .meta({
      description: `Where people in a country go instead of to \`url\`, by its code in capitals (ISO 3166-1); at most ${mostCountries}. It replaces the whole list; null or an empty object for none.`,
      example: { DE: "https://example.com/de" },
    });

/** Stored as DOMAINS lists it. Empty, and the host of BASE_URL, mean null. */
const domain = ({ BASE_URL, DOMAINS = noDomains }: OwnAddress) =>
  z
    .string({ error: says("mustBeTextOrNull") })
    .transform((value, context) => {
      const given = parseDomain(value);
      if (value.trim() === "" || given === new URL(BASE_URL).host) return null;
      const listed = given === null ? undefined : DOMAINS.get(withoutPort(given));
      if (listed !== undefined) return listed;
      const hosts = [...DOMAINS.values()].slice(0, mostNamedHosts).join(", ");
      const message = hosts === "" ? says("mustBeNoHost") : says("mustBeOneHost", { hosts });
      context.addIssue(problem("not_allowed", message));
      return z.NEVER;
    })
    .nullable()
    .meta({
      description:
        "The further host at which the link is shared, one that `DOMAINS` lists; null for that of the base URL. `shortUrl` stays as it is.",
      example: "go.brand.example",
    });
const mostNamedHosts = 10;

const line = (longest: number) =>
  z
    .string({ error: says("mustBeTextOrNull") })
    // It is a single line everywhere. U+0085 is a line break that \s does not match.
    .overwrite((value) => value.replace(/[\s\u0085]+/g, " ").trim())
    .superRefine((value, context) => {
      if ([...value].length > longest)
        context.addIssue(
          problem("too_long", says("mustBeShorter", { most: longest.toLocaleString("en") })),
        );
      if (isDamaged(value)) context.addIssue(problem("invalid_format", says("mustNotBeDamaged")));
    })
    .transform((value) => value || null)
    .nullable();

const title = line(500).meta({
  description: "At most 500 characters; white space is collapsed. Empty means null.",
  maxLength: 500,
  example: "Spring sale",
});

const instant = z
  .string({ error: says("mustBeIsoDateOrNull") })
  .transform((value, context) => {
    const date = parseExpiry(value);
    if (date) return date;
    context.addIssue(problem("invalid_format", says("mustBeIsoDate")));
    return z.NEVER;
  })
  .nullable();

const expiresAt = instant.meta({
  description:
    "An ISO 8601 date or date-time, UTC without a zone; null for no expiry. In the past, the link is expired at once.",
  example: "2030-01-31T12:00:00Z",
});

const image = z
  .string({ error: says("mustBeTextOrNull") })
  .trim()
  .superRefine((value, context) => {
    if (value.length > longestImage)
      context.addIssue(
        problem("too_long", says("mustBeShorter", { most: longestImage.toLocaleString("en") })),
      );
    else if (value !== "" && !isImageUrl(value)) {
      context.addIssue(problem("invalid_format", says("mustBeImage")));
    }
  })
  .transform((value) => value || null)
  .nullable();

function isImageUrl(text: string): boolean {
  const url = /^https:\/\/[\x21-\x7e]+$/i.test(text) ? parseUrl(text) : null;
  return url !== null && url.username === "" && url.password === "";
}

const enabled = z.boolean({ error: says("mustBeFlag") }).meta({
  description: "While false, the short link answers 404. A new link without it is enabled.",
  examples: [true],
});

/** Fields that few links have. Without them a link answers as the contract says. */
const extras = (own: OwnAddress) => ({
  maxClicks: z
    .int({ error: says("mustBeWholeOrNull") })
    .min(1, says("mustBeOneOrMore"))
    .max(mostClicks, says("mustBeAtMost", { most: mostClicks.toLocaleString("en") }))
    .nullable()
    .meta({
      description:
        "The link is used up after this many clicks in all, and then answers like an expired one; null for no limit.",
    }),
  startsAt: instant.meta({
    description:
      "An ISO 8601 date or date-time. Before it the short link answers like an unknown one; null for at once.",
    example: "2030-01-01T08:00:00Z",
  }),
  expiredUrl: destination(own)
    .nullable()
    .meta({
      description: "Where visitors go once the link has expired or is used up; null for a 404.",
      examples: ["https://example.com/over"],
    }),
  ios: destination(own)
    .nullable()
    .meta({
      description:
        "Where people on iPhones and iPads go instead of to `url`, whatever their country; null for `url`.",
      examples: ["https://apps.apple.com/app/id1"],
    }),
  android: destination(own)
    .nullable()
    .meta({
      description:
        "Where people on Android devices go instead of to `url`, whatever their country; null for `url`.",
      examples: ["https://play.google.com/store/apps/details?id=com.example"],
    }),
  geo: geo(own),
  domain: domain(own),
  password: z
    .string({ error: says("mustBeTextOrNull") })
    .min(1, says("mustNotBeEmptyButNull"))
    .max(longestPassword, says("mustBeShorter", { most: longestPassword }))
    .refine((value) => !isDamaged(value), says("mustNotBeDamaged"))
    .nullable()
    .meta({
      description:
        "Visitors must type it first. It is never returned: see `hasPassword`. Null removes it.",
      examples: ["open sesame"],
    }),
  forwardQuery: flag.meta({
    description:
      "Whether a web destination gets the visitor's query parameters, except those that it has itself. Null means false.",
    example: true,
  }),
  forwardUtm: flag.meta({
    description: "With `forwardQuery`: the campaign tags (`utm_`) too. Null means false.",
    example: true,
  }),
  description: line(longestDescription).meta({
    description: "Shown in link previews in place of the destination's own.",
    maxLength: longestDescription,
    example: "Everything at half price until Sunday.",
  }),
  image: image.meta({
    description: "An https URL, shown in link previews in place of the destination's own.",
    examples: ["https://example.com/card.png"],
  }),
});

/** The fields of a new link. */
export const newLinkFields = (own: OwnAddress) =>
  z.object({
    url: destination(own),
    slug: slug.optional(),
    title: title.default(null),
    enabled: enabled.default(true),
    expiresAt: expiresAt.default(null),
    tags: tagNames.optional(),
    note: note.optional(),
    aliases: aliases.optional(),
    ...z.object(extras(own)).partial().shape,
  });

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

export function refuseContradiction(
  dates: Parameters<typeof contradicts>[0],
  context: z.RefinementCtx,
): void {
  if (!contradicts(dates)) return;
  const message = says("mustBeBefore");
  context.addIssue({ ...problem("not_allowed", message), path: ["startsAt"] });
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

/** Body of PATCH /api/links/<slug>: any subset. */
export const linkChangesSchema = (own: OwnAddress) =>
  z
    .object({
      url: destination(own),
      slug,
      title,
      enabled,
      expiresAt,
      tags: tagNames,
      note,
      aliases,
      keepOldSlug,
      ...extras(own),
    })
    .partial();

export const mostBulkRows = 1_000;
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
  linkChangesSchema(own).omit({ keepOldSlug: true }).extend({ slug });

/** A row of `delete`. */
export const slugSchema = slug;

export type NewLink = z.output<ReturnType<typeof newLinkSchema>>;
export type LinkChanges = z.output<ReturnType<typeof linkChangesSchema>>;

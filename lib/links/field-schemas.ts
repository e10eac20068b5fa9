import { z } from "zod";
import { isDamaged, trimInvisible } from "../core/clean-text";
import { findDestinationProblem, mostNamedHosts, type OwnAddress } from "../core/destination";
import {
  findCountryProblem,
  findLanguageProblem,
  mostCountries,
  mostDates,
  mostLanguages,
} from "../core/destination-rules";
import { withoutPort } from "../core/domain-origin";
import { noDomains, parseDomain, parseUrl } from "../core/hosts";
import { longestDescription, longestImage, longestPassword, mostClicks } from "../core/link-extras";
import { mostAliases, reservedSlugs, slugPattern } from "../core/slug";
import { asText, type Sentence, says } from "../texts/sentence";
import { isoPattern, parseExpiry } from "./expiry";
import type { LinkExtras, LinkField } from "./fields";
import { note, tagNames } from "./tag-schema";

/** Zod issues carry a field problem code in `params.code`. */
export const problem = (code: string, message: string) =>
  ({ code: "custom", message, params: { code } }) as const;

const text = z.string({
  error: (issue) => (issue.input === undefined ? says("isRequired") : says("mustBeText")),
});

// `meta` is for the OpenAPI document, which cannot show what a refinement checks. Zod leaves
// `examples` of a transformed value out.

export const slugSchema = text
  .superRefine((value, context) => {
    if (reservedSlugs.has(value))
      context.addIssue(problem("reserved", says("isReserved", { slug: value })));
    else if (!slugPattern.test(value)) {
      context.addIssue(problem("invalid_format", says("mustBeSlug", { least: 1, most: 64 })));
    }
  })
  .meta({
    description: `Letters, digits, hyphens and underscores; not ${[...reservedSlugs].join(", ")}. A new link without one gets 7 random characters.`,
    pattern: slugPattern.source,
    examples: ["spring-sale"],
  });

/** Each counts once. */
const aliases = z
  .array(slugSchema, { error: says("mustBeArray") })
  .transform((slugs) => [...new Set(slugs)])
  .refine((slugs) => slugs.length <= mostAliases, {
    message: says("mustHaveFewerEntries", { most: mostAliases }),
    params: { code: "too_long" },
  })
  .nullable()
  .transform((slugs) => slugs ?? [])
  .meta({
    description: `At most ${mostAliases} further slugs of the link, which replace those it has; null or an empty list for none.`,
    example: ["spring-2030"],
  });

const flag = z
  .boolean({ error: says("mustBeFlag") })
  .nullable()
  .transform((value) => value ?? false);

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
      format: "uri",
      examples: ["https://example.com/page"],
    });

const pointInTime = z.string({ error: says("mustBeIsoDate") }).transform((value, context) => {
  const date = parseExpiry(value);
  if (date) return date;
  context.addIssue(problem("invalid_format", says("mustBeIsoDate")));
  return z.NEVER;
});
const instant = pointInTime.nullable();

/** Addresses by a key that `findProblem` finds nothing wrong with. Empty means null. */
const byKey = (
  own: OwnAddress,
  findProblem: (key: string) => Sentence | null,
  wrongType: string,
  tooMany: { most: number; message: string },
) =>
  z
    .record(
      z.string().superRefine((key, context) => {
        const found = findProblem(key);
        if (found) context.addIssue(problem("invalid_format", asText(found)));
      }),
      destination(own),
      { error: wrongType },
    )
    .refine((addresses) => Object.keys(addresses).length <= tooMany.most, {
      message: tooMany.message,
      params: { code: "too_long" },
    })
    .nullable()
    .transform((addresses) =>
      addresses === null || Object.keys(addresses).length === 0 ? null : addresses,
    );

const geo = (own: OwnAddress) =>
  byKey(own, findCountryProblem, says("mustBeObject"), {
    most: mostCountries,
    message: says("mustHaveFewerEntries", { most: mostCountries }),
  }).meta({
    description: `Where people in a country go instead of to \`url\`, by its code in capitals (ISO 3166-1); at most ${mostCountries}. It replaces the whole list; null or an empty object for none.`,
    example: { DE: "https://example.com/de" },
  });

const languages = (own: OwnAddress) =>
  byKey(own, findLanguageProblem, says("mustBeObject"), {
    most: mostLanguages,
    message: says("mustHaveFewerEntries", { most: mostLanguages }),
  }).meta({
    description: `Where people whose browser prefers a language go instead of to \`url\`, by its tag as statistics have it, such as \`pt-BR\`; \`de\` is also for \`de-AT\`. At most ${mostLanguages}. It replaces the whole list; null or an empty object for none.`,
    example: { de: "https://example.com/de" },
  });

/** Sorted. Empty means null. */
const schedule = (own: OwnAddress) =>
  z
    .array(z.object({ from: pointInTime, url: destination(own) }), {
      error: says("mustBeSchedule"),
    })
    .transform((entries) =>
      entries
        .map(({ from, url }) => ({ from: from.toISOString(), url }))
        .toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    )
    .superRefine((entries, context) => {
      if (entries.length > mostDates)
        context.addIssue(problem("too_long", says("mustHaveFewerEntries", { most: mostDates })));
      const twice = entries.find(({ from }, at) => from === entries[at - 1]?.from);
      if (twice)
        context.addIssue(problem("not_allowed", says("mustHaveDateOnce", { date: twice.from })));
    })
    .nullable()
    .transform((entries) => (entries?.length ? entries : null))
    .meta({
      description: `Where the link leads from a date on instead of to \`url\`; at most ${mostDates}, each date once. \`ios\`, \`android\`, \`geo\` and \`languages\` come first. It replaces the whole list; null or an empty list for none.`,
      example: [{ from: "2030-12-01T08:00:00Z", url: "https://example.com/winter" }],
    });

/** Stored as DOMAINS lists it. Empty, and the host of BASE_URL, mean null. */
const domain = ({ BASE_URL, DOMAINS = noDomains }: OwnAddress) =>
  z
    .string({ error: says("mustBeText") })
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

const line = (longest: number) =>
  z
    .string({ error: says("mustBeText") })
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

const expiresAt = instant.meta({
  description:
    "An ISO 8601 date or date-time, UTC without a zone; null for no expiry. In the past, the link is expired at once.",
  pattern: isoPattern,
  example: "2030-01-31T12:00:00Z",
});

const image = z
  .string({ error: says("mustBeText") })
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

/** What requests give in each field, for a service at `own`. */
export const fieldSchemas = (own: OwnAddress) =>
  ({
    url: destination(own),
    slug: slugSchema,
    title,
    enabled,
    expiresAt,
    tags: tagNames,
    note,
    aliases,
    maxClicks: z
      .int({ error: says("mustBeWhole", { least: 1 }) })
      .min(1, says("mustBeWhole", { least: 1 }))
      .max(mostClicks, says("mustBeAtMost", { most: mostClicks.toLocaleString("en") }))
      .nullable()
      .meta({
        description:
          "The link is used up after this many clicks in all, and then answers like an expired one; null for no limit.",
      }),
    startsAt: instant.meta({
      description:
        "An ISO 8601 date or date-time. Before it the short link answers like an unknown one; null for at once.",
      pattern: isoPattern,
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
    languages: languages(own),
    schedule: schedule(own),
    domain: domain(own),
    password: z
      .string({ error: says("mustBeText") })
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
  }) satisfies Record<LinkField, z.ZodType>;

export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ examples: ["2026-01-31T12:00:00.000Z"] });

const shownText = z.string().min(1);

/** Each is left out of a link that does not have it, unless the request named it. */
export const shownExtras = {
  maxClicks: z
    .int()
    .min(1)
    .max(mostClicks)
    .nullable()
    .meta({ description: "The link is used up after this many clicks." }),
  startsAt: timestamp.nullable().meta({ description: "Before it the short link answers 404." }),
  expiredUrl: shownText
    .nullable()
    .meta({ description: "Where visitors go once the link has expired or is used up." }),
  ios: shownText
    .nullable()
    .meta({ description: "Where people on iPhones and iPads go instead of to `url`." }),
  android: shownText
    .nullable()
    .meta({ description: "Where people on Android devices go instead of to `url`." }),
  geo: z
    .record(z.string().regex(/^[A-Z]{2}$/), shownText)
    .nullable()
    .meta({ description: "Where people in a country go instead of to `url`, by its code." }),
  languages: z
    .record(z.string(), shownText)
    .nullable()
    .meta({ description: "Where people with a language go instead of to `url`, by its tag." }),
  schedule: z
    .array(z.object({ from: timestamp, url: shownText }))
    .nullable()
    .meta({ description: "Where the link leads from a date on instead of to `url`, in order." }),
  domain: shownText.nullable().meta({
    description:
      "The further host at which it is shared, although `DOMAINS` may not list it any more.",
  }),
  hasPassword: z.boolean().meta({
    description: "Whether visitors must type a password first. Left out if there is none.",
  }),
  forwardQuery: z
    .boolean()
    .meta({ description: "Whether the destination gets the visitor's query parameters." }),
  forwardUtm: z.boolean().meta({ description: "Whether these include the campaign tags." }),
  description: shownText
    .max(longestDescription)
    .nullable()
    .meta({ description: "Of the link preview, in place of the destination's own." }),
  image: shownText
    .max(longestImage)
    .nullable()
    .meta({ description: "Of the link preview, in place of the destination's own." }),
} satisfies Record<keyof LinkExtras, z.ZodType>;

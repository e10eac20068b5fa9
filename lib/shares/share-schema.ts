import { z } from "zod";
import { isDamaged } from "../core/clean-text";
import { dayMs } from "../core/day";
import { longestPassword } from "../core/link-extras";
import { mostDays } from "../core/range-choice";
import { shareCards } from "../core/share";
import { cleanTag } from "../core/tag";
import { isoPattern, parseExpiry } from "../links/expiry";
import { says } from "../texts/sentence";

const invalid = (message: string) => ({
  code: "custom" as const,
  message,
  params: { code: "invalid_format" },
});

const name = (what: string, longest: number, clean = (text: string) => text) =>
  z
    .string({ error: says("mustBeText") })
    .overwrite(clean)
    .min(1, says("mustNotBeEmpty"))
    .max(longest, says("mustBeShorter", { most: longest }))
    .refine((value) => !isDamaged(value), says("mustNotBeDamaged"))
    .meta({ description: what });

const isDate = (text: string) =>
  z.iso.date().safeParse(text).success && text >= "1900" && text < "9999";

const date = (what: string) =>
  z
    .string({ error: says("mustBeDay") })
    .refine(isDate, says("mustBeDayOfYears"))
    .nullable()
    .meta({ description: what, format: "date", example: "2026-01-31" });

const expiresAt = z
  .string({ error: says("mustBeIsoDate") })
  .transform((value, context) => {
    const at = parseExpiry(value);
    if (at) return at;
    context.addIssue(invalid(says("mustBeIsoDate")));
    return z.NEVER;
  })
  .nullable()
  .meta({
    description: "From then on the page answers 404; null for never.",
    pattern: isoPattern,
    example: "2030-01-31T12:00:00Z",
  });

const subjects = ["slug", "tag", "campaign"] as const;

/**
 * Body of POST /api/shares. A misspelt field is refused, because the page would show more than was
 * meant, or need no password.
 */
export const newShareSchema = z
  .strictObject({
    slug: name("Of this link.", 64).optional(),
    tag: name("Of all links with this tag.", 100, cleanTag).optional(),
    campaign: name("Of all clicks with this `utm_campaign`.", 255).optional(),
    cards: z
      .array(
        z.enum(shareCards, { error: says("mustBeOneOf", { values: shareCards.join(", ") }) }),
        {
          error: says("mustBeArrayOf", { values: shareCards.join(", ") }),
        },
      )
      .max(100, says("mustHaveCardOnce"))
      .transform((given) => shareCards.filter((card) => given.includes(card)))
      .meta({
        description:
          "What the page shows beside the totals and the chart; `comparison`: their change since the period before. Without it all but `referrers`, `cities` and `comparison`.",
        example: ["countries", "devices"],
      })
      .optional(),
    days: z
      .int({ error: says("mustBeOneWhole") })
      .min(1, says("mustBeWhole", { least: 1 }))
      .transform((days) => Math.min(days, 365))
      .nullable()
      .meta({
        description:
          "The page shows so many UTC days that end today; values above 365 count as 365. Without `to`, 30 by default.",
        example: 30,
      })
      .optional(),
    from: date(
      "With `to`: fixed UTC days, both included, which take precedence over `days`.",
    ).optional(),
    to: date("The last of fixed UTC days: of `days` days without `from`.").optional(),
    expiresAt: expiresAt.optional(),
    password: z
      .string({ error: says("mustBeText") })
      .min(1, says("mustNotBeEmptyButLeftOut"))
      .max(longestPassword, says("mustBeShorter", { most: longestPassword }))
      .refine((value) => !isDamaged(value), says("mustNotBeDamaged"))
      .nullable()
      .meta({
        description: "Whoever opens the page must type it first. It is never returned.",
        examples: ["open sesame"],
      })
      .optional(),
    csv: z
      .boolean({ error: says("mustBeFlag") })
      .meta({
        description:
          "Whether the page offers its statistics as CSV, also for Excel. By default not.",
        example: false,
      })
      .optional(),
  })
  .superRefine(({ from, to, ...given }, context) => {
    const named = subjects.filter((subject) => given[subject] !== undefined);
    if (named.length !== 1)
      context.addIssue({
        ...invalid(says("mustBeGivenAlone")),
        path: [named[1] ?? "slug"],
      });
    if (from && !to) context.addIssue({ ...invalid(says("isRequiredWithFrom")), path: ["to"] });
    const isRange = from && to && isDate(from) && isDate(to);
    const days = isRange ? (Date.parse(to) - Date.parse(from)) / dayMs + 1 : 1;
    if (days < 1) context.addIssue({ ...invalid(says("mustNotBeBeforeFrom")), path: ["to"] });
    if (days > mostDays)
      context.addIssue({ ...invalid(says("mustBeFiveYearsBeforeTo")), path: ["from"] });
  })
  .meta({ oneOf: subjects.map((subject) => ({ required: [subject] })) });

export type NewShare = z.output<typeof newShareSchema>;

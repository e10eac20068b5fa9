import { z } from "zod";
import { destinationRules } from "../config/site-settings";
import { parseExpiry } from "../links/expiry";
import { newLinkFields, refuseContradiction, refuseOwnAlias } from "../links/schema";
import { says } from "../texts/sentence";

/**
 * No shortener is older. Statistics start at the creation of a link, so a wrong century would cost
 * every report.
 */
const earliest = Date.UTC(2000, 0);

const instant = z.string({ error: says("mustBeDate") }).transform((value, context) => {
  const date = parseExpiry(value);
  if (date && date.getTime() >= earliest) return date;
  context.addIssue({
    code: "custom",
    message: says("mustBeDateSince", { year: "2000" }),
  });
  return z.NEVER;
});

/** A row of an import: a new link by the rules of the API, and what another system knows of it. */
export function importedLinkSchema() {
  return newLinkFields(destinationRules())
    .omit({ password: true })
    .extend({
      createdAt: instant.optional(),
      updatedAt: instant.optional(),
      importedClicks: z
        .int({ error: says("mustBeWholeNumber") })
        .min(0, says("mustNotBeNegative"))
        .optional(),
    })
    .superRefine(refuseOwnAlias)
    .superRefine(refuseContradiction);
}

export type ImportedLink = z.output<ReturnType<typeof importedLinkSchema>>;

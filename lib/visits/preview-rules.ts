import { z } from "zod";
import { readAppPlatform } from "../core/client-software";
import { parseJson } from "../core/decode";
import { type Chosen, chooseDestination, rulesOf } from "../core/destination-rules";
import { type SampleVisitor, sampleVisitors } from "../core/sample-visitors";
import { selectRules } from "../links/link-addresses";
import { newLinkFields } from "../links/schema";
import { visitSettings } from "./own-part";
import { isAllowed } from "./refuse-visit";

const sampleSchema = () => {
  const { url, ...fields } = newLinkFields(visitSettings().destinationRules()).pick({
    url: true,
    ...selectRules,
  }).shape;
  return z.object({
    link: z.object({ url, ...fields }),
    visitor: z.enum(Object.keys(sampleVisitors) as [SampleVisitor, ...SampleVisitor[]]),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    locale: z.string().max(35).nullable().default(null),
  });
};

/**
 * Where a link, perhaps one that is still being edited, would lead a sample visitor. `asked`: JSON
 * of the link's addresses, the visitor and the country. Null while an address is not valid.
 */
export function previewRules(asked: string, at: Date): Chosen | null {
  const { data } = sampleSchema().safeParse(parseJson(asked));
  if (!data) return null;
  const { link, visitor, country, locale } = data;
  const platform = readAppPlatform(sampleVisitors[visitor].userAgent);
  const { url, ...rules } = link;
  return chooseDestination(
    { url, ...rulesOf(rules) },
    { platform, country, locale, at },
    isAllowed,
  );
}

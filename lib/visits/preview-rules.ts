import { z } from "zod";
import { destinationRules } from "../config/site-settings";
import { readAppPlatform } from "../core/client-software";
import { parseJson } from "../core/decode";
import { type Chosen, chooseDestination } from "../core/destination-rules";
import { type SampleVisitor, sampleVisitors } from "../core/sample-visitors";
import { newLinkFields } from "../links/schema";
import { isAllowed } from "./refuse-visit";

const sampleSchema = () => {
  const { url, ios, android, geo } = newLinkFields(destinationRules()).shape;
  return z.object({
    link: z.object({
      url,
      ios: ios.default(null),
      android: android.default(null),
      geo: geo.default(null),
    }),
    visitor: z.enum(Object.keys(sampleVisitors) as [SampleVisitor, ...SampleVisitor[]]),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
  });
};

/**
 * Where a link, perhaps one that is still being edited, would lead a sample visitor. `asked`: JSON
 * of the link's addresses, the visitor and the country. Null while an address is not valid.
 */
export function previewRules(asked: string): Chosen | null {
  const { data } = sampleSchema().safeParse(parseJson(asked));
  if (!data) return null;
  const { link, visitor, country } = data;
  const platform = readAppPlatform(sampleVisitors[visitor].userAgent);
  return chooseDestination(link, { platform, country }, isAllowed);
}

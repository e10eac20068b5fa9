import { z } from "zod";
import { says } from "../texts/sentence";

/**
 * A query parameter that is an integer from `least` to `most`. Without a `most`, values are capped
 * at 2^31 - 1, which no list exceeds.
 */
export function wholeNumber(least: 0 | 1, description: string, most?: number) {
  const message = says("mustBeWhole", { least });
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform((value) => Math.min(Number(value), 2_147_483_647))
    .refine((value) => value >= least, message)
    .refine(
      (value) => most === undefined || value <= most,
      says("mustBeAtMost", { most: String(most) }),
    )
    .meta({ description, type: "integer", pattern: undefined, minimum: least, maximum: most });
}

import { z } from "zod";
import { env } from "@/lib/config/env";
import { asciiDigits } from "@/lib/core/read-number";
import { appSecretSchema, appUri, newAppSecret } from "@/lib/owners/second-factor/time-code";
import { says } from "@/lib/texts/sentence";
import type { AppSecret } from "./app-fields";

/**
 * A new secret for the app of the account with this email. It is stored once a code proves that the
 * app has it.
 */
export function newApp(email: string): AppSecret {
  const secret = newAppSecret();
  return {
    secret,
    uri: appUri(secret, email, `Slugline ${new URL(env().DASHBOARD_ORIGIN).hostname}`),
  };
}

export const newAppSchema = z.object({
  secret: appSecretSchema,
  code: z
    .string()
    .transform((code) => asciiDigits(code).replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, says("codeSixDigits"))),
});

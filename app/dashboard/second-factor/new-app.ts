import { env } from "@/lib/config/env";
import { appUri, newAppSecret } from "@/lib/sign-in/second-factor/time-code";
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

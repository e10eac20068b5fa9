import { Secret, TOTP } from "otpauth";
import type { DashboardClient } from "./dashboard";

/** What an authenticator app with this secret shows; `steps` of 30 seconds from now. */
export function appCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export const secondStep = "/dashboard/sign-in/second-step";
const settings = "/dashboard/settings/sessions";

/** Sets an app up in the settings; its recovery codes, or none if that was refused. */
export async function setUpApp(
  who: DashboardClient,
  currentPassword: string,
  secret: string,
  code = appCode(secret, -1),
): Promise<string[]> {
  const fields = { secret, code, currentPassword };
  const { body } = await who.callFormAction(settings, "submitApp", fields);
  return recoveryCodesIn(body);
}

export function recoveryCodesIn(body: string): string[] {
  return [...new Set(body.match(/\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b/g))];
}

import { setTimeout as sleep } from "node:timers/promises";
import { type Env, env } from "../config/env";
import { Mailer } from "../messages/mail";
import type { MailSecurity } from "../messages/mail-security";
import type { Check } from "./check";

/** Some mail servers make strangers wait for their greeting. */
const limitMs = 2_000;
const name = "Mail";
/** The health check is on each page of the dashboard, and each look signs in at the mail server. */
const keptMs = 60_000;
const kept = new WeakMap<Env, { at: number; url: string | undefined; found: Promise<Check[]> }>();

/** Nothing without SMTP_URL. */
export function checkMail(): Promise<Check[]> {
  const config = env();
  const now = performance.now();
  const last = kept.get(config);
  if (last && last.url === config.SMTP_URL && now - last.at < keptMs) return last.found;
  const found = lookAtServer(new Mailer(config));
  kept.set(config, { at: now, url: config.SMTP_URL, found });
  return found;
}

async function lookAtServer(mailer: Mailer): Promise<Check[]> {
  if (!mailer.isConfigured) return [];
  try {
    const found = await Promise.race([mailer.examine(), sleep(limitMs, null, { ref: false })]);
    if (found === null)
      return [
        { name, state: "note", finding: "The mail server takes longer than 2 s to respond." },
      ];
    const { security, reason } = found;
    if (security === "verified" || reason === null)
      return [{ name, state: "good", finding: "The mail server responds." }];
    const advice =
      "Install a certificate on the mail server that matches its host name in SMTP_URL.";
    return [{ name, state: "note", finding: `${findings[security]} ${reason}.`, advice }];
  } catch (error) {
    const finding = `The mail server does not accept mail. ${(error as Error).message}`;
    const advice = "Check SMTP_URL and the mail server. Messages stay queued until then.";
    return [{ name, state: "bad", finding, advice }];
  }
}

const findings: Record<Exclude<MailSecurity, "verified">, string> = {
  encrypted: "Mail is encrypted, but the certificate of the mail server is not trusted.",
  none: "Mail is sent unencrypted, because the TLS connection to the mail server fails.",
};

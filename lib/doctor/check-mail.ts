import { setTimeout as sleep } from "node:timers/promises";
import { type Env, env } from "../config/env";
import { errorText } from "../core/errors";
import { Mailer } from "../messages/mail";
import type { MailSecurity } from "../messages/mail-security";
import { inTurn, type Sentence, sentence } from "../texts/sentence";
import type { Check } from "./check";

/** Some mail servers make strangers wait for their greeting. */
const limitMs = 2_000;
const name = sentence("checkMailName");
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
        {
          name,
          state: "note",
          finding: sentence("checkMailSlow", { seconds: { amount: 2, unit: "second" } }),
        },
      ];
    const { security, reason } = found;
    if (security === "verified" || reason === null)
      return [{ name, state: "good", finding: sentence("checkMailGood") }];
    const advice = sentence("checkMailAdvice");
    return [
      {
        name,
        state: "note",
        finding: inTurn(
          [findings[security], sentence("asIs", { text: `${reason}.` })],
          "thenSentence",
        ),
        advice,
      },
    ];
  } catch (error) {
    const finding = inTurn(
      [sentence("checkMailBad"), sentence("asIs", { text: errorText(error) })],
      "thenSentence",
    );
    const advice = sentence("checkMailBadAdvice");
    return [{ name, state: "bad", finding, advice }];
  }
}

const findings: Record<Exclude<MailSecurity, "verified">, Sentence> = {
  encrypted: sentence("checkMailEncrypted"),
  none: sentence("checkMailPlain"),
};

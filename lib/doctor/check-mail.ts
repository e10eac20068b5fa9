import { type SettingsInEffect, settingsInEffect } from "../config/site-settings";
import { errorText } from "../core/errors";
import { Mailer } from "../messages/mail";
import type { MailSecurity } from "../messages/mail-security";
import { mailSettings } from "../messages/mail-settings";
import { inTurn, type Sentence, sentence } from "../texts/sentence";
import type { Check } from "./check";

/** Some mail servers make strangers wait for their greeting. */
const limitMs = 2_000;
const name = sentence("checkMailName");
/** The health check is on each page of the dashboard, and each look signs in at the mail server. */
const keptMs = 60_000;
const kept = new WeakMap<SettingsInEffect, { at: number; of: string; found: Promise<Check[]> }>();

/** Nothing without a mail server. */
export function checkMail(): Promise<Check[]> {
  const settings = settingsInEffect();
  const now = performance.now();
  const of = JSON.stringify(mailSettings(settings));
  const last = kept.get(settings);
  if (last && last.of === of && now - last.at < keptMs) return last.found;
  const found = lookAtServer(new Mailer(settings));
  kept.set(settings, { at: now, of, found });
  return found;
}

async function lookAtServer(mailer: Mailer): Promise<Check[]> {
  if (!mailer.isConfigured) return [];
  const limit = AbortSignal.timeout(limitMs);
  try {
    const { security, reason } = await mailer.examine(limit);
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
    if (limit.aborted) {
      const seconds = { amount: limitMs / 1_000, unit: "second" } as const;
      return [{ name, state: "note", finding: sentence("checkMailSlow", { seconds }) }];
    }
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

import { randomUUID } from "node:crypto";
import { env } from "../config/env";
import { running } from "../config/running";
import { database } from "../database/client";
import { uncounted } from "../database/write-deadline";
import { escapeHtml } from "../pages/html";
import { isLanguage, type Language } from "../texts/languages";
import { textsIn } from "../texts/translate";
import { anchor, mailHtml } from "./mail-text";

/** Whether this server sends mail. */
export function sendsMail(): boolean {
  return running().messages.mailer.isConfigured;
}

/** Mails an invitation, in the language of who invites. Returns whether the mail server took it. */
export function mailInvitation(to: string, link: string, language: Language): Promise<boolean> {
  return mailLink(to, link, "invitation", language);
}

/** Mails a link for a new password to the person. Returns the address, null if it was not sent. */
export async function mailReset(ownerId: string, link: string): Promise<string | null> {
  if (!sendsMail()) return null;
  const select = { email: true, language: true };
  const person = await database().owner.findUnique({ where: { id: ownerId }, select });
  if (!person) return null;
  const language = isLanguage(person.language) ? person.language : "en";
  return (await mailLink(person.email, link, "newPassword", language)) ? person.email : null;
}

async function mailLink(
  to: string,
  link: string,
  what: "invitation" | "newPassword",
  language: Language,
): Promise<boolean> {
  if (!sendsMail()) return false;
  const t = textsIn(language, "mail");
  const subject = t(what, { host: new URL(env().BASE_URL).host });
  const foot = t("onceNote");
  const mail = {
    id: `link_${randomUUID()}`,
    to,
    subject,
    text: `${subject}:\n${link}\n\n${foot}\n`,
    html: mailHtml(language, `<p>${escapeHtml(subject)}:</p><p>${anchor(link)}</p><p>${foot}</p>`),
  };
  const { isAccepted } = await uncounted(() => running().messages.mailer.send(mail));
  return isAccepted;
}

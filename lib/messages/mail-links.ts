import { randomUUID } from "node:crypto";
import { env } from "../config/env";
import { running } from "../config/running";
import { database } from "../database/client";
import { escapeHtml } from "../pages/html";
import { anchor, mailHtml } from "./mail-text";

/** Whether this server sends mail. */
export function sendsMail(): boolean {
  return running().messages.mailer.isConfigured;
}

/** Mails an invitation. Returns whether the mail server took it. */
export function mailInvitation(to: string, link: string): Promise<boolean> {
  const host = new URL(env().BASE_URL).host;
  return mailLink(to, link, `You are invited to the short links of ${host}`);
}

/** Mails a link for a new password to the person. Returns the address, null if it was not sent. */
export async function mailReset(ownerId: string, link: string): Promise<string | null> {
  if (!sendsMail()) return null;
  const select = { email: true };
  const person = await database().owner.findUnique({ where: { id: ownerId }, select });
  if (!person) return null;
  const host = new URL(env().BASE_URL).host;
  return (await mailLink(person.email, link, `Set a new password for ${host}`))
    ? person.email
    : null;
}

async function mailLink(to: string, link: string, subject: string): Promise<boolean> {
  if (!sendsMail()) return false;
  const foot = "The link works once. If you did not expect it, ignore this email.";
  const { isAccepted } = await running().messages.mailer.send({
    id: `link_${randomUUID()}`,
    to,
    subject,
    text: `${subject}:\n${link}\n\n${foot}\n`,
    html: mailHtml(`<p>${escapeHtml(subject)}:</p><p>${anchor(link)}</p><p>${foot}</p>`),
  });
  return isAccepted;
}

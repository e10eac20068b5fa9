import { randomUUID } from "node:crypto";
import { database } from "../database/client";
import { uncounted } from "../database/in-transaction";
import { escapeHtml } from "../pages/html";
import { isLanguage, type Language } from "../texts/languages";
import { textsIn } from "../texts/translate";
import type { Attempt } from "./attempt";
import type { Mailer } from "./mail";
import { anchor, mailHtml } from "./mail-text";

/** Mails an invitation, in the language of who invites. Returns whether the mail server took it. */
export function mailInvitation(
  mailer: Mailer,
  to: string,
  link: string,
  language: Language,
): Promise<boolean> {
  return mailLink(mailer, to, link, "invitation", language);
}

/** Mails a link for a new password to the person. Returns the address, null if it was not sent. */
export async function mailReset(
  mailer: Mailer,
  ownerId: string,
  link: string,
): Promise<string | null> {
  if (!mailer.isConfigured) return null;
  const select = { email: true, language: true };
  const person = await database().owner.findUnique({ where: { id: ownerId }, select });
  if (!person) return null;
  const language = isLanguage(person.language) ? person.language : "en";
  const isMailed = await mailLink(mailer, person.email, link, "newPassword", language);
  return isMailed ? person.email : null;
}

/** Mails a test, in the language of who asks. */
export function mailTest(mailer: Mailer, to: string, language: Language): Promise<Attempt> {
  const t = textsIn(language, "mail");
  const { host } = new URL(mailer.addresses.BASE_URL);
  const [subject, text] = [t("test", { host }), t("testNote")];
  const html = mailHtml(language, `<p>${escapeHtml(text)}</p>`);
  const mail = { id: `test_${randomUUID()}`, to, subject, text: `${text}\n`, html };
  return uncounted(() => mailer.send(mail));
}

async function mailLink(
  mailer: Mailer,
  to: string,
  link: string,
  what: "invitation" | "newPassword",
  language: Language,
): Promise<boolean> {
  if (!mailer.isConfigured) return false;
  const t = textsIn(language, "mail");
  const subject = t(what, { host: new URL(mailer.addresses.BASE_URL).host });
  const foot = t("onceNote");
  const mail = {
    id: `link_${randomUUID()}`,
    to,
    subject,
    text: `${subject}\n${link}\n\n${foot}\n`,
    html: mailHtml(language, `<p>${escapeHtml(subject)}</p><p>${anchor(link)}</p><p>${foot}</p>`),
  };
  const { isAccepted } = await uncounted(() => mailer.send(mail));
  return isAccepted;
}

import { cutText } from "../core/clean-text";
import { escapeHtml } from "../pages/html";
import { directionOf, type Language } from "../texts/languages";
import { textsIn } from "../texts/translate";

interface MailText {
  text: string;
  pageUrl: string;
  unsubscribeUrl: string;
  language: Language;
}

const longestSubject = 120;

/** An event as an email: the same words as text and as HTML, without pictures and tracking. */
export function mailText({ text, pageUrl, unsubscribeUrl, language }: MailText) {
  const [line = ""] = text.split("\n");
  const subject = cutText(line, longestSubject, "…");
  const t = textsIn(language, "mail");
  const foot = t("whyYou");
  const open = t("named", { name: t("open"), value: pageUrl });
  const unsubscribe = t("named", { name: t("unsubscribe"), value: unsubscribeUrl });
  return {
    subject,
    text: `${text}\n\n${open}\n\n-- \n${foot}\n${unsubscribe}\n`,
    html: mailHtml(
      language,
      `<p style="white-space:pre-line">${escapeHtml(text)}</p>
<p>${anchor(pageUrl, t("open"))}</p>
<p style="margin-top:32px;font-size:13px;line-height:20px">${foot} ${anchor(unsubscribeUrl, t("unsubscribe"))}</p>`,
    ),
  };
}

export function mailHtml(language: Language, body: string): string {
  const dir = directionOf(language) === "rtl" ? ' dir="rtl"' : "";
  return `<!doctype html><html lang="${language}"${dir}><body style="margin:0;padding:24px;font:16px/24px sans-serif">
${body}
</body></html>`;
}

export function anchor(url: string, text = url): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

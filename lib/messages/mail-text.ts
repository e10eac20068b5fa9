import { escapeHtml } from "../pages/html";

interface MailText {
  text: string;
  pageUrl: string;
  unsubscribeUrl: string;
}

const longestSubject = 120;

/**
 * An event as a mail: the same words as text and as HTML, without pictures and without tracking.
 */
export function mailText({ text, pageUrl, unsubscribeUrl }: MailText) {
  const [line = ""] = text.split("\n");
  const subject = line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line;
  const foot = "You get this because an owner of this Slugline entered your address.";
  return {
    subject,
    text: `${text}\n\nOpen in Slugline: ${pageUrl}\n\n-- \n${foot}\nEnd these mails: ${unsubscribeUrl}\n`,
    html: `<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/24px sans-serif">
<p style="white-space:pre-line">${escapeHtml(text)}</p>
<p><a href="${escapeHtml(pageUrl)}">Open in Slugline</a></p>
<p style="margin-top:32px;font-size:13px;line-height:20px">${foot} <a href="${escapeHtml(unsubscribeUrl)}">End these mails</a></p>
</body></html>`,
  };
}

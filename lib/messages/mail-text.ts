import { escapeHtml } from "../pages/html";

interface MailText {
  text: string;
  pageUrl: string;
  unsubscribeUrl: string;
}

const longestSubject = 120;

/** An event as an email: the same words as text and as HTML, without pictures and tracking. */
export function mailText({ text, pageUrl, unsubscribeUrl }: MailText) {
  const [line = ""] = text.split("\n");
  const subject = line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line;
  const foot = "You get this because an owner of this Slugline entered your address.";
  return {
    subject,
    text: `${text}\n\nOpen in Slugline: ${pageUrl}\n\n-- \n${foot}\nUnsubscribe: ${unsubscribeUrl}\n`,
    html: mailHtml(`<p style="white-space:pre-line">${escapeHtml(text)}</p>
<p>${anchor(pageUrl, "Open in Slugline")}</p>
<p style="margin-top:32px;font-size:13px;line-height:20px">${foot} ${anchor(unsubscribeUrl, "Unsubscribe")}</p>`),
  };
}

export function mailHtml(body: string): string {
  return `<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/24px sans-serif">
${body}
</body></html>`;
}

export function anchor(url: string, text = url): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

/** How Office programs name themselves: on Windows in the string of an old Internet Explorer, on a Mac behind the system, or by name. */
const office =
  /[(;] ?(?:ms-office|MSOffice \w+)[;)]|^MSOffice \d|^Microsoft-Office\b|^Microsoft (?:Office|Word|Excel|PowerPoint|OneNote|Visio|Project|Publisher|Access)\b|^(?:Mozilla\/5\.0 \(Macintosh; [^()]*\) )?(?:Word|Excel|PowerPoint|OneNote)\/\d|^Microsoft-WebDAV-MiniRedir\/|^Microsoft Data Access Internet Publishing Provider\b/i;

/**
 * The Office program that sent this user agent, or null. Before a link in a document is opened, Office requests it, follows its
 * redirects, and lets the browser open where they end. The browser would never come here, so Office gets a page instead. Outlook
 * opens links in the browser at once, and requests images.
 */
export function findOffice(userAgent: string): { name: string; gets: "redirect" | "page" } | null {
  if (!office.test(userAgent)) return null;
  return /\bMicrosoft Outlook\b/i.test(userAgent) ? { name: "Microsoft Outlook", gets: "redirect" } : { name: "Microsoft Office", gets: "page" };
}

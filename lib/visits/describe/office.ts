/**
 * How Office programs name themselves: on Windows in the string of an old Internet Explorer, on a
 * Mac behind the system.
 */
const office =
  /[(;] ?(?:ms-office|MSOffice \w+)[;)]|^MSOffice \d|^(?:Mozilla\/5\.0 \(Macintosh; [^()]*\) )?(?:Word|Excel|PowerPoint|OneNote)\/\d|^Microsoft-WebDAV-MiniRedir\/|^Microsoft Data Access Internet Publishing Provider\b/i;

/** Their full names, at any place. macOS escapes the blank. */
const officeName =
  /\bMicrosoft(?: |-|%20)(?:Office|Word|Excel|PowerPoint|OneNote|Outlook|Visio|Project|Publisher|Access)\b/i;

/** A browser that such a program opened is a person's. */
const browser = /\b(?:Chrome|Safari|Firefox)\/\d/;

/**
 * The Office program that sent this user agent, or null. Before a link in a document is opened,
 * Office requests it, follows its redirects, and lets the browser open where they end. The browser
 * would never come here, so Office gets a page instead. Outlook opens links in the browser at once,
 * and requests images.
 */
export function findOffice(userAgent: string): { name: string; gets: "redirect" | "page" } | null {
  if (!office.test(userAgent) && (!officeName.test(userAgent) || browser.test(userAgent)))
    return null;
  return /\bMicrosoft(?: |-|%20)Outlook\b/i.test(userAgent)
    ? { name: "Microsoft Outlook", gets: "redirect" }
    : { name: "Microsoft Office", gets: "page" };
}

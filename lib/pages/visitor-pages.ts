import { createHash } from "node:crypto";
import { toLocation } from "../core/destination";
import { dateFormat } from "../texts/intl-formats";
import { escapeHtml } from "./html";
import { type PageLook, plainLook } from "./page-look";

/**
 * Pages that a visitor may see at a short link: no script, one style block, and nothing about the
 * owner.
 */

/** Shared with the card page. */
export const style = `
@font-face { font-family: Geist; src: url(/fonts/geist-latin-variable.woff2) format("woff2"); font-weight: 100 900; font-display: swap }
@font-face { font-family: "Geist Mono"; src: url(/fonts/geist-mono-latin-variable.woff2) format("woff2"); font-weight: 100 900; font-display: swap }
:root { color-scheme: light dark; --page: #FAFAF9; --line: #E7E5E4; --text: #1C1917; --soft: #57534E; --faint: #6F6863; --accent: #0F766E }
@media (prefers-color-scheme: dark) { :root { --page: #0F0E0D; --line: #2B2825; --text: #F5F5F4; --soft: #A8A29E; --faint: #8C857F; --accent: #2DD4BF } }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; padding: 24px; background: var(--page); color: var(--soft); font: 14px/20px Geist, system-ui, sans-serif; -webkit-font-smoothing: antialiased }
main, footer { width: 100%; max-width: 1200px; margin: 0 auto }
main { flex: 1; display: flex; flex-direction: column; justify-content: center; padding-bottom: 12vh; overflow-wrap: anywhere }
h1 { margin: 20px 0 4px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.018em; color: var(--text) }
p { max-width: 440px; text-wrap: pretty }
code { display: block; margin-bottom: 8px; font: 15px/24px "Geist Mono", ui-monospace, monospace; letter-spacing: -0.01em; color: var(--faint); overflow-wrap: anywhere }
code i { font-style: normal; color: var(--accent) }
code b { font-weight: 500; color: var(--text) }
a { color: var(--accent); font-weight: 500; text-underline-offset: 3px; border-radius: 2px }
a:not(:hover) { text-decoration-color: transparent }
p a:not(:hover) { text-decoration-color: currentColor }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
footer { display: flex; justify-content: space-between; padding-top: 16px; border-top: 1px solid var(--line); font-size: 12px; line-height: 16px; color: var(--faint) }
footer a { color: inherit; font-weight: 400 }
`;

const hashOf = (css: string) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

/** What one page adds to the layout that all share. */
interface Extra {
  /** A style block of its own. */
  css?: string;
  /** It has a form, which may lead anywhere. */
  hasForm?: boolean;
}

function policyOf(styles: readonly string[], hasForm = false): string {
  const forms = hasForm ? "" : "form-action 'none'; ";
  return `default-src 'none'; style-src ${styles.map(hashOf).join(" ")}; font-src 'self'; img-src 'self'; base-uri 'none'; ${forms}frame-ancestors 'none'`;
}

const plainPolicy = policyOf([style]);

/**
 * The policy of a page with this look: allows only its style blocks, and fonts and pictures of this
 * service.
 */
export function pagePolicy(look: PageLook, { css = "", hasForm = false }: Extra = {}): string {
  const own = [css, ownStyle(look)].filter((block) => block !== "");
  return own.length === 0 && !hasForm ? plainPolicy : policyOf([style, ...own], hasForm);
}

/** Languages with letters that the font for English lacks, which its pages need not name. */
const extended = new Set(["pl", "tr"]);

/** What the language and an owner's look add to the style; empty without any. */
function ownStyle({ accent, logo, name, links, texts }: PageLook): string {
  const parts = [];
  if (extended.has(texts.lang))
    parts.push(
      '@font-face { font-family: Geist; src: url(/fonts/geist-latin-ext-variable.woff2) format("woff2"); font-weight: 100 900; font-display: swap; unicode-range: U+100-2BA, U+1E00-1E9F, U+1EF2-1EFF }',
    );
  if (accent) {
    const colors = (color: string, on: string) =>
      `:root { --accent: ${color}; --on-accent: ${on} }`;
    parts.push(
      `${colors(accent.light, accent.onLight)}\n@media (prefers-color-scheme: dark) { ${colors(accent.dark, accent.onDark)} }`,
    );
  }
  if (logo)
    parts.push(
      "main > img { align-self: flex-start; height: 40px; max-width: min(240px, 100%); object-fit: contain; object-position: left }",
    );
  else if (name) parts.push(".site { font-size: 16px; font-weight: 600; color: var(--text) }");
  if (links.length > 0) {
    parts.push(`footer { flex-wrap: wrap; align-items: center; gap: 4px 16px }
footer nav { display: flex; flex-wrap: wrap; gap: 0 16px }
footer nav a { padding: 4px 0; margin: -4px 0 }
@media (max-width: 640px) { footer nav a { padding: 14px 0; margin: -6px 0 } }`);
  }
  return parts.length === 0 ? "" : `\n${parts.join("\n")}\n`;
}

const mark = `<svg viewBox="8 8 16 16" width="32" height="32" aria-hidden="true"><path fill="var(--text)" d="M8 24h4l6-16h-4z"/><path fill="var(--accent)" d="M16 20h8v4h-8z"/></svg>`;

/** The owner's logo or, without one, name; else the mark of Slugline. */
function sign({ logo, name }: PageLook): string {
  if (logo) return `<img src="${escapeHtml(logo.src)}" alt="${escapeHtml(logo.alt)}">`;
  return name ? `<p class="site">${escapeHtml(name)}</p>` : mark;
}

interface Page {
  title: string;
  /** The title in tabs and the history, if it says more. HTML like `body`. */
  tabTitle?: string;
  status: number;
  /** A style block of its own. */
  css?: string;
  head?: string;
  /** HTML. Escape everything that comes from outside. */
  body: string;
  footer?: string;
}

export function page(
  { title, tabTitle = title, status, css = "", head = "", body, footer = "" }: Page,
  look: PageLook,
): string {
  const styles = [style, css, ownStyle(look)]
    .filter((block) => block !== "")
    .map((block) => `<style>${block}</style>`);
  const [icon, type] = look.logo ? [look.logo.src, ""] : ["/mark.svg", ' type="image/svg+xml"'];
  return `<!doctype html>
<html lang="${look.texts.lang}"${look.texts.dir === "rtl" ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${tabTitle}${look.name ? ` · ${escapeHtml(look.name)}` : ""}</title>
<link rel="icon" href="${icon}"${type}>${head}
${styles.join("\n")}
</head>
<body>
<main>
${sign(look)}
<h1>${title}</h1>
${body}
</main>
<footer><span>${status >= 400 ? status : ""}</span>${withLinks(footer, look)}</footer>
</body>
</html>
`;
}

function withLinks(footer: string, { links }: PageLook): string {
  if (links.length === 0) return footer;
  return `<nav>${links.map(({ text, href }) => `<a href="${escapeHtml(href)}">${text}</a>`).join("")}${footer}</nav>`;
}

export function homeLink(baseUrl: string): string {
  return `<a href="/">${escapeHtml(new URL(baseUrl).host)}</a>`;
}

/** A short link as it is written, with its slug set apart. */
export function addressLine(slug: string, baseUrl: string): string {
  return `<code>${escapeHtml(new URL(baseUrl).host)}<i>/</i><b>${escapeHtml(slug)}</b></code>`;
}

export function notFoundPage(slug: string, baseUrl: string, look: PageLook = plainLook): string {
  const { notFoundTitle, checkSpelling, caseCounts, askAgain } = look.texts;
  return page(
    {
      title: notFoundTitle,
      tabTitle: `404: ${notFoundTitle}`,
      status: 404,
      body: `${addressLine(slug, baseUrl)}\n<p>${[checkSpelling, caseCounts, askAgain].filter(Boolean).join(" ")}</p>`,
      footer: homeLink(baseUrl),
    },
    look,
  );
}

/** What a visitor finds at `/` of an instance without pages. */
export function frontPage(
  baseUrl: string,
  look: PageLook,
  dashboard: false | "sign-in" | "setup",
): string {
  const { frontText, signIn, notSetUp, setUp } = look.texts;
  const way = `<a href="/dashboard/${dashboard}">${dashboard === "setup" ? setUp : signIn}</a>`;
  return page(
    {
      title: escapeHtml(new URL(baseUrl).host),
      status: 200,
      body: dashboard === "setup" ? `<p>${notSetUp} ${way}</p>` : `<p>${frontText}</p>`,
      footer: dashboard === "sign-in" ? way : "",
    },
    look,
  );
}

/** For a path that is not that of a short link. */
export function noPage(baseUrl: string, look: PageLook = plainLook): string {
  const { noPageTitle, noPageText } = look.texts;
  return page(
    { title: noPageTitle, status: 404, body: `<p>${noPageText}</p>`, footer: homeLink(baseUrl) },
    look,
  );
}

export function tooManyPage(baseUrl: string, look: PageLook = plainLook): string {
  const { tooManyTitle, tooManyText } = look.texts;
  return page(
    { title: tooManyTitle, status: 429, body: `<p>${tooManyText}</p>`, footer: homeLink(baseUrl) },
    look,
  );
}

/** `to`: where the visitor is taken, if not to `/`. */
export function expiredPage(
  baseUrl: string,
  look: PageLook = plainLook,
  to?: string,
  expiredAt?: Date,
): string {
  const { expiredTitle, expiredText, expiredOn, lang } = look.texts;
  const date = dateFormat(lang, { dateStyle: "long", timeZone: "UTC" });
  const when = expiredAt
    ? `<p>${expiredOn.replace("{date}", () => date.format(expiredAt))}</p>\n`
    : "";
  const link =
    to === undefined
      ? homeLink(baseUrl)
      : `<a href="${escapeHtml(to)}">${escapeHtml(new URL(to).host)}</a>`;
  return page(
    {
      title: expiredTitle,
      status: 404,
      head: `\n<meta http-equiv="refresh" content="0; url=${escapeHtml(to === undefined ? "/" : toLocation(to))}">`,
      body: `${when}<p>${expiredText.replace("{to}", () => link)}</p>`,
    },
    look,
  );
}

/**
 * For a visit that is not counted, to a link that leads counted visits alone to its destination.
 */
export function notCountedPage(
  slug: string,
  status: number,
  baseUrl: string,
  look: PageLook = plainLook,
): string {
  const { notCountedTitle, notCountedText } = look.texts;
  const body = `${addressLine(slug, baseUrl)}\n<p>${notCountedText}</p>`;
  return page({ title: notCountedTitle, status, body, footer: homeLink(baseUrl) }, look);
}

export function unavailablePage(look: PageLook = plainLook): string {
  const { unavailableTitle, unavailableText } = look.texts;
  return page({ title: unavailableTitle, status: 503, body: `<p>${unavailableText}</p>` }, look);
}

import { createHash } from "node:crypto";
import { escapeHtml } from "./html";

/** Pages that a visitor may see at a short link: no script, one style block, and nothing about the owner. */

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

const styleHash = createHash("sha256").update(style).digest("base64");

/** Allows only the style block and fonts of these pages. */
export const visitorPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const mark = `<svg viewBox="8 8 16 16" width="32" height="32" aria-hidden="true"><path fill="var(--text)" d="M8 24h4l6-16h-4z"/><path fill="var(--accent)" d="M16 20h8v4h-8z"/></svg>`;

interface Page {
  title: string;
  status: number;
  head?: string;
  /** HTML. Escape everything that comes from outside. */
  body: string;
  footer?: string;
}

function page({ title, status, head = "", body, footer = "" }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">${head}
<style>${style}</style>
</head>
<body>
<main>
${mark}
<h1>${title}</h1>
${body}
</main>
<footer><span>${status}</span>${footer}</footer>
</body>
</html>
`;
}

function homeLink(baseUrl: string): string {
  return `<a href="/">${escapeHtml(new URL(baseUrl).host)}</a>`;
}

export function notFoundPage(slug: string, baseUrl: string): string {
  const address = `<code>${escapeHtml(new URL(baseUrl).host)}<i>/</i><b>${escapeHtml(slug)}</b></code>`;
  return page({
    title: "There is no link at this address",
    status: 404,
    body: `${address}\n<p>Check the spelling. Capital letters count. If it was sent to you, ask for it again.</p>`,
    footer: homeLink(baseUrl),
  });
}

export function tooManyPage(baseUrl: string): string {
  return page({
    title: "Too many requests",
    status: 429,
    body: "<p>Many requests from your network asked for short links that do not exist. Wait a minute, then try again.</p>",
    footer: homeLink(baseUrl),
  });
}

export function expiredPage(baseUrl: string): string {
  return page({
    title: "This link has expired",
    status: 404,
    head: `\n<meta http-equiv="refresh" content="0; url=/">`,
    body: `<p>You are being taken to ${homeLink(baseUrl)}.</p>`,
  });
}

export function unavailablePage(): string {
  return page({
    title: "This link cannot be opened right now",
    status: 503,
    body: "<p>The service behind it is not reachable at the moment. Nothing is wrong with the link: try again in a few seconds.</p>",
  });
}

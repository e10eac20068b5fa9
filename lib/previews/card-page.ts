import { escapeHtml } from "../html";
import { shortUrlOf } from "../links/link";

/** The page an unfurler reads a short link's preview from: no script, every value escaped. */
export function cardPage(link: { slug: string; url: string; title: string | null }, baseUrl: string): string {
  const title = escapeHtml(link.title ?? link.slug);
  const shortUrl = escapeHtml(shortUrlOf(link.slug, baseUrl));
  const destination = escapeHtml(link.url);
  return `<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="canonical" href="${shortUrl}">
<meta property="og:title" content="${title}">
<meta property="og:type" content="website">
<meta property="og:url" content="${shortUrl}">
<meta property="og:site_name" content="${escapeHtml(new URL(baseUrl).host)}">
<meta name="twitter:card" content="summary">
</head>
<body><a href="${destination}" rel="nofollow">${destination}</a></body>
</html>
`;
}

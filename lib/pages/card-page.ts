import { escapeHtml } from "./html";
import { style } from "./visitor-pages";

interface CardLink {
  slug: string;
  shortUrl: string;
  url: string;
  title: string | null;
  /** The link's own, which come before those of the destination. */
  description: string | null;
  image: string | null;
}

/** What the destination says of itself. */
interface DestinationCard {
  description: string | null;
  image: string | null;
  siteName: string | null;
}

/**
 * The page that preview bots read: the link's own title, description and image, else the OpenGraph
 * data of its destination. `ownName`: SITE_NAME. It has no script, and every value is escaped.
 */
export function cardPage(
  link: CardLink,
  preview: DestinationCard | null,
  ownName: string | null = null,
): string {
  const title = link.title ?? link.slug;
  const text = link.description ?? preview?.description ?? null;
  const image = link.image ?? preview?.image ?? null;
  const { shortUrl } = link;
  const tags = [
    property("og:title", title),
    property("og:type", "website"),
    property("og:url", shortUrl),
    property("og:site_name", ownName ?? preview?.siteName ?? new URL(shortUrl).host),
    property("og:description", text),
    property("og:image", image),
  ];
  const description = text ? `<p>${escapeHtml(text)}</p>\n` : "";
  const destination = escapeHtml(link.url);
  return `<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="canonical" href="${escapeHtml(shortUrl)}">
${tags.join("")}<meta name="twitter:card" content="${image ? "summary_large_image" : "summary"}">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${description}<p><a href="${destination}" rel="nofollow">${destination}</a></p>
</main>
</body>
</html>
`;
}

function property(name: string, content: string | null): string {
  return content !== null ? `<meta property="${name}" content="${escapeHtml(content)}">\n` : "";
}

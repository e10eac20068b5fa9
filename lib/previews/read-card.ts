import { cleanText } from "../core/clean-text";
import { parseUrl } from "../core/hosts";
import type { FetchedHead } from "./fetch-head";

/** The metadata of a destination: plain text, cut to the length that previews show. */
export interface PreviewCard {
  title: string | null;
  description: string | null;
  /** An absolute http or https URL. */
  image: string | null;
  siteName: string | null;
}

const maxImageUrl = 2_048;

/** Reads the OpenGraph data of a page, with its title and description as fallbacks. */
export async function readCard({ html, images, base, url }: FetchedHead): Promise<PreviewCard> {
  // Loaded with the first destination: it would be a fifth of the work of a start.
  const { default: scrapeOpenGraph } = await import("open-graph-scraper");
  const { result } = await scrapeOpenGraph({ html });
  return {
    title: line(result.ogTitle ?? result.twitterTitle, 300),
    description: line(result.ogDescription ?? result.twitterDescription, 1_000),
    image:
      images.map((image) => imageUrl(image, base, url)).find((image) => image !== null) ?? null,
    siteName: line(result.ogSiteName, 100),
  };
}

function line(text: string | undefined, maxCharacters: number): string | null {
  return cleanText(text?.replace(/\s+/g, " "), maxCharacters);
}

/** The absolute address of a picture that a page names; null for one that no fetch may have. */
export function imageUrl(text: string, base: string | null, page: string): string | null {
  const root = (base !== null && parseUrl(base, page)?.href) || page;
  const url = text ? parseUrl(text, root) : null;
  if (url === null) return null;
  const { protocol, username, password, href } = url;
  return /^https?:$/.test(protocol) && !username && !password && href.length <= maxImageUrl
    ? href
    : null;
}

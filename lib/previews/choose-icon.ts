import type { FetchedHead } from "./fetch-head";
import { imageUrl } from "./read-card";
import type { PageIcon } from "./read-head";

/** How many of a page's icons are tried. */
const mostTried = 2;
/** Shown at 16 px, so sharp on a dense screen. */
const wanted = 32;

/** Addresses of a page's icon, best first, and at last where icons were before pages named them. */
export function iconAddresses({
  icons,
  base,
  url,
}: Pick<FetchedHead, "icons" | "base" | "url">): string[] {
  const named = [...icons]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .flatMap(({ href }) => imageUrl(href, base, url) ?? []);
  return [...new Set([...named.slice(0, mostTried), new URL("/favicon.ico", url).href])];
}

/** Lower is better: the smallest that is sharp, then vectors, then small ones, then large ones. */
function rankOf({ rel, type, sizes, href }: PageIcon): number {
  if (rel === "apple-touch-icon") return 5_000;
  if (/svg/i.test(type) || /\.svg(?:$|[?#])/i.test(href)) return 500;
  const known = [...sizes.matchAll(/(\d+)x\d+/gi)].map(([, width]) => Number(width));
  const size = known.length === 0 ? wanted : Math.max(...known);
  return size >= wanted ? size - wanted : 1_000 - size;
}

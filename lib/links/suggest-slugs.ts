import { parseUrl } from "../core/hosts";
import { isSlug } from "../core/slug";

const longest = 32;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Slug suggestions, best first, from the typed slug, else from the title or the last part of the
 * URL. Some may be taken.
 */
export function suggestSlugs(
  { slug, url, title }: { slug: string; url: string; title: string },
  now: Date,
): string[] {
  const month = months[now.getUTCMonth()] ?? "";
  const typed = toSlug(slug);
  const named = typed ? [] : [shorten(toSlug(title)), shorten(toSlug(lastPart(url)))];
  const bases = [typed, ...named].filter(Boolean);
  const varied = bases.flatMap((base) => [
    `${base}-${month}`,
    `${base}-2`,
    `${base}-${now.getUTCFullYear()}`,
  ]);
  return [...new Set([typed, ...named, ...varied])].filter((each) => each !== slug && isSlug(each));
}

function toSlug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 58);
}

function shorten(text: string): string {
  if (text.length <= longest) return text.toLowerCase();
  return text
    .slice(0, longest)
    .replace(/-[^-]*$/, "")
    .toLowerCase();
}

/** The last path segment without its extension, else the host name. */
function lastPart(text: string): string {
  const url = parseUrl(text);
  if (url === null) return "";
  const { pathname, hostname } = url;
  const part = pathname.split("/").filter(Boolean).at(-1);
  if (!part) return hostname.replace(/^www\./, "").split(".")[0] ?? "";
  try {
    return decodeURIComponent(part).replace(/\.[a-z0-9]{1,5}$/i, "");
  } catch {
    return part;
  }
}

import { isSlug } from "../core/slug";

/** Accepts `/slug`, `/slug/` and percent-encoded spellings, with or without a query, also in absolute form (RFC 9112, 3.2.2). */
export function slugOfTarget(target: string): string | null {
  const segment = segmentOf(target);
  return segment !== null && isSlug(segment) ? segment : null;
}

/** The slug of the preview page `/slug+`, in the same spellings. */
export function previewedSlugOf(target: string): string | null {
  const segment = segmentOf(target);
  const slug = segment?.endsWith("+") ? segment.slice(0, -1) : null;
  return slug !== null && isSlug(slug) ? slug : null;
}

/** What a text may have behind a short URL, so that it is pasted with it. A slug has none of these characters. */
const punctuation = /[\s.,;:!'"’”»)\]}>]+$/;
/** The longest slug, with more punctuation than anybody types. */
const longestPasted = 96;

/** The slug of `/slug.`, `/slug),` or `/slug%20`; null for all that `slugOfTarget` knows, and for anything else. */
export function pastedSlugOfTarget(target: string): string | null {
  const segment = segmentOf(target);
  if (segment === null || segment.length > longestPasted) return null;
  const slug = segment.replace(punctuation, "");
  return slug !== segment && isSlug(slug) ? slug : null;
}

/** The decoded path, if it is of one segment at most. */
function segmentOf(target: string): string | null {
  const path = pathOf(target);
  if (!path.startsWith("/")) return null;
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const segment = path.slice(1, end);
  return segment.includes("%") ? decode(segment) : segment;
}

export function queryOfTarget(target: string): string {
  const fragment = target.indexOf("#");
  const end = fragment < 0 ? target.length : fragment;
  const start = target.indexOf("?");
  return start < 0 || start > end ? "" : target.slice(start + 1, end);
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return originForm(end < 0 ? target : target.slice(0, end));
}

/** Without scheme and host, which a request to a proxy names (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/]*/i, "");
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

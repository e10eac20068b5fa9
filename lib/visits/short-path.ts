import { isSlug } from "../links/slug";

/**
 * The slug that a request target asks for, or null when it is none: `/slug`, `/slug/` and percent-encoded spellings,
 * with or without a query, also as an absolute-form target (RFC 9112, 3.2.2).
 */
export function slugOfTarget(target: string): string | null {
  const path = pathOf(target);
  const segment = /^\/([^/]+)\/?$/.exec(path)?.[1];
  if (segment === undefined) return null;
  const slug = segment.includes("%") ? decode(segment) : segment;
  return slug !== null && isSlug(slug) ? slug : null;
}

/** The query string of a request target, without its question mark. */
export function queryOfTarget(target: string): string {
  const withoutFragment = target.split("#", 1)[0] ?? "";
  const start = withoutFragment.indexOf("?");
  return start < 0 ? "" : withoutFragment.slice(start + 1);
}

function pathOf(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? "";
  return path.startsWith("/") ? path : path.replace(/^https?:\/\/[^/]*/i, "");
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

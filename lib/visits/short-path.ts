import { isSlug } from "../core/slug";

/** Accepts `/slug`, `/slug/` and percent-encoded spellings, with or without a query, also in absolute form (RFC 9112, 3.2.2). */
export function slugOfTarget(target: string): string | null {
  const path = pathOf(target);
  if (!path.startsWith("/")) return null;
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const segment = path.slice(1, end);
  const slug = segment.includes("%") ? decode(segment) : segment;
  return slug !== null && isSlug(slug) ? slug : null;
}

export function queryOfTarget(target: string): string {
  const fragment = target.indexOf("#");
  const end = fragment < 0 ? target.length : fragment;
  const start = target.indexOf("?");
  return start < 0 || start > end ? "" : target.slice(start + 1, end);
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  return path.startsWith("/") ? path : path.replace(/^https?:\/\/[^/]*/i, "");
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

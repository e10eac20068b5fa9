import { decodePercent } from "../core/decode";
import { isSlug } from "../core/slug";

/**
 * Accepts `/slug`, `/slug/` and percent-encoded spellings, with or without a query, also in
 * absolute form (RFC 9112, 3.2.2).
 */
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

/**
 * A slug and what stands behind it: a query whose `?` got lost, or anything that is not of a slug.
 */
const slugAndTail = /^(?<slug>[\w-]{1,64}?)(?<tail>\/?utm_[a-z]+=.*|\/[?&].*|(?![\w-]).*|)$/is;
const lostQuery = /^\/?(?:[?&]+|(?=utm_))(?<query>.*)$/is;

/**
 * Text cannot be told from a slug that has a letter with an accent, or from a file if letters
 * follow a dot. A plus asks for the preview page. Nobody types more dots.
 */
const text = /^(?:\.{1,95}$|\.{0,95}(?![\w.+/\p{Script=Latin}\p{M}-]|(?!\s)\p{Cc}).)/su;

/**
 * The slug of an address that was pasted with text behind it, such as `/slug.`, `/slug)` or
 * `/slug。`, or lost its `?`, such as `/slug&utm_source=x`; null for all that `slugOfTarget` knows,
 * and for anything else.
 */
export function pastedOfTarget(target: string): { slug: string; query: string } | null {
  const segment = segmentOf(target);
  if (segment === null || isSlug(segment)) return null;
  const { slug = "", tail = "" } = slugAndTail.exec(segment.replace(/\p{Cf}/gu, ""))?.groups ?? {};
  const lost = lostQuery.exec(tail)?.groups?.query;
  if (!isSlug(slug) || (lost === undefined && tail !== "" && !text.test(tail))) return null;
  return { slug, query: [lost, queryOfTarget(target)].filter(Boolean).join("&") };
}

/** The decoded path, if it is of one segment at most. */
function segmentOf(target: string): string | null {
  const path = pathOf(target);
  if (!path.startsWith("/")) return null;
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const segment = path.slice(1, end);
  return segment.includes("%") ? decodePercent(segment) : segment;
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

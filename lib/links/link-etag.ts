import type { Link } from "./link";
import { counterVersion, type Expectation, editVersion } from "./link-version";

/** The ETag of a link as the API returns it: what owners set, a dot, and the counters. */
export function linkEtag(link: Link): string {
  return `"${editVersion(link)}.${counterVersion(link)}"`;
}

/** Whether a read may be answered 304: the client has exactly this link (RFC 9110, 13.1.2). */
export function isUnchanged(ifNoneMatch: string | null, link: Link): boolean {
  return tagsOf(ifNoneMatch).some((tag) => tag === "*" || tag === linkEtag(link));
}

/**
 * What `If-Match` demands of the link; undefined without the header. Only what owners set counts:
 * on a busy link the counters would have changed before anybody could edit it. A weak tag is
 * accepted, because proxies that compress weaken it.
 */
export function expectationOf(ifMatch: string | null): Expectation | undefined {
  if (ifMatch === null) return undefined;
  const tags = tagsOf(ifMatch);
  return (link) => tags.some((tag) => tag === "*" || tag.startsWith(`"${editVersion(link)}.`));
}

function tagsOf(header: string | null): string[] {
  return header?.match(/\*|"[^"]*"/g) ?? [];
}

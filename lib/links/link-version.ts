import { createHash } from "node:crypto";
import { changedSince } from "../core/changed-since";
import { SluglineError } from "../core/errors";
import { extrasOf, type Link, withUnset } from "./link";

/** Whether a link is as the caller last saw it. */
export type Expectation = (link: Link) => boolean;

/** That nobody changed what `changes` has since the link was `seen`. */
export function unchangedSince(seen: object, changes: object): Expectation {
  return (link) => changedSince(seen, withUnset(link), changes).length === 0;
}

export function changedMeanwhile(slug: string): SluglineError {
  return new SluglineError("precondition_failed", "linkChangedSince", { slug });
}

/** Identifies what owners set on a link. Clicks do not change it. */
export function editVersion(link: Link): string {
  const {
    id,
    slug,
    url,
    title,
    enabled,
    expiresAt,
    updatedAt,
    tags = [],
    note = null,
    aliases = [],
  } = link;
  const additions = [
    ...(tags.length > 0 || note !== null ? [tags, note] : []),
    ...(aliases.length > 0 ? [{ aliases }] : []),
  ];
  return digest([
    id,
    slug,
    url,
    title,
    enabled,
    expiresAt,
    updatedAt,
    ...additions,
    ...Object.entries(extrasOf(link)),
  ]);
}

/** Identifies the counters of a link. */
function counterVersion({
  clickCount,
  lastClickedAt,
  botHitCount,
  ogFetchFailCount,
}: Link): string {
  return digest([clickCount, lastClickedAt, botHitCount, ogFetchFailCount]);
}

function digest(values: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}

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

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
export function counterVersion({
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

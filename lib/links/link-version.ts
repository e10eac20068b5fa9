import { createHash } from "node:crypto";
import { SluglineError } from "../core/errors";
import { extrasOf, type Link, withUnset } from "./link";

/** Whether a link is as the caller last saw it. */
export type Expectation = (link: Link) => boolean;

export function changedMeanwhile(slug: string): SluglineError {
  return new SluglineError(
    "precondition_failed",
    `The link "${slug}" was changed since you read it: read it again, then repeat your change with its new ETag.`,
  );
}

/**
 * The fields among `changes` that somebody else changed since `seen`, and not to the same. A form
 * sends what it showed, so that two people can edit one link in different fields.
 */
export function changedSince(
  seen: Readonly<Record<string, unknown>>,
  link: Link,
  changes: Readonly<Record<string, unknown>>,
): string[] {
  const now: Readonly<Record<string, unknown>> = withUnset(link);
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return Object.keys(changes).filter(
    (field) =>
      field in seen && !isSame(seen[field], now[field]) && !isSame(changes[field], now[field]),
  );
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

import { createHash } from "node:crypto";
import { env } from "../config/env";
import { SluglineError } from "../core/errors";
import type { Writer } from "../database/in-transaction";
import { extrasOf, type Link, linkInclude, toLink } from "./link";
import { linkNotFound } from "./link-errors";
import { accepted, checkEach, type Outcome } from "./outcome";

/** Whether a link is as the caller last saw it. */
export type Expectation = (link: Link) => boolean;

/** Refuses rows whose links, which the transaction has locked, are not as expected. */
export async function refuseUnexpected<T extends { slug: string }>(
  rows: readonly Outcome<T>[],
  isExpected: Expectation,
  writer: Writer,
): Promise<Outcome<T>[]> {
  const slugs = accepted(rows).map(({ slug }) => slug);
  const links = await writer.link.findMany({ where: { slug: { in: slugs } }, include: linkInclude });
  const bySlug = new Map(links.map((row) => [row.slug, toLink(row, env().BASE_URL)]));
  return checkEach(rows, (row) => {
    const link = bySlug.get(row.slug);
    if (!link) return linkNotFound(row.slug);
    return isExpected(link) ? row : changedMeanwhile(row.slug);
  });
}

function changedMeanwhile(slug: string): SluglineError {
  return new SluglineError(
    "precondition_failed",
    `The link "${slug}" was changed since you read it: read it again, then repeat your change with its new ETag.`,
  );
}

/** Identifies what owners set on a link. Clicks do not change it. */
export function editVersion(link: Link): string {
  const { id, slug, url, title, enabled, expiresAt, updatedAt, tags = [], note = null, aliases = [] } = link;
  const additions = [...(tags.length > 0 || note !== null ? [tags, note] : []), ...(aliases.length > 0 ? [{ aliases }] : [])];
  return digest([id, slug, url, title, enabled, expiresAt, updatedAt, ...additions, ...Object.entries(extrasOf(link))]);
}

/** Identifies the counters of a link. */
export function counterVersion({ clickCount, lastClickedAt, botHitCount, ogFetchFailCount }: Link): string {
  return digest([clickCount, lastClickedAt, botHitCount, ogFetchFailCount]);
}

function digest(values: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}

import { createHash } from "node:crypto";
import { SluglineError } from "../core/errors";
import type { Writer } from "../database/in-transaction";
import { getLink } from "./get-link";
import { extrasOf, type Link } from "./link";

/** Whether a link is as the caller last saw it. */
export type Expectation = (link: Link) => boolean;

/**
 * Locks the link's row until the transaction ends, so that no other edit comes between this check and the write. It does
 * not block clicks. Throws `not_found`, and `precondition_failed` if the link is not as expected.
 */
export async function requireVersion(writer: Writer, slug: string, isExpected: Expectation): Promise<void> {
  await writer.$executeRaw`SELECT "id" FROM "Link" WHERE "slug" = ${slug} FOR NO KEY UPDATE`;
  requireExpected(await getLink(slug, writer), isExpected);
}

export function requireExpected(link: Link, isExpected: Expectation): void {
  if (isExpected(link)) return;
  throw new SluglineError(
    "precondition_failed",
    `The link "${link.slug}" was changed since you read it: read it again, then repeat your change with its new ETag.`,
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

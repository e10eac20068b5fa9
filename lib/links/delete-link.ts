import { isSlug } from "../core/slug";
import { database } from "../database/client";
import type { Writer } from "../database/in-transaction";
import { linkNotFound } from "./link-errors";
import { type Expectation, requireVersion } from "./link-version";

/**
 * Deletes a link. Statistics leave it out at once, and housekeeping removes everything recorded about it. Throws `not_found`, and
 * `precondition_failed` if the link is not as expected.
 */
export async function deleteLink(slug: string, isExpected?: Expectation): Promise<void> {
  if (!isSlug(slug)) throw linkNotFound(slug);
  const [deleted] = isExpected
    ? await database().$transaction(async (writer) => {
        await requireVersion(writer, slug, isExpected);
        return deleteRows([slug], writer);
      })
    : await deleteRows([slug], database());
  if (!deleted) throw linkNotFound(slug);
}

/**
 * Deletes the links that exist, and returns them. The deletion waits for click writers that hold a share lock on a row, and
 * later writers find no link, so the history cannot grow any more. DeletedLink records the pending cleanup and excludes the
 * links from all statistics at once. Of many links only those with a history need it.
 */
export async function deleteRows(slugs: readonly string[], writer: Writer): Promise<{ id: number; slug: string }[]> {
  // Click writers and the aggregation lock several rows by id too, so that none waits for another in a circle.
  const isLocked = slugs.length > 1;
  if (isLocked) {
    await writer.$executeRaw`SELECT "id" FROM "Link" WHERE "slug" = ANY(${slugs}::text[]) ORDER BY "id" FOR UPDATE`;
    await writer.$executeRaw`
      SELECT "linkId" FROM "LinkCounter" WHERE "linkId" IN (SELECT "id" FROM "Link" WHERE "slug" = ANY(${slugs}::text[])) ORDER BY "linkId" FOR UPDATE`;
  }
  return writer.$queryRaw`
    WITH gone AS (DELETE FROM "Link" WHERE "slug" = ANY(${slugs}::text[]) RETURNING "id", "slug"),
         noted AS (
           INSERT INTO "DeletedLink" ("linkId") SELECT "id" FROM gone WHERE NOT ${isLocked}
             OR EXISTS (SELECT FROM "LinkTotals" t WHERE t."linkId" = gone."id" AND t."clickCount" > 0)
             OR EXISTS (SELECT FROM "UncountedVisit" u WHERE u."linkId" = gone."id")
         )
    SELECT "id", "slug" FROM gone`;
}

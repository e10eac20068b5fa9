import { isSlug } from "../core/slug";
import { inTransaction, type Writer } from "../database/in-transaction";
import { refuseUnexpected } from "./change-links";
import { linkNotFound } from "./link-errors";
import type { Expectation } from "./link-version";
import { lockLinks } from "./locks";
import { forAccepted, type Outcome } from "./outcome";

interface DeleteOptions {
  /** Undefined: a transaction of its own. */
  writer?: Writer | undefined;
  isExpected?: Expectation | undefined;
}

/**
 * Deletes links. Statistics leave them out at once, and housekeeping removes everything recorded
 * about them. Refuses rows with `not_found`, of two with the same slug the second, and
 * `precondition_failed` if the link is not as expected.
 */
export async function deleteLinks(
  slugs: readonly string[],
  { writer, isExpected }: DeleteOptions = {},
): Promise<Outcome<null>[]> {
  const run = (transaction: Writer) => deleteAll(slugs, isExpected, transaction);
  return writer ? run(writer) : inTransaction(run);
}

async function deleteAll(
  slugs: readonly string[],
  isExpected: Expectation | undefined,
  writer: Writer,
): Promise<Outcome<null>[]> {
  const rows = slugs.map(
    (slug): Outcome<{ slug: string }> => (isSlug(slug) ? { slug } : linkNotFound(slug)),
  );
  if (isExpected) await lockLinks(slugs, writer);
  const expected = isExpected ? await refuseUnexpected(rows, isExpected, writer) : rows;
  return forAccepted(expected, async (found) => {
    const gone = new Set(
      await deleteRows(
        found.map(({ slug }) => slug),
        writer,
      ),
    );
    return found.map(({ slug }) => (gone.delete(slug) ? null : linkNotFound(slug)));
  });
}

/**
 * Deletes the links that exist, and returns their slugs. The deletion waits for click writers that
 * hold a share lock on a row, and later writers find no link, so the history cannot grow any more.
 * DeletedLink records the pending cleanup and excludes the links from all statistics at once. Of
 * many links only those with a history need it.
 */
async function deleteRows(slugs: readonly string[], writer: Writer): Promise<string[]> {
  // Click writers and the aggregation lock several rows by id too, so that none waits for another
  // in a circle.
  const isLocked = slugs.length > 1;
  if (isLocked) {
    const ids = [...(await lockLinks(slugs, writer, { againstClicks: true })).values()];
    await writer.$executeRaw`SELECT "linkId" FROM "LinkCounter" WHERE "linkId" = ANY(${ids}::int[]) ORDER BY "linkId" FOR UPDATE`;
  }
  const deleted = await writer.$queryRaw<{ slug: string }[]>`
    WITH gone AS (DELETE FROM "Link" WHERE "slug" = ANY(${slugs}::text[]) RETURNING "id", "slug"),
         noted AS (
           INSERT INTO "DeletedLink" ("linkId") SELECT "id" FROM gone WHERE NOT ${isLocked}
             OR EXISTS (SELECT FROM "LinkTotals" t WHERE t."linkId" = gone."id" AND t."clickCount" > 0)
             OR EXISTS (SELECT FROM "UncountedVisit" u WHERE u."linkId" = gone."id")
             OR EXISTS (SELECT FROM "SetAside" s WHERE s."linkId" = gone."id")
         )
    SELECT "slug" FROM gone`;
  return deleted.map(({ slug }) => slug);
}

import { isSlug } from "../core/slug";
import { inTransaction, type Writer } from "../database/in-transaction";
import { refuseUnexpected } from "./change-links";
import type { Expectation } from "./link-version";
import { lockLinks } from "./locks";
import { forAccepted, linkNotFound, type Outcome } from "./outcome";

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
  const locked = await lockLinks(slugs, writer, { againstClicks: true });
  const expected = isExpected ? await refuseUnexpected(rows, isExpected, writer) : rows;
  return forAccepted(expected, async (found) => {
    const gone = new Set(
      await deleteRows(
        found.flatMap(({ slug }) => locked.get(slug) ?? []),
        writer,
      ),
    );
    return found.map(({ slug }) => (gone.delete(slug) ? null : linkNotFound(slug)));
  });
}

/**
 * Deletes links that are locked against clicks, and returns their slugs. Later writers of Click find
 * no link and drop packed clicks, so the history cannot grow any more. DeletedLink records the
 * pending cleanup and excludes the links from all statistics at once. Only those with a history need
 * it.
 */
async function deleteRows(ids: readonly number[], writer: Writer): Promise<string[]> {
  // In the order of the aggregation, so that none waits for the other in a circle.
  await writer.$executeRaw`SELECT "linkId" FROM "LinkCounter" WHERE "linkId" = ANY(${ids}::int[]) ORDER BY "linkId" FOR UPDATE`;
  const deleted = await writer.$queryRaw<{ slug: string }[]>`
    WITH gone AS (DELETE FROM "Link" WHERE "id" = ANY(${ids}::int[]) RETURNING "id", "slug"),
         noted AS (
           INSERT INTO "DeletedLink" ("linkId") SELECT "id" FROM gone
             WHERE EXISTS (SELECT FROM "LinkTotals" t WHERE t."linkId" = gone."id" AND t."clickCount" > 0)
             OR EXISTS (SELECT FROM "UncountedVisit" u WHERE u."linkId" = gone."id")
             OR EXISTS (SELECT FROM "SetAside" s WHERE s."linkId" = gone."id")
         )
    SELECT "slug" FROM gone`;
  return deleted.map(({ slug }) => slug);
}

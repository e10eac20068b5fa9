import { ruleFields } from "../core/destination-rules";
import { SluglineError } from "../core/errors";
import { database, sharedTimeBefore } from "../database/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { editorNames } from "./editor";
import type { SelectionOutcome } from "./outcome";
import type { AddressChange } from "./replace-destinations";
import { restoreAddresses } from "./restore-links";
import type { Edit } from "./tag-links";
import { requireUndoer, type Undoer, undoableMakers, undoMs } from "./undoer";

const mostListed = 20;

/** A replacement in destinations that can be undone. */
interface RecentReplacement {
  id: string;
  at: Date;
  /** Null if that is not known or no longer exists. */
  by: string | null;
  find: string;
  replace: string;
  links: number;
}

/** Replacements of the last hour that `undoer` may still undo, latest first. */
export async function listReplacements(now: Date, undoer: Undoer): Promise<RecentReplacement[]> {
  const makers = await undoableMakers(undoer);
  const rows = await database().replacement.findMany({
    where: {
      at: { gt: await sharedTimeBefore(undoMs, now) },
      ...(makers && { by: { in: makers } }),
    },
    orderBy: { at: "desc" },
    take: mostListed,
  });
  const names = await editorNames(rows.map(({ by }) => by));
  return rows.map(({ id, at, by, find, replace, linkIds }) => ({
    ...{ id, at, find, replace, links: linkIds.length },
    by: names.get(by ?? "") ?? null,
  }));
}

/**
 * Gives links the addresses back that a replacement of the last hour replaced, except those whose
 * addresses were changed since. Throws `not_found`, and like `requireUndoer`.
 */
export async function undoReplacement(
  id: string,
  edit: Edit & Undoer,
): Promise<SelectionOutcome<string>> {
  return inTransaction(async (writer) => {
    // Of two at the same time the second waits, and then finds nothing.
    const [found] = await writer.$queryRaw<{ at: Date; by: string | null; linkIds: number[] }[]>`
      DELETE FROM "Replacement" WHERE "id" = ${id}::uuid AND "at" > ${await sharedTimeBefore(undoMs, edit.now, writer)}::timestamptz
      RETURNING "at", "by", "linkIds"`;
    if (!found) {
      throw new SluglineError("not_found", "undoOver");
    }
    await requireUndoer(writer, edit, found.by);
    return restoreAddresses(await readReplaced(found, writer), edit, writer);
  });
}

/** The replaced addresses of each link that still exists, from its history. */
function readReplaced(
  { at, linkIds }: { at: Date; linkIds: number[] },
  writer: Writer,
): Promise<AddressChange[]> {
  return writer.$queryRaw<AddressChange[]>`
    SELECT l."id", l."slug", jsonb_object_agg(f."field", c."from") AS "from", jsonb_object_agg(f."field", c."to") AS "to"
    FROM "LinkChange" c JOIN "Link" l ON l."id" = c."linkId"
    JOIN (SELECT 'destination', 'url' UNION ALL SELECT r, r FROM unnest(${[...ruleFields]}::text[]) r) AS f("kind", "field") ON f."kind" = c."kind"
    WHERE c."linkId" = ANY(${linkIds}::int[]) AND c."at" = ${at}::timestamptz
    GROUP BY l."id" ORDER BY l."id"`;
}

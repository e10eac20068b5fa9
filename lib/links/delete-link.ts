import { setTimeout as sleep } from "node:timers/promises";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import { linkNotFound } from "./link-errors";
import { removeHistory } from "./remove-history";

/** A deletion is answered after this long at the latest; what is left of the history is removed behind it. */
const patienceMs = 300;

/**
 * Deletes a link with all that was recorded about it. Throws `not_found`.
 * Deleting the row waits for clicks that are being written under a share of it, and later ones find no link: once it is
 * gone its history cannot grow. DeletedLink remembers what is left to do, and every number leaves it out at once.
 */
export async function deleteLink(slug: string): Promise<void> {
  if (!isSlug(slug)) throw linkNotFound(slug);
  const [deleted] = await database().$queryRaw<{ linkId: number }[]>`
    WITH gone AS (DELETE FROM "Link" WHERE "slug" = ${slug} RETURNING "id")
    INSERT INTO "DeletedLink" ("linkId") SELECT "id" FROM gone RETURNING "linkId"`;
  if (!deleted) throw linkNotFound(slug);
  // Housekeeping finishes what fails or takes longer.
  const removed = removeHistory(deleted.linkId).catch(() => {});
  await Promise.race([removed, sleep(patienceMs)]);
}

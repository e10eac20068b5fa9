import { setTimeout as sleep } from "node:timers/promises";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import { linkNotFound } from "./link-errors";
import { removeHistory } from "./remove-history";

/** A deletion is answered after this time at the latest. The rest of the history is removed in the background. */
const patienceMs = 300;

/**
 * Deletes a link and everything recorded about it. Throws `not_found`. The deletion waits for click writers that hold a
 * share lock on the row, and later writers find no link, so the history cannot grow any more. DeletedLink records the
 * pending cleanup and excludes the link from all statistics at once.
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

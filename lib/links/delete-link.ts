import { database } from "../database/client";
import { forgetLink } from "../visits/link-cache";
import { linkNotFound } from "./link-errors";
import { isSlug } from "./slug";

/**
 * Deletes a link with all that was recorded about it. Throws `not_found`.
 * Deleting the row waits for clicks that are being written under a share of it, and later ones find no link: once it is
 * gone its history cannot grow. DeletedLink remembers what is left to do if this process dies in between.
 */
export async function deleteLink(slug: string): Promise<void> {
  if (!isSlug(slug)) throw linkNotFound(slug);
  const [deleted] = await database().$queryRaw<{ linkId: number }[]>`
    WITH gone AS (DELETE FROM "Link" WHERE "slug" = ${slug} RETURNING "id")
    INSERT INTO "DeletedLink" ("linkId") SELECT "id" FROM gone RETURNING "linkId"`;
  forgetLink(slug);
  if (!deleted) throw linkNotFound(slug);
  await removeHistory(deleted.linkId);
}

/** Finishes deletions that were interrupted. */
export async function removeLeftHistory(): Promise<void> {
  for (const { linkId } of await database().deletedLink.findMany()) await removeHistory(linkId);
}

/** In portions, so that no statement is long however many clicks there were. */
const portion = 20_000;

async function removeHistory(linkId: number): Promise<void> {
  let removed: number;
  do {
    removed = await database().$executeRaw`
      DELETE FROM "Click" WHERE ("linkId", "createdAt", "id") IN (
        SELECT "linkId", "createdAt", "id" FROM "Click" WHERE "linkId" = ${linkId} LIMIT ${portion}
      )`;
  } while (removed === portion);
  await database().uncountedVisit.deleteMany({ where: { linkId } });
  await database().deletedLink.deleteMany({ where: { linkId } });
}

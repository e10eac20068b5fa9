import { database } from "../database/client";
import { linkNotFound } from "./link-errors";
import { isSlug } from "./slug";

/**
 * Deletes a link with all that was recorded about it. Throws `not_found`.
 * Deleting the link takes its counter row with it, and a click is only written under a lock on that row: the deletes
 * below therefore begin after the last click in flight was committed, and none can follow.
 */
export async function deleteLink(slug: string): Promise<void> {
  if (!isSlug(slug)) throw linkNotFound(slug);
  await database().$transaction(async (transaction) => {
    const [deleted] = await transaction.$queryRaw<{ id: number }[]>`DELETE FROM "Link" WHERE "slug" = ${slug} RETURNING "id"`;
    if (!deleted) throw linkNotFound(slug);
    await transaction.click.deleteMany({ where: { linkId: deleted.id } });
    await transaction.uncountedVisit.deleteMany({ where: { linkId: deleted.id } });
  });
}

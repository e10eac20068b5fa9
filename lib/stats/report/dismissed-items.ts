import { database } from "../../database/client";
import { inTransaction } from "../../database/in-transaction";

/** Keys of feed items kept per owner; older ones are forgotten. */
const mostDismissed = 200;
/** Of the next steps, which never come back: it is no feed item, and kept. */
export const nextStepsKey = "next steps";

/**
 * Keys of feed items: what happened to which link. An item that changes gets another key and so
 * appears again.
 */
export async function listDismissed(ownerId: string): Promise<Set<string>> {
  const rows = await database().dismissedItem.findMany({
    where: { ownerId },
    select: { key: true },
  });
  return new Set(rows.map(({ key }) => key));
}

export async function dismissItems(
  ownerId: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  await inTransaction(async (writer) => {
    await writer.$executeRaw`
      INSERT INTO "DismissedItem" ("ownerId", "key", "dismissedAt") SELECT DISTINCT ${ownerId}, unnest(${[...keys]}::text[]), ${now}::timestamptz
      ON CONFLICT ("ownerId", "key") DO UPDATE SET "dismissedAt" = excluded."dismissedAt"`;
    await writer.$executeRaw`
      DELETE FROM "DismissedItem" WHERE "ownerId" = ${ownerId} AND "key" <> ${nextStepsKey} AND "key" NOT IN (
        SELECT "key" FROM "DismissedItem" WHERE "ownerId" = ${ownerId} AND "key" <> ${nextStepsKey} ORDER BY "dismissedAt" DESC, "key" LIMIT ${mostDismissed}
      )`;
  });
}

export async function restoreItems(ownerId: string, keys: readonly string[]): Promise<void> {
  await inTransaction((writer) =>
    writer.dismissedItem.deleteMany({ where: { ownerId, key: { in: [...keys] } } }),
  );
}

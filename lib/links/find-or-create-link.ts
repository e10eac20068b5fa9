import { inTransaction, type Writer } from "../database/in-transaction";
import { readLinks } from "./get-link";
import type { Hashed } from "./given-fields";
import { insertLinks } from "./insert-links";
import { answerTo, type Link } from "./link";
import { only } from "./outcome";
import type { NewLink } from "./schema";
import { stateConditions } from "./state-conditions";

/**
 * The link with this destination, and with this slug or alias if one is given, else a new one. An
 * existing link is never changed. Of several, the oldest that redirects is returned, else the
 * oldest. `activeOnly`: one that does not redirect is none. Throws `slug_taken` if the slug leads
 * elsewhere.
 */
export async function findOrCreateLink(
  wanted: Hashed<NewLink>,
  now: Date,
  {
    writer,
    activeOnly = false,
    createdBy,
  }: { writer?: Writer | undefined; activeOnly?: boolean; createdBy?: string } = {},
): Promise<{ link: Link; isNew: boolean }> {
  const run = (transaction: Writer) =>
    findOrCreate(wanted, now, { activeOnly, createdBy }, transaction);
  return writer ? run(writer) : inTransaction(run);
}

async function findOrCreate(
  wanted: Hashed<NewLink>,
  now: Date,
  { activeOnly, createdBy }: { activeOnly: boolean; createdBy: string | undefined },
  writer: Writer,
) {
  const { url, slug = null } = wanted;
  // Two requests for one destination take turns, so that the second finds the link of the first.
  await writer.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${url}, 0))`;
  // One with a password does not redirect for everybody.
  const [found] = await writer.$queryRaw<{ id: number; isActive: boolean }[]>`
    SELECT l."id", ${stateConditions(now).active} AND l."passwordHash" IS NULL AS "isActive"
    FROM "Link" l WHERE l."url" = ${url} AND (
      ${slug}::text IS NULL OR l."slug" = ${slug} OR l."id" = (SELECT "linkId" FROM "Alias" WHERE "slug" = ${slug})
    ) ORDER BY 2 DESC, 1 LIMIT 1`;
  if (!found || (activeOnly && !found.isActive))
    return { link: only(await insertLinks([wanted], now, { writer, createdBy })), isNew: true };
  const link = (await readLinks([found.id], writer)).get(found.id) as Link;
  return { link: answerTo(wanted, link), isNew: false };
}

import { env } from "../config/env";
import { inTransaction, type Writer } from "../database/in-transaction";
import { createLink } from "./create-link";
import { answerTo, type Link, linkInclude, toLink } from "./link";
import type { NewLink } from "./schema";

/**
 * The link with this destination, and with this slug if one is given, else a new one. An existing link is never changed. Of
 * several, the oldest that redirects is returned, else the oldest. Throws `slug_taken` if the slug leads elsewhere.
 */
export async function findOrCreateLink(wanted: NewLink, now: Date, writer?: Writer): Promise<{ link: Link; isNew: boolean }> {
  return writer ? findOrCreate(wanted, now, writer) : inTransaction((transaction) => findOrCreate(wanted, now, transaction));
}

async function findOrCreate(wanted: NewLink, now: Date, writer: Writer) {
  const { url, slug = null } = wanted;
  // Two requests for one destination take turns, so that the second finds the link of the first.
  await writer.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${url}, 0))`;
  const [found] = await writer.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Link" WHERE "url" = ${url} AND (${slug}::text IS NULL OR "slug" = ${slug})
    ORDER BY "enabled" AND ("expiresAt" IS NULL OR "expiresAt" > ${now}::timestamptz) DESC, "id" LIMIT 1`;
  if (!found) return { link: await createLink(wanted, now, { writer }), isNew: true };
  const row = await writer.link.findUniqueOrThrow({ where: { id: found.id }, include: linkInclude });
  return { link: answerTo(wanted, toLink(row, env().BASE_URL)), isNew: false };
}

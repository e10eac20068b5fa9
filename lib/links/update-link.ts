import { env } from "../config/env";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import { isMissingRow, isUniqueViolation } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { getLink } from "./get-link";
import { type Link, linkInclude, toLink } from "./link";
import { linkNotFound, slugTaken } from "./link-errors";
import { type Expectation, requireExpected, requireVersion } from "./link-version";
import { announceDestination } from "./new-destination";
import type { LinkChanges } from "./schema";

/**
 * Empty `changes` return the link unchanged, including `updatedAt`. Throws `not_found`, `slug_taken` if the new slug is in
 * use, and `precondition_failed` if the link is not as expected.
 */
export async function updateLink(slug: string, changes: LinkChanges, now: Date, isExpected?: Expectation): Promise<Link> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) {
    const link = await getLink(slug);
    if (isExpected) requireExpected(link, isExpected);
    return link;
  }
  if (!isSlug(slug)) throw linkNotFound(slug);
  const data: Prisma.LinkUpdateInput = { ...given, updatedAt: now };
  const update = (writer: Writer) => writer.link.update({ where: { slug }, data, include: linkInclude });
  try {
    const row = isExpected
      ? await database().$transaction(async (writer) => {
          await requireVersion(writer, slug, isExpected);
          return update(writer);
        })
      : await update(database());
    if (changes.url !== undefined) announceDestination({ linkId: row.id, url: row.url });
    return toLink(row, env().BASE_URL);
  } catch (error) {
    if (isMissingRow(error)) throw linkNotFound(slug);
    if (isUniqueViolation(error)) throw slugTaken(changes.slug ?? slug);
    throw error;
  }
}

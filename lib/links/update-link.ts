import { env } from "../config/env";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import { isMissingRow, isUniqueViolation } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Editor } from "./editor";
import { getLink } from "./get-link";
import { answerTo, type Link, linkInclude, toLink } from "./link";
import { linkNotFound, slugTaken } from "./link-errors";
import { type Expectation, requireExpected, requireVersion } from "./link-version";
import { announceDestination } from "./new-destination";
import type { LinkChanges } from "./schema";
import { replaceTags } from "./tag-links";

interface UpdateOptions {
  isExpected?: Expectation | undefined;
  /** Who makes the change, for the link's history. */
  by?: Editor;
}

/**
 * Empty `changes` return the link unchanged, including `updatedAt`. Throws `not_found`, `slug_taken` if the new slug is in
 * use, and `precondition_failed` if the link is not as expected.
 */
export async function updateLink(slug: string, changes: LinkChanges, now: Date, { isExpected, by }: UpdateOptions = {}): Promise<Link> {
  const { tags, ...columns } = changes;
  if (Object.values(changes).every((value) => value === undefined)) {
    const link = await getLink(slug);
    if (isExpected) requireExpected(link, isExpected);
    return link;
  }
  if (!isSlug(slug)) throw linkNotFound(slug);
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const data: Prisma.LinkUpdateInput = { ...given, updatedAt: now, editedBy: by ?? null };
  const update = async (writer: Writer) => {
    if (isExpected) await requireVersion(writer, slug, isExpected);
    const row = await writer.link.update({ where: { slug }, data, include: linkInclude });
    if (!tags) return row;
    await replaceTags(new Map([[row.id, tags]]), { now, by }, writer);
    return writer.link.findUniqueOrThrow({ where: { id: row.id }, include: linkInclude });
  };
  try {
    const row = isExpected || tags ? await inTransaction(update) : await update(database());
    if (changes.url !== undefined) announceDestination({ linkId: row.id, url: row.url });
    return answerTo(changes, toLink(row, env().BASE_URL));
  } catch (error) {
    if (isMissingRow(error)) throw linkNotFound(slug);
    if (isUniqueViolation(error)) throw slugTaken(changes.slug ?? slug);
    throw error;
  }
}

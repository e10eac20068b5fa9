import { SluglineError } from "../core/errors";
import { byTagName, type Tag, type TagColor, tagColors, tagKey } from "../core/tag";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { inTransaction, type Writer } from "../database/in-transaction";
import { colorsOfNewTags } from "./ensure-tags";
import { renameTagInViews } from "./tags-in-views";

/** All tags by name, in Unicode order. */
export async function listTags(): Promise<Tag[]> {
  const rows = await database().$queryRaw<{ name: string; color: string; linkCount: number }[]>`
    SELECT t."name", t."color", coalesce(c."count", 0)::int AS "linkCount"
    FROM "Tag" t LEFT JOIN (SELECT "tagId", count(*) AS "count" FROM "LinkTag" GROUP BY "tagId") c ON c."tagId" = t."id"`;
  return rows
    .map(({ name, color, linkCount }) => ({ name, color: knownColor(color), linkCount }))
    .sort((a, b) => byTagName(a.name, b.name));
}

/** The colours of all tags by name, in Unicode order. Counts no links. */
export async function listTagColors(): Promise<ReadonlyMap<string, TagColor>> {
  const rows = await database().tag.findMany({ select: { name: true, color: true } });
  return new Map(
    rows
      .sort((a, b) => byTagName(a.name, b.name))
      .map(({ name, color }) => [name, knownColor(color)]),
  );
}

/** Throws `tag_taken`, and `validation_failed` if there are too many. */
export async function createTag(
  { name, color }: { name: string; color?: TagColor | undefined },
  now: Date,
  writer: Writer = database(),
): Promise<Tag> {
  const [dealt = "gray"] = await colorsOfNewTags(1, writer);
  const tag = { name, color: color ?? dealt };
  try {
    await writer.tag.create({ data: { ...tag, key: tagKey(name), createdAt: now } });
  } catch (error) {
    if (isUniqueViolation(error)) throw tagTaken(name);
    throw error;
  }
  return { ...tag, linkCount: 0 };
}

interface TagChange {
  name?: string | undefined;
  color?: TagColor | undefined;
  mayMerge?: boolean;
}

/**
 * Renames a tag or gives it another colour. With the name of another tag, its links get that one,
 * and it is deleted. Throws `not_found`, and `tag_taken` unless it `mayMerge`.
 */
export async function changeTag(
  name: string,
  { mayMerge = true, ...changes }: TagChange,
): Promise<Tag> {
  return inTransaction(async (writer) => {
    const keys = [name, changes.name ?? name].map(tagKey);
    const rows = await writer.$queryRaw<{ id: number; key: string }[]>`
      SELECT "id", "key" FROM "Tag" WHERE "key" = ANY(${keys}::text[]) ORDER BY "key" COLLATE "C" FOR UPDATE`;
    const [from, to] = keys.map((key) => rows.find((row) => row.key === key));
    if (!from) throw tagNotFound(name);
    const stays = to ?? from;
    if (stays !== from) {
      if (!mayMerge) throw tagTaken(changes.name ?? name);
      await moveLinks(from.id, stays.id, writer);
      await writer.share.updateMany({ where: { tagId: from.id }, data: { tagId: stays.id } });
      await writer.tag.delete({ where: { id: from.id } });
    }
    // A merge keeps the spelling of the tag that stays.
    const renamed =
      changes.name !== undefined && stays === from
        ? { name: changes.name, key: tagKey(changes.name) }
        : {};
    const data = { ...renamed, ...(changes.color ? { color: changes.color } : {}) };
    const stored = await writer.tag.update({
      where: { id: stays.id },
      data,
      include: { _count: { select: { links: true } } },
    });
    await renameTagInViews(name, stored.name, writer);
    return { name: stored.name, color: knownColor(stored.color), linkCount: stored._count.links };
  });
}

/** Waits for links that are being deleted, and leaves them out. */
async function moveLinks(fromTag: number, toTag: number, writer: Writer): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO "LinkTag" ("linkId", "tagId", "createdAt")
    SELECT t."linkId", ${toTag}, t."createdAt" FROM "LinkTag" t JOIN "Link" l ON l."id" = t."linkId" WHERE t."tagId" = ${fromTag}
    FOR KEY SHARE OF l ON CONFLICT DO NOTHING`;
}

/** Takes the tag off all its links. Throws `not_found`. */
export async function deleteTag(name: string): Promise<void> {
  // A transaction, to run again after a deadlock with an edit of one of them.
  const { count } = await inTransaction((writer) =>
    writer.tag.deleteMany({ where: { key: tagKey(name) } }),
  );
  if (count === 0) throw tagNotFound(name);
}

function tagTaken(name: string): SluglineError {
  return new SluglineError("tag_taken", `The tag "${name}" exists: choose another name.`);
}

function tagNotFound(name: string): SluglineError {
  return new SluglineError("not_found", `There is no tag "${name}".`);
}

function knownColor(color: string): TagColor {
  return tagColors.find((each) => each === color) ?? "gray";
}

import { refuseOverwrite } from "../core/changed-since";
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
  writer?: Writer,
): Promise<Tag> {
  if (!writer) return inTransaction((own) => createTag({ name, color }, now, own));
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
 * and it is deleted. Throws `not_found`, `tag_taken` unless it `mayMerge`, and `precondition_failed`
 * if others changed the same since it was `seen`.
 */
export async function changeTag(
  name: string,
  { mayMerge = true, ...changes }: TagChange,
  seen: object = {},
  given?: Writer,
): Promise<Tag> {
  const run = async (writer: Writer) => {
    const keys = [name, changes.name ?? name].map(tagKey);
    const rows = await writer.$queryRaw<{ id: number; key: string; name: string; color: string }[]>`
      SELECT "id", "key", "name", "color" FROM "Tag" WHERE "key" = ANY(${keys}::text[]) ORDER BY "key" COLLATE "C" FOR UPDATE`;
    const [from, to] = keys.map((key) => rows.find((row) => row.key === key));
    if (!from) throw tagNotFound(name);
    refuseOverwrite(seen, { ...from, color: knownColor(from.color) }, changes);
    const stays = to ?? from;
    if (stays !== from) {
      if (!mayMerge) throw tagTaken(changes.name ?? name);
      await mergeTag(from.id, stays.id, writer);
    }
    // A merge keeps the spelling of the tag that stays.
    const renamed = stays === from && changes.name !== undefined ? changes.name : stays.name;
    const color = changes.color ?? stays.color;
    const data = { name: renamed, key: tagKey(renamed), color };
    const stored = await writer.tag.update({
      where: { id: stays.id },
      data,
      include: { _count: { select: { links: true } } },
    });
    await renameTagInViews(name, stored.name, writer);
    return { name: stored.name, color: knownColor(stored.color), linkCount: stored._count.links };
  };
  return given ? run(given) : inTransaction(run);
}

/** Its links get the other tag. Waits for links that are being deleted, and leaves them out. */
async function mergeTag(fromTag: number, toTag: number, writer: Writer): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO "LinkTag" ("linkId", "tagId", "createdAt")
    SELECT t."linkId", ${toTag}, t."createdAt" FROM "LinkTag" t JOIN "Link" l ON l."id" = t."linkId" WHERE t."tagId" = ${fromTag}
    FOR KEY SHARE OF l ON CONFLICT DO NOTHING`;
  await writer.share.updateMany({ where: { tagId: fromTag }, data: { tagId: toTag } });
  await writer.tag.delete({ where: { id: fromTag } });
}

/** How many links have it. */
export function countTagged(name: string, writer: Writer): Promise<number> {
  return writer.linkTag.count({ where: { tag: { key: tagKey(name) } } });
}

/**
 * The same for at most so many of its links, for one that many have: takes it off, or gives them the
 * tag `to` instead. Throws `not_found`.
 */
export async function moveTagged(
  name: string,
  to: string | null,
  most: number,
  writer: Writer,
): Promise<void> {
  const keys = [name, ...(to === null ? [] : [to])].map(tagKey);
  const rows = await writer.$queryRaw<{ id: number; key: string }[]>`
    SELECT "id", "key" FROM "Tag" WHERE "key" = ANY(${keys}::text[]) ORDER BY "key" COLLATE "C" FOR KEY SHARE`;
  const [from, target] = keys.map((key) => rows.find((row) => row.key === key)?.id);
  if (from === undefined) throw tagNotFound(name);
  if (to !== null && target === undefined) throw tagNotFound(to);
  await writer.$executeRaw`
    WITH part AS MATERIALIZED (
      SELECT l."id" FROM "LinkTag" t JOIN "Link" l ON l."id" = t."linkId" WHERE t."tagId" = ${from} ORDER BY l."id" LIMIT ${most} FOR NO KEY UPDATE OF l
    ), gone AS (
      DELETE FROM "LinkTag" t USING part WHERE t."tagId" = ${from} AND t."linkId" = part."id" RETURNING t."linkId", t."createdAt"
    )
    INSERT INTO "LinkTag" ("linkId", "tagId", "createdAt")
    SELECT "linkId", ${target ?? null}::int, "createdAt" FROM gone WHERE ${to !== null} ON CONFLICT DO NOTHING`;
}

/** Takes the tag off all its links. Throws `not_found`. */
export async function deleteTag(name: string, given?: Writer): Promise<void> {
  const run = (writer: Writer) => writer.tag.deleteMany({ where: { key: tagKey(name) } });
  // A transaction, to run again after a deadlock with an edit of one of them.
  const { count } = await (given ? run(given) : inTransaction(run));
  if (count === 0) throw tagNotFound(name);
}

function tagTaken(name: string): SluglineError {
  return new SluglineError("tag_taken", "tagTaken", { tag: name });
}

function tagNotFound(name: string): SluglineError {
  return new SluglineError("not_found", "tagUnknown", { tag: name });
}

function knownColor(color: string): TagColor {
  return tagColors.find((each) => each === color) ?? "gray";
}

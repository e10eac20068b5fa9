import { SluglineError } from "../core/errors";
import { byTagName, mostTags, tagKey } from "../core/tag";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Editor } from "./editor";
import { ensureTags } from "./ensure-tags";
import { linkNotFound } from "./link-errors";
import type { TagEdit } from "./tag-schema";

export interface Edit {
  now: Date;
  /** Undefined for scripts. */
  by?: Editor | undefined;
}

/** Gives new links their tags. */
export async function tagNewLinks(
  links: readonly { id: number; createdAt: Date; tags: readonly string[] }[],
  now: Date,
  writer: Writer,
): Promise<void> {
  const tagged = links.filter(({ tags }) => tags.length > 0);
  if (tagged.length === 0) return;
  const known = await ensureTags(
    tagged.flatMap(({ tags }) => tags),
    now,
    writer,
  );
  const data = tagged.flatMap(({ id, createdAt, tags }) => tags.map((name) => ({ linkId: id, createdAt, tagId: idOf(known, name) })));
  await writer.linkTag.createMany({ data, skipDuplicates: true });
}

/** Replaces the tags of links, whose rows the transaction has locked, and notes what changed. */
export async function replaceTags(wanted: ReadonlyMap<number, readonly string[]>, { now, by }: Edit, writer: Writer): Promise<void> {
  if (wanted.size === 0) return;
  const known = await ensureTags([...wanted.values()].flat(), now, writer);
  const links = await writer.link.findMany({
    where: { id: { in: [...wanted.keys()] } },
    select: { id: true, createdAt: true, tags: { select: { tag: { select: { id: true, name: true } } } } },
  });
  const steps = links.map(({ id, createdAt, tags }) => {
    const after = new Map((wanted.get(id) ?? []).map((name) => [idOf(known, name), known.get(tagKey(name))?.name ?? name]));
    const before = new Map(tags.map(({ tag }) => [tag.id, tag.name]));
    return { linkId: id, createdAt, before, after };
  });
  const removed = steps.flatMap(({ linkId, before, after }) =>
    [...before.keys()].filter((tagId) => !after.has(tagId)).map((tagId) => ({ linkId, tagId })),
  );
  const added = steps.flatMap(({ linkId, createdAt, before, after }) =>
    [...after.keys()].filter((tagId) => !before.has(tagId)).map((tagId) => ({ linkId, tagId, createdAt })),
  );
  if (removed.length > 0) {
    const [linkIds, tagIds] = [removed.map(({ linkId }) => linkId), removed.map(({ tagId }) => tagId)];
    await writer.$executeRaw`
      DELETE FROM "LinkTag" t USING unnest(${linkIds}::int[], ${tagIds}::int[]) AS r("linkId", "tagId")
      WHERE t."linkId" = r."linkId" AND t."tagId" = r."tagId"`;
  }
  await writer.linkTag.createMany({ data: added, skipDuplicates: true });
  const changed = new Set([...removed, ...added].map(({ linkId }) => linkId));
  await writer.linkChange.createMany({
    data: steps
      .filter(({ linkId }) => changed.has(linkId))
      .map(({ linkId, before, after }) => ({
        linkId,
        at: now,
        kind: "tags",
        by: by ?? null,
        from: [...before.values()].sort(byTagName),
        to: [...after.values()].sort(byTagName),
      })),
    skipDuplicates: true,
  });
}

/** What an edit did to the tags of a link. */
export interface TagsEdited extends TagEdit {
  slug: string;
}

/**
 * Adds tags to a link and removes others. What it has already, or does not have, stays as it is; then so does `updatedAt`.
 * Throws `not_found`, and `validation_failed` if it would have too many.
 */
export async function editTags(slug: string, { add, remove }: TagEdit, { now, by }: Edit): Promise<TagsEdited> {
  return inTransaction(async (writer) => {
    const [link] = await writer.$queryRaw<{ id: number }[]>`SELECT "id" FROM "Link" WHERE "slug" = ${slug} FOR NO KEY UPDATE`;
    if (!link) throw linkNotFound(slug);
    const rows = await writer.linkTag.findMany({ where: { linkId: link.id }, select: { tag: { select: { name: true } } } });
    const before = rows.map(({ tag }) => tag.name);
    const has = new Set(before.map(tagKey));
    const gone = new Set(remove.map(tagKey));
    const added = add.filter((name) => !has.has(tagKey(name)));
    const removed = before.filter((name) => gone.has(tagKey(name)));
    const after = [...before.filter((name) => !gone.has(tagKey(name))), ...added];
    if (after.length > mostTags) throw tooManyTags();
    if (added.length > 0 || removed.length > 0) {
      await writer.$executeRaw`UPDATE "Link" SET "updatedAt" = ${now}::timestamptz WHERE "id" = ${link.id}`;
      await replaceTags(new Map([[link.id, after]]), { now, by }, writer);
    }
    return { slug, add: added, remove: removed };
  });
}

function tooManyTags(): SluglineError {
  return new SluglineError("validation_failed", `A link can have ${mostTags} tags: remove one first.`);
}

function idOf(known: ReadonlyMap<string, { id: number }>, name: string): number {
  const tag = known.get(tagKey(name));
  // Deleted between two statements outside of a transaction.
  if (!tag) throw new SluglineError("unavailable", "A tag was deleted at the same time: try again.");
  return tag.id;
}

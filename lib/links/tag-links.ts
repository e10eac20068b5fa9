import { SluglineError } from "../core/errors";
import { byTagName, mostTags, tagKey } from "../core/tag";
import { Prisma } from "../database/generated/client";
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
export async function tagNewLinks(links: readonly { id: number; tags: readonly string[] }[], now: Date, writer: Writer): Promise<void> {
  const names = links.flatMap(({ tags }) => tags);
  if (names.length === 0) return;
  const known = await ensureTags(names, now, writer);
  await insertTags(
    links.flatMap(({ id, tags }) => tags.map((name) => ({ linkId: id, tagId: idOf(known, name) }))),
    writer,
  );
}

interface LinkTag {
  linkId: number;
  tagId: number;
}

async function insertTags(added: readonly LinkTag[], writer: Writer): Promise<void> {
  if (added.length === 0) return;
  await writer.$executeRaw`
    INSERT INTO "LinkTag" ("linkId", "tagId", "createdAt")
    SELECT a."linkId", a."tagId", l."createdAt" FROM ${listed(added)} AS a("linkId", "tagId") JOIN "Link" l ON l."id" = a."linkId"
    ON CONFLICT DO NOTHING`;
}

async function deleteTags(removed: readonly LinkTag[], writer: Writer): Promise<void> {
  if (removed.length === 0) return;
  await writer.$executeRaw`
    DELETE FROM "LinkTag" t USING ${listed(removed)} AS r("linkId", "tagId") WHERE t."linkId" = r."linkId" AND t."tagId" = r."tagId"`;
}

function listed(rows: readonly LinkTag[]): Prisma.Sql {
  const [linkIds, tagIds] = [rows.map(({ linkId }) => linkId), rows.map(({ tagId }) => tagId)];
  return Prisma.sql`unnest(${linkIds}::int[], ${tagIds}::int[])`;
}

/** Replaces the tags of links, whose rows the transaction has locked, and notes what changed. */
export async function replaceTags(wanted: ReadonlyMap<number, readonly string[]>, { now, by }: Edit, writer: Writer): Promise<void> {
  if (wanted.size === 0) return;
  const known = await ensureTags([...wanted.values()].flat(), now, writer);
  const links = await writer.link.findMany({
    where: { id: { in: [...wanted.keys()] } },
    select: { id: true, tags: { select: { tag: { select: { id: true, name: true } } } } },
  });
  const steps = links.map(({ id, tags }) => {
    const after = new Map((wanted.get(id) ?? []).map((name) => [idOf(known, name), known.get(tagKey(name))?.name ?? name]));
    const before = new Map(tags.map(({ tag }) => [tag.id, tag.name]));
    return { linkId: id, before, after };
  });
  const missingIn = (linkId: number, of: ReadonlyMap<number, string>, there: ReadonlyMap<number, string>) =>
    [...of.keys()].filter((tagId) => !there.has(tagId)).map((tagId) => ({ linkId, tagId }));
  const removed = steps.flatMap(({ linkId, before, after }) => missingIn(linkId, before, after));
  const added = steps.flatMap(({ linkId, before, after }) => missingIn(linkId, after, before));
  await deleteTags(removed, writer);
  await insertTags(added, writer);
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

import { refusedField, SluglineError } from "../core/errors";
import { byTagName, mostTags, tagKey } from "../core/tag";
import { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import type { Editor } from "./editor";
import { ensureTags, lockTags } from "./ensure-tags";
import { changedMeanwhile } from "./link-version";
import { changedAfter } from "./list-edits";
import { lockLinks, timeOfEdit } from "./locks";
import { accepted, checkEach, linkNotFound, type Outcome } from "./outcome";
import type { TagEdit } from "./tag-schema";

export interface Edit {
  /** Links change at `timeOfEdit`. */
  now: Date;
  /** Undefined for scripts. */
  by?: Editor | undefined;
}

/** Gives new links their tags. */
export async function tagNewLinks(
  links: readonly { id: number; tags: readonly string[] }[],
  now: Date,
  writer: Writer,
): Promise<void> {
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

/** The names of a link's tags by id. */
type TagsOfLink = ReadonlyMap<number, string>;

async function readTags(linkIds: number[], writer: Writer): Promise<Map<number, TagsOfLink>> {
  const links = await writer.link.findMany({
    where: { id: { in: linkIds } },
    select: { id: true, tags: { select: { tag: { select: { id: true, name: true } } } } },
  });
  return new Map(
    links.map(({ id, tags }) => [id, new Map(tags.map(({ tag }) => [tag.id, tag.name]))]),
  );
}

interface Step {
  linkId: number;
  before: TagsOfLink;
  after: TagsOfLink;
}

/** Replaces the tags of links, whose rows the transaction has locked, and notes what changed. */
export async function replaceTags(
  wanted: ReadonlyMap<number, readonly string[]>,
  edit: Edit,
  writer: Writer,
): Promise<void> {
  if (wanted.size === 0) return;
  const known = await ensureTags([...wanted.values()].flat(), edit.now, writer);
  const current = await readTags([...wanted.keys()], writer);
  const steps = [...current].map(([linkId, before]) => ({
    linkId,
    before,
    after: new Map(
      (wanted.get(linkId) ?? []).map((name) => [
        idOf(known, name),
        known.get(tagKey(name))?.name ?? name,
      ]),
    ),
  }));
  await apply(steps, edit, writer);
}

async function apply(steps: readonly Step[], { now, by }: Edit, writer: Writer): Promise<void> {
  const removed = steps.flatMap(({ linkId, before, after }) =>
    missing(before, after).map(([tagId]) => ({ linkId, tagId })),
  );
  const added = steps.flatMap(({ linkId, before, after }) =>
    missing(after, before).map(([tagId]) => ({ linkId, tagId })),
  );
  await deleteTags(removed, writer);
  await insertTags(added, writer);
  const changed = new Set([...removed, ...added].map(({ linkId }) => linkId));
  if (changed.size === 0) return;
  const rows = steps
    .filter(({ linkId }) => changed.has(linkId))
    .map(({ linkId, before, after }) => ({
      linkId,
      from: [...before.values()].sort(byTagName),
      to: [...after.values()].sort(byTagName),
    }));
  // Of two changes at the same time the first `from` and the last `to` count, as in
  // prisma/rules/history.sql.
  await writer.$executeRaw`
    INSERT INTO "LinkChange" ("linkId", "at", "kind", "by", "from", "to")
    SELECT "linkId", ${now}::timestamptz, 'tags', ${by ?? null}::text, "from", "to"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c("linkId" int, "from" jsonb, "to" jsonb)
    ON CONFLICT ("linkId", "at", "kind") DO UPDATE SET "to" = excluded."to", "by" = excluded."by"`;
}

function missing(of: TagsOfLink, there: TagsOfLink): [number, string][] {
  return [...of].filter(([tagId]) => !there.has(tagId));
}

/** What an edit did to the tags of a link. */
export interface TagsEdited extends TagEdit {
  id: number;
  slug: string;
}

/**
 * Adds tags to links and removes others. What a link has already, or does not have, stays as it is;
 * then so does `updatedAt`. The tags that it keeps are never looked up by name, which another owner
 * may change meanwhile. Refuses links with `not_found`, `validation_failed` if they would have too
 * many, and `precondition_failed` if their tags were changed after what this undoes.
 */
export async function editTags(
  slugs: readonly string[],
  { add, remove, isUndo, undoes }: TagEdit,
  edit: Edit,
  given?: Writer,
): Promise<Outcome<TagsEdited>[]> {
  const run = async (writer: Writer) => {
    const ids = await lockLinks(slugs, writer);
    const tags = await readTags([...ids.values()], writer);
    const overtaken = undoes
      ? await changedAfter(new Date(undoes), [...ids.values()], ["tags"], writer)
      : null;
    const gone = new Set(remove.map(tagKey));
    const wanted = slugs.map((slug): Outcome<TagsOfOneLink> => {
      const linkId = ids.get(slug);
      const before = linkId === undefined ? undefined : tags.get(linkId);
      if (linkId === undefined || before === undefined) return linkNotFound(slug);
      if (overtaken?.has(linkId)) return changedMeanwhile(slug);
      const has = new Set([...before.values()].map(tagKey));
      const kept = [...before].filter(([, name]) => !gone.has(tagKey(name)));
      const lacks = add.filter((name) => !has.has(tagKey(name)));
      return kept.length + lacks.length > mostTags
        ? tooManyTags()
        : { slug, linkId, before, kept, lacks };
    });
    // Only links that get them have new tags created.
    const names = accepted(wanted).flatMap(({ lacks }) => lacks);
    const known = isUndo
      ? await lockTags(names.map(tagKey), writer)
      : await ensureTags(names, edit.now, writer);
    const steps = checkEach(wanted, ({ slug, linkId, before, kept, lacks }) => {
      const added = lacks
        .flatMap((name) => known.get(tagKey(name)) ?? [])
        .map(({ id, name }): [number, string] => [id, name]);
      const after = new Map([...kept, ...added]);
      const namesOf = (some: [number, string][]) => some.map(([, name]) => name);
      return {
        slug,
        linkId,
        before,
        after,
        add: namesOf(missing(after, before)),
        remove: namesOf(missing(before, after)),
      };
    });
    const changed = [
      ...new Map(accepted(steps).map((step) => [step.linkId, step])).values(),
    ].filter((step) => step.add.length + step.remove.length > 0);
    if (changed.length > 0) {
      const linkIds = changed.map(({ linkId }) => linkId);
      const now = await timeOfEdit(linkIds, edit.now, writer);
      await writer.$executeRaw`UPDATE "Link" SET "updatedAt" = ${now}::timestamptz WHERE "id" = ANY(${linkIds}::int[])`;
      await apply(changed, { ...edit, now }, writer);
    }
    return checkEach(
      steps,
      ({ linkId: id, slug, add, remove }): TagsEdited => ({ id, slug, add, remove }),
    );
  };
  return given ? run(given) : inTransaction(run);
}

/** Of a link that is edited: its tags, those that it keeps, and the names of those that it gets. */
interface TagsOfOneLink {
  slug: string;
  linkId: number;
  before: TagsOfLink;
  kept: [number, string][];
  lacks: string[];
}

function tooManyTags(): SluglineError {
  return refusedField("tags", "tagsOfLinkAtMost", { most: mostTags });
}

function idOf(known: ReadonlyMap<string, { id: number }>, name: string): number {
  const tag = known.get(tagKey(name));
  if (!tag) throw new SluglineError("unavailable", "tagDeleted");
  return tag.id;
}

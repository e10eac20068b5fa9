import type { AddressesByKey, ScheduledAddress } from "../core/destination-rules";
import { isSlug } from "../core/slug";
import { database, sharedTimeBefore } from "../database/client";
import type { LinkChange } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { type Creator, creatorIn, type Editor, editorIn, editorNames, ownWays } from "./editor";
import { type Field, fieldNames, type LinkField, linkFields } from "./fields";
import { readLinks } from "./get-link";
import { type Link, withUnset } from "./link";
import { linkNotFound } from "./outcome";
import { undoMs } from "./undoer";

/** What a link had before or after a change: as the link has it. */
type Value = string | number | boolean | string[] | AddressesByKey | ScheduledAddress[] | null;

/** A change of one field of a link. */
export interface LinkEdit {
  at: string;
  /** The owner or API token that made it; null if that is not known or no longer exists. */
  by: string | null;
  field: LinkField;
  /** Of a password, whether the link had one. Of a destination that an earlier version replaced, only the host is known. */
  from: Value;
  to: Value;
}

const fieldOfKind = new Map(
  fieldNames.flatMap((name) => {
    const { kinds = [name] }: Field = linkFields[name];
    return kinds.map((kind): [string, LinkField] => [kind, name]);
  }),
);

interface LinkEdits {
  createdBy: Creator;
  /** Latest first; those before the latest 200 are no longer stored. */
  changes: LinkEdit[];
}

/** What a field of a link has now, and who changed it, if that is known. */
export type Meanwhile = Pick<LinkEdit, "field" | "to" | "by">;

/** Renaming a tag changes it on links, too, which no history has. */
export async function readMeanwhile(link: Link, of: readonly string[]): Promise<Meanwhile[]> {
  const { changes } = await listEdits(link.slug);
  const now = withUnset(link);
  return fieldNames
    .filter((field) => of.includes(field))
    .map((field) => {
      // Nobody sees a password, so none is compared.
      const to: Value = field === "password" ? null : now[field];
      const latest = changes.find((change) => change.field === field);
      const isLatest = JSON.stringify(latest?.to) === JSON.stringify(to);
      return { field, to, by: (isLatest && latest?.by) || null };
    });
}

/** Who created a link, and what was changed since. Throws `not_found`. */
export async function listEdits(slug: string): Promise<LinkEdits> {
  const link = isSlug(slug)
    ? await database().link.findUnique({
        where: { slug },
        select: { createdBy: true, changes: { orderBy: [{ at: "desc" }, { kind: "asc" }] } },
      })
    : null;
  if (!link) throw linkNotFound(slug);
  const names = await editorNames([editorIn(link.createdBy), ...link.changes.map(({ by }) => by)]);
  const changes = link.changes.flatMap((row) => editIn(row, names) ?? []);
  return { createdBy: creatorIn(link.createdBy, names), changes };
}

/** Null for a field of a later version. */
function editIn(
  { at, kind, before, by, from, to }: LinkChange,
  names: ReadonlyMap<string, string>,
): LinkEdit | null {
  const field = fieldOfKind.get(kind);
  if (!field) return null;
  const values = { from: from as Value, to: to as Value };
  // Earlier versions stored no values.
  const known =
    from === null && to === null
      ? field === "enabled"
        ? { from: kind !== "enabled", to: kind === "enabled" }
        : { from: before, to: null }
      : values;
  const shown =
    linkFields[field].type === "timestamptz"
      ? { from: instantOf(known.from), to: instantOf(known.to) }
      : known;
  return { at: at.toISOString(), by: names.get(by ?? "") ?? null, field, ...shown };
}

/** `by`: an `Editor`. */
interface EditsQuery {
  by: string;
  from: Date | undefined;
  until: Date | undefined;
  page: number;
}

const pageSize = 50;

/**
 * What was changed on any link, latest first, with the links as they are now. `mayUndo`: it is the
 * last change of its field, whoever made it, and not older than `undoMs`.
 */
export async function listAllEdits({ by, from, until, page }: EditsQuery, now: Date) {
  const rows = await database().linkChange.findMany({
    where: {
      ...(by && { by }),
      at: { ...(from && { gte: from }), ...(until && { lt: until }) },
      kind: { in: [...fieldOfKind.keys()] },
    },
    orderBy: [{ at: "desc" }, { linkId: "asc" }, { kind: "asc" }],
    skip: (page - 1) * pageSize,
    take: pageSize + 1,
  });
  const shown = rows.slice(0, pageSize);
  const linkIds = [...new Set(shown.map(({ linkId }) => linkId))];
  const [names, links, latest, since] = await Promise.all([
    editorNames(shown.map(({ by }) => by)),
    readLinks(linkIds),
    lastChanges(linkIds),
    sharedTimeBefore(undoMs, now),
  ]);
  const edits = shown.flatMap((row) => {
    const [link, edit] = [links.get(row.linkId), editIn(row, names)];
    if (!link || !edit) return [];
    const isLatest = latest.get(`${link.id} ${edit.field}`)?.getTime() === row.at.getTime();
    return [{ link, edit, mayUndo: isLatest && row.at > since }];
  });
  const skipped = (page - 1) * pageSize;
  const range = { first: skipped + 1, last: skipped + shown.length };
  return { edits, ...range, hasMore: rows.length > pageSize };
}

/** When each field of these links was changed last, by link and field. */
async function lastChanges(linkIds: number[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await database().linkChange.groupBy({
    by: ["linkId", "kind"],
    where: { linkId: { in: linkIds } },
    _max: { at: true },
  });
  const last = new Map<string, Date>();
  for (const { linkId, kind, _max } of rows) {
    // Enabled and disabled are one field.
    const key = `${linkId} ${fieldOfKind.get(kind)}`;
    const known = last.get(key);
    if (_max.at && !(known && known > _max.at)) last.set(key, _max.at);
  }
  return last;
}

/**
 * Those of these links, which the transaction has locked, of which somebody changed one of the
 * fields after `at`: an undo of what happened then would overwrite that unseen.
 */
export async function changedAfter(
  at: Date,
  linkIds: number[],
  fields: readonly string[],
  writer: Pick<Writer, "linkChange">,
): Promise<ReadonlySet<number>> {
  const kinds = [...fieldOfKind].flatMap(([kind, field]) => (fields.includes(field) ? [kind] : []));
  const newer = await writer.linkChange.findMany({
    where: { linkId: { in: linkIds }, at: { gt: at }, kind: { in: kinds } },
    select: { linkId: true },
  });
  return new Set(newer.map(({ linkId }) => linkId));
}

/** So many are counted at most. */
export const mostEditsCounted = 1_000;

/** How often links were changed since then by anybody but this person and their tokens. */
export async function countEditsOfOthers(me: Editor, since: Date): Promise<number> {
  const rows = await database().linkChange.findMany({
    where: {
      at: { gte: since },
      kind: { in: [...fieldOfKind.keys()] },
      OR: [{ by: null }, { by: { notIn: await ownWays(me) } }],
    },
    select: { linkId: true },
    // One more says that there are more.
    take: mostEditsCounted + 1,
  });
  return rows.length;
}

/** Postgres writes instants in the time zone of its session. */
function instantOf(value: Value): Value {
  return typeof value === "string" ? new Date(value).toISOString() : value;
}

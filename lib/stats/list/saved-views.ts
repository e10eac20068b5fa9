import { z } from "zod";
import { hasRole, type Role } from "../../core/access";
import { changedSince, pickChanged } from "../../core/changed-since";
import { isDamaged } from "../../core/clean-text";
import { refusedField, SluglineError } from "../../core/errors";
import { byTagName, cleanTag, tagKey } from "../../core/tag";
import { database } from "../../database/client";
import { isUniqueViolation } from "../../database/database-errors";
import { Prisma } from "../../database/generated/client";
import { inTransaction, type Writer } from "../../database/in-transaction";
import { hasRoom } from "../../database/room";
import { says } from "../../texts/sentence";
import { type BrowseQuery, browseQuerySchema } from "./browse-links";

/** Of a person, and as many of the team. */
export const mostViews = 50;
const longestName = 200;
const longestQuery = 10_000;

/** Filters and order of the links list under a name. */
export interface SavedView {
  id: string;
  name: string;
  /** Everybody has it, and editors change it; else it is the viewer's own. */
  isShared: boolean;
  query: BrowseQuery;
}

const keptQuery = browseQuerySchema.omit({ page: true, select: true, view: true });

const name = z
  .string()
  .overwrite(cleanTag)
  .min(1, says("mustNotBeEmpty"))
  .refine((text) => [...text].length <= longestName, says("mustBeShorter", { most: longestName }))
  .refine((text) => !isDamaged(text), says("mustNotBeDamaged"))
  .refine((text) => !/\p{Cc}/u.test(text), says("mustHaveNoControls"));

export const viewSchema = z.object({
  name,
  isShared: z.boolean(),
  query: keptQuery.refine(
    (query) => JSON.stringify(query).length <= longestQuery,
    says("hasTooManyFilters"),
  ),
});
export type ViewInput = z.output<typeof viewSchema>;

interface Viewer {
  id: string;
  role: Role;
}

interface Row {
  id: string;
  name: string;
  ownerId: string | null;
  query: unknown;
}

const viewOf = ({ id, name, ownerId, query }: Row): SavedView => ({
  ...{ id, name, isShared: ownerId === null },
  query: browseQuerySchema.parse(query),
});

/** The viewer's own views and those of the team, by name. */
export async function listViews(viewerId: string): Promise<SavedView[]> {
  const rows = await database().savedView.findMany({
    where: { OR: [{ ownerId: viewerId }, { ownerId: null }] },
    select: { id: true, name: true, ownerId: true, query: true },
  });
  return rows.map(viewOf).sort((a, b) => byTagName(a.name, b.name));
}

const mayShare = ({ role }: Viewer) => hasRole(role, "editor");
const mayChange = (viewer: Viewer) =>
  Prisma.sql`("SavedView"."ownerId" = ${viewer.id} OR ("SavedView"."ownerId" IS NULL AND ${mayShare(viewer)}))`;

/**
 * Makes the view with this id what it is given, whether it exists or not: sent again it changes
 * nothing, and a deleted one comes back. What differs from `seen`, as it was shown, is a change, and
 * what others changed since then stays. If both changed the same, nothing is saved, and the answer
 * is the view as it is now; else null. Throws `validation_failed` for a name that is taken and for
 * one view too many, `forbidden` for what is the team's if the viewer may not edit.
 */
export async function saveView(
  id: string,
  given: ViewInput,
  seen: ViewInput | null,
  viewer: Viewer,
  now: Date,
): Promise<SavedView | null> {
  try {
    return await inTransaction(async (writer) => {
      const [row] = await writer.$queryRaw<Row[]>`
        SELECT "id", "name", "ownerId", "query" FROM "SavedView"
        WHERE "id" = ${id}::uuid AND ${mayChange(viewer)} FOR UPDATE`;
      const stored = row && viewOf(row);
      const next = stored && seen ? withTheirs(given, seen, stored) : given;
      if (next === null) return stored ?? null;
      await storeView(id, next, viewer, now, writer);
      return null;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refusedField("name", "viewTaken", { name: given.name });
  }
}

/** Null if others changed the same. */
function withTheirs(
  { name, isShared, query }: ViewInput,
  seen: ViewInput,
  stored: SavedView,
): ViewInput | null {
  const theirs = { ...stored, query: keptQuery.parse(stored.query) };
  const changes = pickChanged(seen, { name, isShared, query });
  if (changedSince(seen, theirs, changes).length > 0) return null;
  return { ...theirs, ...changes };
}

async function storeView(
  id: string,
  { name, isShared, query }: ViewInput,
  viewer: Viewer,
  now: Date,
  writer: Writer,
): Promise<void> {
  if (isShared && !mayShare(viewer)) throw teamsOnly();
  const ownerId = isShared ? null : viewer.id;
  const count = (each: Writer) => each.savedView.count({ where: { ownerId, id: { not: id } } });
  if (!(await hasRoom({ room: `views ${ownerId}`, most: mostViews, count }, writer)))
    throw new SluglineError("validation_failed", "viewsAtMost", { most: mostViews });
  const saved = await writer.$executeRaw`
    INSERT INTO "SavedView" ("id", "ownerId", "name", "key", "query", "createdAt", "updatedAt")
    VALUES (${id}::uuid, ${ownerId}, ${name}, ${tagKey(name)}, ${JSON.stringify(query)}::jsonb, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT ("id") DO UPDATE SET "ownerId" = excluded."ownerId", "name" = excluded."name", "key" = excluded."key", "query" = excluded."query", "updatedAt" = excluded."updatedAt"
    WHERE ${mayChange(viewer)}`;
  if (saved === 0) throw teamsOnly();
}

/** The view as it was, so that it can come back; null if it is gone already. */
export async function deleteView(id: string, viewer: Viewer): Promise<SavedView | null> {
  const [row] = await inTransaction(
    (writer) => writer.$queryRaw<Row[]>`
      DELETE FROM "SavedView" WHERE "id" = ${id}::uuid AND ${mayChange(viewer)}
      RETURNING "id", "name", "ownerId", "query"`,
  );
  if (row) return viewOf(row);
  if ((await database().savedView.count({ where: { id } })) > 0) throw teamsOnly();
  return null;
}

function teamsOnly(): SluglineError {
  return new SluglineError("forbidden", "teamViewNeedsRole");
}

import { z } from "zod";
import { hasRole, type Role } from "../../core/access";
import { damagedMessage, isDamaged } from "../../core/clean-text";
import { refusedField, SluglineError } from "../../core/errors";
import { byTagName, cleanTag, tagKey } from "../../core/tag";
import { database } from "../../database/client";
import { isUniqueViolation } from "../../database/database-errors";
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

const name = z
  .string()
  .overwrite(cleanTag)
  .min(1, "must not be empty")
  .refine((text) => [...text].length <= longestName, `must be at most ${longestName} characters`)
  .refine((text) => !isDamaged(text), damagedMessage)
  .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters");

export const viewSchema = z.object({
  name,
  isShared: z.boolean(),
  query: browseQuerySchema
    .omit({ page: true, view: true })
    .refine((query) => JSON.stringify(query).length <= longestQuery, "has too many filters"),
});
export type ViewInput = z.output<typeof viewSchema>;

interface Viewer {
  id: string;
  role: Role;
}

/** The viewer's own views and those of the team, by name. */
export async function listViews(viewerId: string): Promise<SavedView[]> {
  const rows = await database().savedView.findMany({
    where: { OR: [{ ownerId: viewerId }, { ownerId: null }] },
    select: { id: true, name: true, ownerId: true, query: true },
  });
  return rows
    .map(({ id, name, ownerId, query }) => ({
      ...{ id, name, isShared: ownerId === null },
      query: browseQuerySchema.parse(query),
    }))
    .sort((a, b) => byTagName(a.name, b.name));
}

/**
 * Makes the view with this id what it is given, whether it exists or not: sent again it changes
 * nothing, and a deleted one comes back. Throws `validation_failed` for a name that is taken and for
 * one view too many, `forbidden` for what is the team's if the viewer may not edit.
 */
export async function saveView(
  id: string,
  { name, isShared, query }: ViewInput,
  viewer: Viewer,
  now: Date,
): Promise<void> {
  const mayShare = hasRole(viewer.role, "editor");
  if (isShared && !mayShare) throw teamsOnly();
  const ownerId = isShared ? null : viewer.id;
  // Two at the same time may exceed the limit by one.
  const isFull = isShared
    ? `There can be ${mostViews} views of the team: delete one first.`
    : `There can be ${mostViews} views of your own: delete one first.`;
  const others = await database().savedView.count({ where: { ownerId, id: { not: id } } });
  if (others >= mostViews) throw new SluglineError("validation_failed", isFull);
  try {
    const saved = await database().$executeRaw`
      INSERT INTO "SavedView" AS v ("id", "ownerId", "name", "key", "query", "createdAt", "updatedAt")
      VALUES (${id}::uuid, ${ownerId}, ${name}, ${tagKey(name)}, ${JSON.stringify(query)}::jsonb, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT ("id") DO UPDATE SET "ownerId" = excluded."ownerId", "name" = excluded."name", "key" = excluded."key", "query" = excluded."query", "updatedAt" = excluded."updatedAt"
      WHERE v."ownerId" = ${viewer.id} OR (v."ownerId" IS NULL AND ${mayShare})`;
    if (saved === 0) throw teamsOnly();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refusedField(
      "name",
      isShared
        ? `The team has a view called "${name}": choose another name.`
        : `You have a view called "${name}": choose another name.`,
    );
  }
}

/** One that is gone already is no error. */
export async function deleteView(id: string, { id: viewerId, role }: Viewer): Promise<void> {
  const mine = {
    OR: [{ ownerId: viewerId }, ...(hasRole(role, "editor") ? [{ ownerId: null }] : [])],
  };
  const { count } = await database().savedView.deleteMany({ where: { id, ...mine } });
  if (count === 0 && (await database().savedView.count({ where: { id } })) > 0) throw teamsOnly();
}

function teamsOnly(): SluglineError {
  return new SluglineError(
    "forbidden",
    "Nothing was changed: views of the team need the role editor. Save one of your own instead.",
  );
}

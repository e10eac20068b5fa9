import type { Writer } from "../database/in-transaction";
import { announceDestination } from "./new-destination";
import type { LinkChanges } from "./schema";
import { type Edit, replaceTags } from "./tag-links";

/** Changes of the link with this slug. */
export type LinkUpdate = LinkChanges & { slug: string };

/**
 * Changes many links with one statement, and returns the ids of those that exist by slug. Later updates of a link add to
 * earlier ones. One without changes leaves the link as it is, `updatedAt` included.
 */
export async function updateLinks(updates: readonly LinkUpdate[], edit: Edit, writer: Writer): Promise<Map<string, number>> {
  const { now, by } = edit;
  const bySlug = new Map<string, LinkUpdate>();
  for (const update of updates) bySlug.set(update.slug, { ...bySlug.get(update.slug), ...update });
  const rows = [...bySlug.values()].map(({ slug, url, title, enabled, expiresAt, tags, note }) => {
    const [setsTitle, setsExpiry, setsNote] = [title, expiresAt, note].map((value) => value !== undefined);
    const isChange = setsTitle || setsExpiry || setsNote || url !== undefined || enabled !== undefined || tags !== undefined;
    return { slug, url, title, enabled, expiresAt, note, setsTitle, setsExpiry, setsNote, isChange };
  });
  const changed = await writer.$queryRaw<{ id: number; slug: string; url: string }[]>`
    UPDATE "Link" l SET
      "url" = coalesce(v."url", l."url"), "enabled" = coalesce(v."enabled", l."enabled"),
      "title" = CASE WHEN v."setsTitle" THEN v."title" ELSE l."title" END,
      "expiresAt" = CASE WHEN v."setsExpiry" THEN v."expiresAt" ELSE l."expiresAt" END,
      "note" = CASE WHEN v."setsNote" THEN v."note" ELSE l."note" END,
      "updatedAt" = CASE WHEN v."isChange" THEN ${now}::timestamptz ELSE l."updatedAt" END, "editedBy" = ${by ?? null}::text
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("slug" text, "url" text, "title" text, "enabled" boolean, "expiresAt" timestamptz, "note" text, "setsTitle" boolean,
        "setsExpiry" boolean, "setsNote" boolean, "isChange" boolean)
    WHERE l."slug" = v."slug" RETURNING l."id", l."slug", l."url"`;
  for (const { id, slug, url } of changed) if (bySlug.get(slug)?.url !== undefined) announceDestination({ linkId: id, url });
  const tagged = changed.flatMap(({ id, slug }): [number, string[]][] => {
    const tags = bySlug.get(slug)?.tags;
    return tags ? [[id, tags]] : [];
  });
  await replaceTags(new Map(tagged), edit, writer);
  return new Map(changed.map(({ id, slug }) => [slug, id]));
}

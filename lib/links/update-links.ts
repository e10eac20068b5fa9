import type { Writer } from "../database/in-transaction";
import { announceDestination } from "./new-destination";
import type { LinkChanges } from "./schema";

/** Changes of the link with this slug. */
export type LinkUpdate = LinkChanges & { slug: string };

/**
 * Changes many links with one statement, and returns the ids of those that exist by slug. Later updates of a link add to
 * earlier ones. One without changes leaves the link as it is, `updatedAt` included.
 */
export async function updateLinks(updates: readonly LinkUpdate[], now: Date, writer: Writer): Promise<Map<string, number>> {
  const bySlug = new Map<string, LinkUpdate>();
  for (const update of updates) bySlug.set(update.slug, { ...bySlug.get(update.slug), ...update });
  const rows = [...bySlug.values()].map(({ slug, url, title, enabled, expiresAt }) => {
    return { slug, url, title, enabled, expiresAt, setsTitle: title !== undefined, setsExpiry: expiresAt !== undefined };
  });
  const changed = await writer.$queryRaw<{ id: number; slug: string; url: string }[]>`
    UPDATE "Link" l SET
      "url" = coalesce(v."url", l."url"), "enabled" = coalesce(v."enabled", l."enabled"),
      "title" = CASE WHEN v."setsTitle" THEN v."title" ELSE l."title" END,
      "expiresAt" = CASE WHEN v."setsExpiry" THEN v."expiresAt" ELSE l."expiresAt" END,
      "updatedAt" = CASE WHEN v."setsTitle" OR v."setsExpiry" OR v."url" IS NOT NULL OR v."enabled" IS NOT NULL
                         THEN ${now}::timestamptz ELSE l."updatedAt" END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS v("slug" text, "url" text, "title" text, "enabled" boolean, "expiresAt" timestamptz, "setsTitle" boolean, "setsExpiry" boolean)
    WHERE l."slug" = v."slug" RETURNING l."id", l."slug", l."url"`;
  for (const { id, slug, url } of changed) if (bySlug.get(slug)?.url !== undefined) announceDestination({ linkId: id, url });
  return new Map(changed.map(({ id, slug }) => [slug, id]));
}

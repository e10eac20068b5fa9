import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { givenOf, type Hashed } from "./given-fields";
import { announceDestination } from "./new-destination";
import type { LinkChanges } from "./schema";
import { type Edit, replaceTags } from "./tag-links";

/** Changes of the link with this slug. */
export type LinkUpdate = Omit<LinkChanges, "keepOldSlug"> & { slug: string };

/**
 * Changes many links with one statement, and returns the ids of those that exist by slug. Later updates of a link add to
 * earlier ones. One without changes leaves the link as it is, `updatedAt` included.
 */
export async function updateLinks(updates: readonly Hashed<LinkUpdate>[], edit: Edit, writer: Writer): Promise<Map<string, number>> {
  const { now, by } = edit;
  const bySlug = new Map<string, Hashed<LinkUpdate>>();
  for (const update of updates) bySlug.set(update.slug, { ...bySlug.get(update.slug), ...update });
  const rows: { slug: string; given: object; isChange: boolean }[] = [];
  for (const { slug, tags, aliases, ...fields } of bySlug.values()) {
    const given = givenOf(fields);
    rows.push({ slug, given, isChange: tags !== undefined || aliases !== undefined || Object.keys(given).length > 0 });
  }
  const changed = await writer.$queryRaw<{ id: number; slug: string; url: string }[]>`
    UPDATE "Link" l SET
      ${Prisma.join(Object.entries(columnTypes).map(([name, type]) => setIfGiven(name, type)))},
      "updatedAt" = CASE WHEN v."isChange" THEN ${now}::timestamptz ELSE l."updatedAt" END, "editedBy" = ${by ?? null}::text
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS v("slug" text, "given" jsonb, "isChange" boolean)
    WHERE l."slug" = v."slug" RETURNING l."id", l."slug", l."url"`;
  for (const { id, slug, url } of changed) if (bySlug.get(slug)?.url !== undefined) announceDestination({ linkId: id, url });
  const tagged = changed.flatMap(({ id, slug }): [number, string[]][] => {
    const tags = bySlug.get(slug)?.tags;
    return tags ? [[id, tags]] : [];
  });
  await replaceTags(new Map(tagged), edit, writer);
  return new Map(changed.map(({ id, slug }) => [slug, id]));
}

/** The columns that owners change, besides the slug. */
const columnTypes: Record<Exclude<keyof LinkUpdate, "slug" | "tags" | "aliases" | "password"> | "passwordHash", string> = {
  url: "text",
  title: "text",
  enabled: "boolean",
  expiresAt: "timestamptz",
  note: "text",
  maxClicks: "int",
  startsAt: "timestamptz",
  expiredUrl: "text",
  passwordHash: "text",
  forwardQuery: "boolean",
  forwardUtm: "boolean",
  description: "text",
  image: "text",
};

/** A null that is given differs from a value that is not. */
function setIfGiven(name: string, type: string): Prisma.Sql {
  return Prisma.raw(`"${name}" = CASE WHEN v."given" -> '${name}' IS NULL THEN l."${name}" ELSE CAST(v."given" ->> '${name}' AS ${type}) END`);
}

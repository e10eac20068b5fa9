import { SluglineError } from "../core/errors";
import { dealColors, mostTagsInAll, type TagColor, tagKey, uniqueTags } from "../core/tag";
import type { Writer } from "../database/in-transaction";
import { hasRoom } from "../database/room";

interface StoredTag {
  id: number;
  key: string;
  name: string;
}

/**
 * The tags with these names by key, created where they are missing. In a transaction none of them
 * can be deleted before its end. Rows are locked and created in the order of their keys, so that
 * two writers do not wait for each other in a circle.
 */
export async function ensureTags(
  names: readonly string[],
  now: Date,
  writer: Writer,
): Promise<Map<string, StoredTag>> {
  const unique = uniqueTags(names);
  const keys = unique.map(tagKey);
  const found = await lockTags(keys, writer);
  const missing = unique.filter((name) => !found.has(tagKey(name)));
  if (missing.length === 0) return found;
  const colors = await colorsOfNewTags(missing.length, writer);
  await writer.$executeRaw`
    INSERT INTO "Tag" ("key", "name", "color", "createdAt")
    SELECT v."key", v."name", v."color", ${now}::timestamptz
    FROM unnest(${missing.map(tagKey)}::text[], ${missing}::text[], ${colors}::text[]) AS v("key", "name", "color")
    ORDER BY v."key" COLLATE "C" ON CONFLICT ("key") DO NOTHING`;
  return lockTags(keys, writer);
}

/** Throws if there would be too many tags. Writers at the same time may get the same colours. */
export async function colorsOfNewTags(many: number, writer: Writer): Promise<TagColor[]> {
  const count = (each: Writer) => each.tag.count();
  if (await hasRoom({ room: "tags", most: mostTagsInAll, count, many }, writer)) {
    const rows = await writer.$queryRaw<{ color: string; count: number }[]>`
      SELECT "color", count(*)::int AS "count" FROM "Tag" GROUP BY "color"`;
    return dealColors(new Map(rows.map(({ color, count }) => [color, count])), many);
  }
  throw new SluglineError("validation_failed", "tagsAtMost", {
    most: mostTagsInAll.toLocaleString("en"),
  });
}

/** Those of the tags that exist. */
export async function lockTags(keys: string[], writer: Writer): Promise<Map<string, StoredTag>> {
  if (keys.length === 0) return new Map();
  const rows = await writer.$queryRaw<StoredTag[]>`
    SELECT "id", "key", "name" FROM "Tag" WHERE "key" = ANY(${keys}::text[]) ORDER BY "key" COLLATE "C" FOR KEY SHARE`;
  return new Map(rows.map((tag) => [tag.key, tag]));
}

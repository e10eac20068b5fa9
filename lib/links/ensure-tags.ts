import { SluglineError } from "../core/errors";
import { colorOfTag, mostTagsInAll, tagKey, uniqueTags } from "../core/tag";
import type { Writer } from "../database/in-transaction";

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
  await requireRoom(missing.length, writer);
  await writer.$executeRaw`
    INSERT INTO "Tag" ("key", "name", "color", "createdAt")
    SELECT v."key", v."name", v."color", ${now}::timestamptz
    FROM unnest(${missing.map(tagKey)}::text[], ${missing}::text[], ${missing.map(colorOfTag)}::text[]) AS v("key", "name", "color")
    ORDER BY v."key" COLLATE "C" ON CONFLICT ("key") DO NOTHING`;
  return lockTags(keys, writer);
}

/** Writers at the same time may exceed the limit a little. */
export async function requireRoom(more: number, writer: Writer): Promise<void> {
  if ((await writer.tag.count()) + more <= mostTagsInAll) return;
  throw new SluglineError(
    "validation_failed",
    `There can be ${mostTagsInAll.toLocaleString("en")} tags: delete some in Links > Tags first.`,
  );
}

/** Those of the tags that exist. */
export async function lockTags(keys: string[], writer: Writer): Promise<Map<string, StoredTag>> {
  if (keys.length === 0) return new Map();
  const rows = await writer.$queryRaw<StoredTag[]>`
    SELECT "id", "key", "name" FROM "Tag" WHERE "key" = ANY(${keys}::text[]) ORDER BY "key" COLLATE "C" FOR KEY SHARE`;
  return new Map(rows.map((tag) => [tag.key, tag]));
}

import { tagKey, uniqueTags } from "../core/tag";
import type { Writer } from "../database/in-transaction";

interface ChosenTags {
  tag?: string[];
  notTag?: string[];
}

/** Saved views go on naming a tag that gets another name, or is merged into one. */
export async function renameTagInViews(from: string, to: string, writer: Writer): Promise<void> {
  if (from === to) return;
  const rename = (names: string[]) =>
    uniqueTags(names.map((name) => (tagKey(name) === tagKey(from) ? to : name)));
  const views = await writer.$queryRaw<{ id: string; query: ChosenTags }[]>`
    SELECT "id", "query" FROM "SavedView" ORDER BY "id" FOR UPDATE`;
  for (const { id, query } of views) {
    const { tag = [], notTag = [] } = query;
    if (![...tag, ...notTag].some((name) => tagKey(name) === tagKey(from))) continue;
    const renamed = { ...query, tag: rename(tag), notTag: rename(notTag) };
    await writer.savedView.update({ where: { id }, data: { query: renamed } });
  }
}

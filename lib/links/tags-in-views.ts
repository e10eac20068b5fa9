import { tagKey, uniqueTags } from "../core/tag";
import type { Writer } from "../database/in-transaction";

interface View {
  id: string;
  query: { tag?: string[]; notTag?: string[] };
}

const mostRounds = 10;

/** Saved views go on naming a tag that gets another name, or is merged into one. */
export async function renameTagInViews(from: string, to: string, writer: Writer): Promise<void> {
  if (from === to) return;
  const rename = (names: string[]) =>
    uniqueTags(names.map((name) => (tagKey(name) === tagKey(from) ? to : name)));
  const isNaming = ({ query: { tag = [], notTag = [] } }: View) =>
    [...tag, ...notTag].some((name) => name !== to && tagKey(name) === tagKey(from));
  // Again, because somebody may save another one with the old name while this waits for a lock.
  for (let round = 0; round < mostRounds; round++) {
    const all = await writer.$queryRaw<View[]>`SELECT "id", "query" FROM "SavedView"`;
    const ids = all.filter(isNaming).map(({ id }) => id);
    if (ids.length === 0) return;
    // Only these are locked, so that nobody who saves another view waits.
    const views = await writer.$queryRaw<View[]>`
      SELECT "id", "query" FROM "SavedView" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`;
    for (const { id, query } of views.filter(isNaming)) {
      const { tag = [], notTag = [] } = query;
      const renamed = { ...query, tag: rename(tag), notTag: rename(notTag) };
      await writer.savedView.update({ where: { id }, data: { query: renamed } });
    }
  }
}

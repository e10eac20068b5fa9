import { cleanTag, findTag, tagKey } from "../core/tag";
import type { PrismaClient } from "../database/generated/client";

const select = { id: true, key: true, name: true } as const;

/** The ids of the tags that these names mean, by `findTag`, in their order; undefined for none. */
export async function findTags(
  reader: Pick<PrismaClient, "tag">,
  names: readonly string[],
): Promise<(number | undefined)[]> {
  const keys = names.map((name) => tagKey(cleanTag(name)));
  const named = await reader.tag.findMany({ where: { key: { in: keys } }, select });
  const isKnown = keys.every((key) => named.some((tag) => tag.key === key));
  const tags = isKnown ? named : await reader.tag.findMany({ select, orderBy: { key: "asc" } });
  return names.map((name) => findTag(tags, name)?.id);
}

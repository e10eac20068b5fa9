import { generateSlug } from "../core/slug";
import type { Writer } from "../database/in-transaction";
import { announceDestination } from "./new-destination";
import type { NewLink } from "./schema";
import { tagNewLinks } from "./tag-links";

/**
 * Creates many links with a few statements. Returns the id of each, or null where its slug is taken; a slug given twice is
 * taken for the second. Taken generated slugs are replaced.
 */
export async function createLinks(
  wanted: readonly NewLink[],
  now: Date,
  writer: Writer,
  drawSlug: () => string = generateSlug,
): Promise<(number | null)[]> {
  const ids: (number | null)[] = wanted.map(() => null);
  let open = wanted.map((_, index) => index);
  while (open.length > 0) {
    const rows = open.map((index) => {
      const { tags: _, slug, note = null, ...rest } = wanted[index] as NewLink;
      return { ...rest, note, slug: slug ?? drawSlug(), createdAt: now, updatedAt: now };
    });
    const created = await writer.link.createManyAndReturn({ data: rows, skipDuplicates: true, select: { id: true, slug: true, url: true } });
    await writer.linkCounter.createMany({ data: created.map(({ id }) => ({ linkId: id })) });
    for (const { id, url } of created) announceDestination({ linkId: id, url });
    const idOf = new Map(created.map(({ id, slug }) => [slug, id]));
    rows.forEach(({ slug }, at) => {
      ids[open[at] as number] = idOf.get(slug) ?? null;
      // Of two rows with one slug the first got it.
      idOf.delete(slug);
    });
    open = open.filter((index) => ids[index] === null && wanted[index]?.slug === undefined);
  }
  await tagNewLinks(
    wanted.flatMap(({ tags = [] }, index) => (ids[index] == null ? [] : [{ id: ids[index], tags }])),
    now,
    writer,
  );
  return ids;
}

import type { SluglineError } from "../core/errors";
import { generateSlug } from "../core/slug";
import type { Writer } from "../database/in-transaction";
import { addAliases } from "./aliases";
import { givenOf, type Hashed } from "./given-fields";
import { slugTaken } from "./link-errors";
import { announceDestination } from "./new-destination";
import type { NewLink } from "./schema";
import { findTaken, lockSlugs, needsSlugLock } from "./slug-names";
import { tagNewLinks } from "./tag-links";

/**
 * Creates many links with a few statements. Returns the id of each, or `slug_taken`; a slug given twice is taken for the second.
 * Taken generated slugs are replaced.
 */
export async function createLinks(
  wanted: readonly Hashed<NewLink>[],
  now: Date,
  writer: Writer,
  drawSlug: () => string = generateSlug,
): Promise<(number | SluglineError)[]> {
  if (needsSlugLock(wanted)) await lockSlugs(writer);
  const ids: (number | SluglineError | null)[] = wanted.map(() => null);
  let open = wanted.map((_, index) => index);
  const columns = wanted.map(({ tags: _, aliases: __, ...link }) => givenOf(link));
  while (open.length > 0) {
    const rows = open.map((index) => {
      const { slug, note = null, ...rest } = columns[index] as (typeof columns)[number];
      const data = { ...rest, note, slug: slug ?? drawSlug(), createdAt: now, updatedAt: now };
      return { aliases: wanted[index]?.aliases, isGiven: slug !== undefined, data };
    });
    const taken = await findTaken(
      rows.map(({ aliases, data }) => ({ slug: data.slug, aliases })),
      writer,
    );
    const free = rows.filter((_, at) => taken[at] === null);
    const data = free.map((row) => row.data);
    const select = { id: true, slug: true, url: true };
    const created = data.length > 0 ? await writer.link.createManyAndReturn({ data, skipDuplicates: true, select }) : [];
    await writer.linkCounter.createMany({ data: created.map(({ id }) => ({ linkId: id })) });
    for (const { id, url } of created) announceDestination({ linkId: id, url });
    const idOf = new Map(created.map(({ id, slug }) => [slug, id]));
    rows.forEach(({ isGiven, data: { slug }, aliases = [] }, at) => {
      const id = taken[at] === null ? idOf.get(slug) : undefined;
      const name = taken[at] ?? slug;
      // A generated slug is replaced, but requested aliases are not.
      ids[open[at] as number] = id ?? (isGiven || aliases.includes(name) ? slugTaken(name) : null);
    });
    open = open.filter((index) => ids[index] === null);
  }
  const stored = wanted.flatMap(({ tags = [], aliases }, index) => {
    const id = ids[index];
    return typeof id === "number" ? [{ id, tags, aliases }] : [];
  });
  await tagNewLinks(stored, now, writer);
  await addAliases(stored, now, writer);
  return ids as (number | SluglineError)[];
}

import { isSluglineError, refusedField, type SluglineError } from "../core/errors";
import { isSlug, mostAliases, shortUrlOf } from "../core/slug";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import type { Writer } from "../database/in-transaction";
import { ownPart } from "./links-part";
import { linkNotFound, slugTaken } from "./outcome";
import { findOwners, slugKey } from "./slug-names";
import type { Edit } from "./tag-links";

/** A further slug of a link. Its clicks are among those of the link. */
export interface Alias {
  slug: string;
  shortUrl: string;
  clickCount: number;
  lastClickedAt: string | null;
  createdAt: string;
}

/** In alphabetical order. Throws `not_found` for an unknown link. */
export async function listAliases(slug: string): Promise<Alias[]> {
  const link = isSlug(slug)
    ? await database().link.findUnique({
        where: { slug },
        select: { aliases: { include: { totals: true }, orderBy: { slug: "asc" } } },
      })
    : null;
  if (!link) throw linkNotFound(slug);
  return link.aliases.map(({ slug: alias, createdAt, totals }) => ({
    slug: alias,
    shortUrl: shortUrlOf(alias, ownPart().config.BASE_URL),
    clickCount: Number(totals?.clicks ?? 0),
    lastClickedAt: totals?.lastClickedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

/** The slug of the link that has this alias. */
export async function findSlugOfAlias(alias: string): Promise<string | null> {
  const found = isSlug(alias)
    ? await database().alias.findUnique({
        where: { slug: alias },
        select: { link: { select: { slug: true } } },
      })
    : null;
  return found?.link.slug ?? null;
}

/** Reads a link by its own slug or else by an alias. Writes name a link by its own slug alone. */
export async function byAnySlug<T>(slug: string, read: (slug: string) => Promise<T>): Promise<T> {
  try {
    return await read(slug);
  } catch (error) {
    const own =
      isSluglineError(error) && error.code === "not_found" ? await findSlugOfAlias(slug) : null;
    if (own === null) throw error;
    return read(own);
  }
}

/** The caller holds `lockSlugs` and knows that the slugs are free. */
export async function addAliases(
  links: readonly { id: number; aliases?: readonly string[] | undefined }[],
  now: Date,
  writer: Writer,
): Promise<void> {
  const data = links.flatMap(({ id, aliases = [] }) =>
    aliases.map((slug) => ({ slug, linkId: id, createdAt: now })),
  );
  if (data.length > 0) await writer.alias.createMany({ data });
}

interface WantedAliases {
  /** The link's slug before the change. */
  slug: string;
  /** The slug that it gets; by default it keeps its own. */
  newSlug?: string | undefined;
  /** Null: those that it has. */
  aliases: readonly string[] | null;
  keepsOldSlug?: boolean;
}

/** What becomes of the aliases of a link, or why it may not get them. */
export interface AliasPlan {
  linkId: number;
  before: string[];
  after: string[];
}

/**
 * For each link what becomes of its aliases. Null for a link that does not exist. The caller holds
 * `lockSlugs`. Of two links that want the same slug the first gets it; one that another link gives
 * up at the same time is taken.
 */
export async function planAliases(
  wanted: readonly WantedAliases[],
  writer: Writer,
): Promise<(AliasPlan | SluglineError | null)[]> {
  const links = await writer.link.findMany({
    where: { slug: { in: wanted.map(({ slug }) => slug) } },
    select: { id: true, slug: true, aliases: { select: { slug: true } } },
  });
  const bySlug = new Map(
    links.map((link) => [
      link.slug,
      { id: link.id, before: link.aliases.map(({ slug }) => slug).sort() },
    ]),
  );
  const owners = await findOwners(
    wanted.flatMap(({ newSlug, aliases }) => [
      ...(newSlug === undefined ? [] : [newSlug]),
      ...(aliases ?? []),
    ]),
    writer,
  );
  return wanted.map((each): AliasPlan | SluglineError | null => {
    const link = bySlug.get(each.slug);
    if (!link) return null;
    const own = each.newSlug ?? each.slug;
    const old = each.keepsOldSlug && own !== each.slug ? [each.slug] : [];
    const after = [
      ...new Set([...(each.aliases ?? link.before.filter((slug) => slug !== own)), ...old]),
    ].sort();
    if (after.includes(own)) return refusedField("aliases", "aliasIsOwnSlug", { own });
    if (after.length > mostAliases)
      return refusedField("aliases", "aliasesAtMost", { most: mostAliases });
    // An alias that the link already has stays, even if another link differs from it by case alone.
    const added = [own, ...after].filter(
      (slug) => slug !== each.slug && !link.before.includes(slug),
    );
    const taken = added.find((slug) => owners.get(slugKey(slug))?.some((id) => id !== link.id));
    if (taken !== undefined) return slugTaken(taken);
    for (const slug of added) owners.set(slugKey(slug), [link.id]);
    return { linkId: link.id, before: link.before, after };
  });
}

/**
 * Removes the aliases that links give up. Then a link may get the slug of one of them. Locks in the
 * order in which clicks lock aliases, so that the two cannot deadlock; the transaction has
 * locked the links against clicks before.
 */
export async function removeAliases(plans: readonly AliasPlan[], writer: Writer): Promise<void> {
  const removed = plans.flatMap(({ before, after }) =>
    before.filter((slug) => !after.includes(slug)),
  );
  if (removed.length === 0) return;
  await writer.$executeRaw`SELECT FROM "Alias" WHERE "slug" = ANY(${removed}::text[]) ORDER BY "slug" FOR UPDATE`;
  await writer.alias.deleteMany({ where: { slug: { in: removed } } });
}

/** Adds the aliases that links get, and notes what changed. */
export async function applyAliases(
  plans: readonly AliasPlan[],
  { now, by }: Edit,
  writer: Writer,
): Promise<void> {
  const changed = plans.filter(({ before, after }) => before.join() !== after.join());
  if (changed.length === 0) return;
  await addAliases(
    changed.map(({ linkId, before, after }) => ({
      id: linkId,
      aliases: after.filter((slug) => !before.includes(slug)),
    })),
    now,
    writer,
  );
  await writer.linkChange.createMany({
    data: changed.map(({ linkId, before, after }) => ({
      linkId,
      at: now,
      kind: "aliases",
      by: by ?? null,
      from: before,
      to: after,
    })),
    skipDuplicates: true,
  });
}

/**
 * For a search: the ids of links with an alias that contains this pattern of ILIKE. As an array,
 * which an index of "Link" can look up.
 */
export function idsByAlias(pattern: string): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT "linkId" FROM "Alias" WHERE "slug" ILIKE ${pattern})`;
}

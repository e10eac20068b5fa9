import { PerService } from "../config/per-service";
import { generateSlug } from "../core/slug";
import { database } from "../database/client";
import { inTransaction } from "../database/in-transaction";
import { addAliases } from "../links/aliases";
import { announceDestination } from "../links/new-destination";
import { findTaken, lockSlugs, needsSlugLock } from "../links/slug-names";
import { tagNewLinks } from "../links/tag-links";
import type { ImportedLink } from "./imported-link";

/** Imports take turns at each batch: two that lock the same slugs in a different order would deadlock. Never change it. */
const importLock = 0x69_6d_70_6f;

/** Batches of this thread wait here, where they need no connection. */
const turn = new PerService("import-turn", () => ({ last: Promise.resolve<unknown>(undefined) }));

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const state = turn.get();
  const result = state.last.then(work);
  state.last = result.catch(() => {});
  return result;
}

/** Registers an import before its first link. */
export async function startImport(id: string, source: string, now: Date): Promise<void> {
  await database().linkImport.create({ data: { id, source, createdAt: now } });
}

/** An import without links needs no undo. */
export async function endImport(id: string): Promise<void> {
  await database().linkImport.deleteMany({ where: { id, created: 0 } });
}

/** The slug of a created link, or the first of its slugs that was taken. */
export type StoredLink = { slug: string } | { taken: string };

/**
 * Creates the links whose slugs and aliases are free, with their tags. Generates slugs that are missing. Returns what became of
 * each, at the position of its row. `announce`: their previews may be read.
 */
export async function storeLinks(importId: string, links: readonly ImportedLink[], now: Date, announce: boolean): Promise<StoredLink[]> {
  const stored: (StoredLink | undefined)[] = links.map(() => undefined);
  let waiting = links.map((link, place) => ({ link, place }));
  while (waiting.length > 0) {
    const rows = waiting.map(({ link, place }) => ({ ...link, ...timesOf(link, now), slug: link.slug ?? generateSlug(), place }));
    const { created, taken } = await inTurn(() => insert(importId, rows, now));
    for (const { id, slug, place } of created) {
      stored[place] = { slug };
      if (announce) announceDestination({ linkId: id, url: links[place]?.url ?? "" });
    }
    // A generated slug may be taken by chance.
    for (const { link, slug, place } of rows.map((row) => ({ ...row, link: links[row.place] }))) {
      const name = taken.get(place) ?? slug;
      if (link?.slug !== undefined || link?.aliases?.includes(name)) stored[place] ??= { taken: name };
    }
    waiting = waiting.filter(({ place }) => stored[place] === undefined);
  }
  return stored as StoredLink[];
}

/** The same as `storeLinks` would return, as far as the links that exist decide it. */
export async function tryLinks(links: readonly ImportedLink[]): Promise<StoredLink[]> {
  const named = links.filter(({ slug, aliases }) => slug !== undefined || aliases !== undefined);
  if (named.length === 0) return links.map(() => ({ slug: "" }));
  const wanted = named.map(({ slug = generateSlug(), aliases }) => ({ slug, aliases }));
  const found = await findTaken(wanted, database());
  const taken = new Map(named.map((link, index) => [link, found[index]]));
  return links.map((link) => {
    const slug = taken.get(link);
    return slug ? { taken: slug } : { slug: link.slug ?? "" };
  });
}

/** Links of the future come from another time zone or a wrong clock. */
function timesOf(link: ImportedLink, now: Date) {
  const createdAt = link.createdAt ?? now;
  return { createdAt: earlier(createdAt, now), updatedAt: earlier(link.updatedAt ?? createdAt, now) };
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

type Row = ImportedLink & { slug: string; place: number };

interface Inserted {
  created: { id: number; slug: string; place: number }[];
  /** The first slug of a row that a link or an alias has, by place. */
  taken: Map<number, string>;
}

async function insert(importId: string, all: Row[], now: Date): Promise<Inserted> {
  return inTransaction(async (writer) => {
    await writer.$executeRaw`SELECT pg_advisory_xact_lock(${importLock})`;
    if (needsSlugLock(all)) await lockSlugs(writer);
    const found = await findTaken(all, writer);
    const taken = new Map(all.flatMap(({ place }, index): [number, string][] => (found[index] ? [[place, found[index]]] : [])));
    const rows = all.filter(({ place }) => !taken.has(place));
    const created = await writer.$queryRaw<{ id: number; slug: string; place: number }[]>`
      WITH wanted AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(
          "place" int, "slug" text, "url" text, "title" text, "enabled" boolean, "expiresAt" timestamptz,
          "createdAt" timestamptz, "updatedAt" timestamptz, "importedClicks" bigint, "note" text,
          "maxClicks" int, "startsAt" timestamptz, "expiredUrl" text, "forwardQuery" boolean, "forwardUtm" boolean, "description" text, "image" text
        )
      ), created AS (
        INSERT INTO "Link" ("slug", "url", "title", "enabled", "expiresAt", "createdAt", "updatedAt", "importedClicks", "note", "maxClicks",
                            "startsAt", "expiredUrl", "forwardQuery", "forwardUtm", "description", "image")
        SELECT "slug", "url", "title", "enabled", "expiresAt", "createdAt", "updatedAt", nullif("importedClicks", 0), "note", "maxClicks",
               "startsAt", "expiredUrl", coalesce("forwardQuery", false), coalesce("forwardUtm", false), "description", "image"
        FROM wanted ORDER BY "place"
        ON CONFLICT ("slug") DO NOTHING
        RETURNING "id", "slug", "updatedAt"
      ), counters AS (
        INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM created
      ), noted AS (
        INSERT INTO "ImportedLink" ("linkId", "importId", "updatedAt") SELECT "id", ${importId}::uuid, "updatedAt" FROM created
      ), counted AS (
        UPDATE "LinkImport" SET "created" = "created" + (SELECT count(*) FROM created) WHERE "id" = ${importId}::uuid
      )
      SELECT c."id", c."slug", w."place" FROM created c JOIN wanted w USING ("slug")`;
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    const links = created.map(({ id, place }) => ({ id, tags: byPlace.get(place)?.tags ?? [], aliases: byPlace.get(place)?.aliases }));
    await tagNewLinks(links, now, writer);
    await addAliases(links, now, writer);
    return { created, taken };
  });
}

/** The destinations of links that exist. */
export async function findDestinations(slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const links = await database().link.findMany({ where: { slug: { in: slugs } }, select: { slug: true, url: true } });
  return new Map(links.map(({ slug, url }) => [slug, url]));
}

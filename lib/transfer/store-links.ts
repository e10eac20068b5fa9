import { generateSlug } from "../core/slug";
import { database } from "../database/client";
import { inTransaction } from "../database/in-transaction";
import { announceDestination } from "../links/new-destination";
import type { ImportedLink } from "./imported-link";

/** Imports take turns at each batch: two that lock the same slugs in a different order would deadlock. Never change it. */
const importLock = 0x69_6d_70_6f;

/** Registers an import before its first link. */
export async function startImport(id: string, source: string, now: Date): Promise<void> {
  await database().linkImport.create({ data: { id, source, createdAt: now } });
}

/** An import without links needs no undo. */
export async function endImport(id: string): Promise<void> {
  await database().linkImport.deleteMany({ where: { id, created: 0 } });
}

/**
 * Creates the links whose slugs are free, in one statement. Generates slugs that are missing. Returns the slug of each
 * created link, at the position of its row; undefined if the slug is taken. `announce`: their previews may be read.
 */
export async function storeLinks(importId: string, links: readonly ImportedLink[], now: Date, announce: boolean): Promise<(string | undefined)[]> {
  const stored: (string | undefined)[] = links.map(() => undefined);
  let waiting = links.map((link, place) => ({ link, place }));
  while (waiting.length > 0) {
    const rows = waiting.map(({ link, place }) => ({ ...link, ...timesOf(link, now), slug: link.slug ?? generateSlug(), place }));
    for (const { id, slug, place } of await insert(importId, rows)) {
      stored[place] = slug;
      if (announce) announceDestination({ linkId: id, url: links[place]?.url ?? "" });
    }
    // A generated slug may be taken by chance.
    waiting = waiting.filter(({ link, place }) => link.slug === undefined && stored[place] === undefined);
  }
  return stored;
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

async function insert(importId: string, rows: Row[]): Promise<{ id: number; slug: string; place: number }[]> {
  return inTransaction(async (writer) => {
    await writer.$executeRaw`SELECT pg_advisory_xact_lock(${importLock})`;
    return writer.$queryRaw<{ id: number; slug: string; place: number }[]>`
      WITH wanted AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(
          "place" int, "slug" text, "url" text, "title" text, "enabled" boolean, "expiresAt" timestamptz,
          "createdAt" timestamptz, "updatedAt" timestamptz, "importedClicks" bigint
        )
      ), created AS (
        INSERT INTO "Link" ("slug", "url", "title", "enabled", "expiresAt", "createdAt", "updatedAt", "importedClicks")
        SELECT "slug", "url", "title", "enabled", "expiresAt", "createdAt", "updatedAt", nullif("importedClicks", 0) FROM wanted ORDER BY "place"
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
  });
}

/** The destinations of links that exist. */
export async function findDestinations(slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const links = await database().link.findMany({ where: { slug: { in: slugs } }, select: { slug: true, url: true } });
  return new Map(links.map(({ slug, url }) => [slug, url]));
}

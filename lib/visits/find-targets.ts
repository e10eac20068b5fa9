import type { DestinationRules } from "../core/destination-rules";
import { recordingDatabase } from "../database/client";
import { type Link, Prisma } from "../database/generated/client";
import { type VisitedColumn, visitedColumns } from "../links/fields";
import { ownPart, visitSettings } from "./own-part";

/** `alias`: by which it was found, if it was not found by its own slug. */
type Row = Omit<Pick<Link, VisitedColumn | "createdAt">, keyof DestinationRules> &
  DestinationRules & { linkId: number; alias?: string | null };

export interface Target extends Row {
  hasPassword: boolean;
  /** Has nothing that takes the long way (lib/links/fields.ts), so visits need not check for it. */
  isPlain: boolean;
  /**
   * An instance has seen that no clicks are left. Only an edit changes that, and then the target is
   * read again.
   */
  isUsedUp: boolean;
  /**
   * When it was last seen with clicks left, in the time of `performance.now()`. Only of a link that
   * has not started.
   */
  leftSeenAt?: number;
}

const selected = Prisma.raw(
  `l."id" AS "linkId", l."createdAt", ${visitedColumns.map(({ name }) => `l."${name}"`).join(", ")}`,
);
const takingLongWay = visitedColumns.filter(({ visitors }) => visitors === "long way");

/**
 * Slugs missing in the result do not exist. One statement, so that a slug that becomes an alias
 * meanwhile is found.
 */
export async function findTargets(slugs: readonly string[]): Promise<Map<string, Target>> {
  const rows = await recordingDatabase().$queryRaw<Row[]>`
    SELECT ${selected}, NULL AS "alias" FROM "Link" l WHERE l."slug" = ANY(${slugs}::text[])
    UNION ALL
    SELECT ${selected}, a."slug" FROM "Alias" a JOIN "Link" l ON l."id" = a."linkId" WHERE a."slug" = ANY(${slugs}::text[])`;
  return new Map(rows.map((row) => [row.alias ?? row.slug, toTarget(row)]));
}

/**
 * The links whose slug or alias is one of these in lower case. Of several links with one that
 * differs in case alone, none is found.
 */
export async function findTargetsWithoutCase(
  slugs: readonly string[],
): Promise<Map<string, Target>> {
  // The key is spelled like the indexes. Of several names of one link its own slug comes first.
  const rows = await recordingDatabase().$queryRaw<(Row & { key: string })[]>`
    WITH named AS (
      SELECT lower("slug" COLLATE "C") AS "key", "id" AS "linkId", NULL AS "alias" FROM "Link" WHERE lower("slug" COLLATE "C") = ANY(${slugs}::text[])
      UNION ALL
      SELECT lower("slug" COLLATE "C"), "linkId", "slug" FROM "Alias" WHERE lower("slug" COLLATE "C") = ANY(${slugs}::text[])
    ), matching AS (
      SELECT "key", min("linkId") AS "linkId", (array_agg("alias" ORDER BY "alias" NULLS FIRST))[1] AS "alias" FROM named
      GROUP BY "key" HAVING count(DISTINCT "linkId") = 1
    )
    SELECT ${selected}, m."alias", m."key" FROM matching m JOIN "Link" l ON l."id" = m."linkId"`;
  return new Map(rows.map(({ key, ...row }) => [key, toTarget(row)]));
}

function toTarget(row: Row): Target {
  // One literal gives all targets the same hidden class. Visits read copies of result rows more
  // slowly.
  return {
    linkId: row.linkId,
    slug: row.slug,
    url: row.url,
    title: row.title,
    enabled: row.enabled,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    alias: row.alias ?? null,
    maxClicks: row.maxClicks,
    startsAt: row.startsAt,
    expiredUrl: row.expiredUrl,
    ios: row.ios,
    android: row.android,
    geo: row.geo,
    languages: row.languages,
    schedule: row.schedule,
    domain: row.domain,
    passwordHash: row.passwordHash,
    forwardQuery: row.forwardQuery,
    forwardUtm: row.forwardUtm,
    description: row.description,
    image: row.image,
    hasPassword: row.passwordHash !== null,
    isPlain:
      takingLongWay.every(({ name, unset }) => row[name] === unset) &&
      !(ownPart().config.DOMAINS.size > 0 && visitSettings().isOwnAddress(row.url)),
    isUsedUp: false,
  };
}

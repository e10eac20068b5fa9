import { env } from "../config/env";
import { isOwnAddress } from "../config/site-settings";
import { type CountryAddresses, hasRules } from "../core/destination-rules";
import { recordingDatabase } from "../database/client";
import { Prisma } from "../database/generated/client";

/** The fields that few links use. */
interface Extras {
  maxClicks: number | null;
  startsAt: Date | null;
  expiredUrl: string | null;
  ios: string | null;
  android: string | null;
  geo: CountryAddresses | null;
  domain: string | null;
  passwordHash: string | null;
  forwardQuery: boolean;
  forwardUtm: boolean;
  description: string | null;
  image: string | null;
}

type Row = Extras & {
  linkId: number;
  slug: string;
  url: string;
  title: string | null;
  enabled: boolean;
  expiresAt: Date | null;
  createdAt: Date;
  /** The alias by which it was found, if it was not found by its own slug. */
  alias?: string | null;
};

export interface Target extends Row {
  hasPassword: boolean;
  /** Has no extras, so visits need not check them. */
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

const columns = Prisma.raw(
  `l."id" AS "linkId", l."slug", l."url", l."title", l."enabled", l."expiresAt", l."createdAt", l."maxClicks", l."startsAt", l."expiredUrl",
   l."ios", l."android", l."geo", l."domain", l."passwordHash", l."forwardQuery", l."forwardUtm", l."description", l."image"`,
);

/**
 * Slugs missing in the result do not exist. One statement, so that a slug that becomes an alias
 * meanwhile is found.
 */
export async function findTargets(slugs: readonly string[]): Promise<Map<string, Target>> {
  const rows = await recordingDatabase().$queryRaw<Row[]>`
    SELECT ${columns}, NULL AS "alias" FROM "Link" l WHERE l."slug" = ANY(${slugs}::text[])
    UNION ALL
    SELECT ${columns}, a."slug" FROM "Alias" a JOIN "Link" l ON l."id" = a."linkId" WHERE a."slug" = ANY(${slugs}::text[])`;
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
    SELECT ${columns}, m."alias", m."key" FROM matching m JOIN "Link" l ON l."id" = m."linkId"`;
  return new Map(rows.map(({ key, ...row }) => [key, toTarget(row)]));
}

function toTarget(row: Row): Target {
  const { maxClicks, startsAt, expiredUrl, passwordHash, forwardQuery, description, image } = row;
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
    maxClicks,
    startsAt,
    expiredUrl,
    ios: row.ios,
    android: row.android,
    geo: row.geo,
    domain: row.domain,
    passwordHash,
    forwardQuery,
    forwardUtm: row.forwardUtm,
    description,
    image,
    hasPassword: passwordHash !== null,
    isPlain:
      !forwardQuery &&
      !hasRules(row) &&
      !(env().DOMAINS.size > 0 && isOwnAddress(row.url)) &&
      [maxClicks, startsAt, expiredUrl, passwordHash, description, image].every(
        (value) => value === null,
      ),
    isUsedUp: false,
  };
}

import { leftOut } from "../config/left-out";
import { isoDate } from "../core/day";
import { maintenanceDatabase } from "../database/client";
import { classifyVisitor } from "./describe/classify-visitor";
import { ownPart } from "./own-part";
import type { Visit } from "./visit";

/** A network that asks for more unknown slugs in a minute is trying them out. */
export const mostPerMinute = 5;
/** Slugs that are noted in memory until they are stored. Further ones are left out. */
const mostNoted = 1_000;
/** Slugs that are kept of a day. */
const mostOfDay = 500;
export const missedDays = 90;

interface Missed {
  day: string;
  slug: string;
  count: number;
  lastSeenAt: Date;
}

/** Noted in memory until they are stored, by day and slug. */
export const newMissedSlugs = () => new Map<string, Missed>();

const missedSlugs = () => ownPart().missedSlugs;

/**
 * Notes a visit to a slug that no link has, in memory, if it looks like a person's. Never throws.
 */
export function countMissed(visit: Visit): void {
  if (visit.method !== "GET" || !/^Mozilla\/5\.0 \(/.test(visit.header("user-agent") ?? "")) return;
  if (isScannerPath(visit.slug) || classifyVisitor(visit).uncounted) return;
  add({ day: isoDate(visit.at), slug: visit.slug, count: 1, lastSeenAt: visit.at });
}

function add(missed: Missed): void {
  const key = `${missed.day} ${missed.slug}`;
  const noted = missedSlugs();
  const known = noted.get(key);
  if (known) {
    known.count += missed.count;
    if (missed.lastSeenAt > known.lastSeenAt) known.lastSeenAt = missed.lastSeenAt;
  } else if (noted.size < mostNoted) noted.set(key, { ...missed });
  else leftOut().note("missed");
}

/** Stores what was noted. If that fails, it is kept for the next time. */
export async function storeMissed(): Promise<void> {
  const batch = [...missedSlugs().values()];
  missedSlugs().clear();
  if (batch.length === 0) return;
  try {
    await insert(batch);
  } catch (error) {
    for (const missed of batch) add(missed);
    throw error;
  }
  await trim(batch.map(({ day }) => day));
}

async function insert(batch: readonly Missed[]): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    INSERT INTO "MissedSlug" AS m ("day", "slug", "count", "lastSeenAt")
    SELECT t.* FROM unnest(
      ${batch.map(({ day }) => day)}::date[], ${batch.map(({ slug }) => slug)}::text[], ${batch.map(({ count }) => count)}::int[],
      ${batch.map(({ lastSeenAt }) => lastSeenAt.toISOString())}::timestamptz[]
    ) AS t("day", "slug", "count", "lastSeenAt")
    WHERE NOT EXISTS (SELECT FROM "IgnoredSlug" i WHERE i."slug" = t."slug")
    ORDER BY "day", "slug"
    ON CONFLICT ("day", "slug") DO UPDATE
    SET "count" = m."count" + excluded."count", "lastSeenAt" = greatest(m."lastSeenAt", excluded."lastSeenAt")`;
}

/**
 * Keeps the most asked for of each day, and of those the latest: guesses of a program give way to
 * what people ask for.
 */
async function trim(days: readonly string[]): Promise<void> {
  await maintenanceDatabase().$executeRaw`
    DELETE FROM "MissedSlug" m USING (
      SELECT "day", "slug", row_number() OVER (PARTITION BY "day" ORDER BY "count" DESC, "lastSeenAt" DESC, "slug") AS "place"
      FROM "MissedSlug" WHERE "day" = ANY (${days}::date[])
    ) p WHERE m."day" = p."day" AND m."slug" = p."slug" AND p."place" > ${mostOfDay}`;
}

/**
 * What programs ask any server for, in lower case and without `-` and `_`: admin pages, other
 * software, files of browsers.
 */
const names = new Set(
  `actuator admin administrator adminer api apiv1 appleappsiteassociation assets auth autodiscover aws backend backup backups bin boaform
  cgi cgibin cms config configs console cpanel cron css data database db debug developmentserver dns dnsquery docker drupal druid ecp elmah
  env error evox favicon fckeditor files ftp geoserver git gitlab gponform grafana graphql healthz hnap1 hudson icons images img include
  includes index invoker jenkins jmxconsole joomla js kibana laravel ldap lib log login logon logs magento mailman manage management
  manager mifs myadmin mysql nagios node old owa panel password php phpinfo phpmyadmin phpunit pma proxy rdweb
  remote remotelogin robots rss scripts sdk server serverinfo serverstatus setup shell signin sitemap sitecore solr sql sqladmin src ssh
  static storage struts swagger swaggerui sysadmin system telescope temp test testing tmp tomcat trace upload uploads user users v1 v2 var
  vendor version webadmin webdav webfig weblogic webmail wordpress wp www xampp xmlrpc zabbix`.split(
    /\s+/,
  ),
);

/** Whether a slug is one that scanners try. A person who mistyped a link hardly asks for it. */
export function isScannerPath(slug: string): boolean {
  return (
    /^wp[-_]|^nmaplowercheck|^odinhttpcall/i.test(slug) ||
    names.has(slug.toLowerCase().replace(/[-_]/g, ""))
  );
}

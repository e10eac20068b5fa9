import { domainToUnicode } from "node:url";
import type { HostPatterns } from "../core/allowed-hosts";
import { type DestinationRules, ruleFields } from "../core/destination-rules";
import { Prisma } from "../database/generated/client";

/** For queries of links with their rules. */
export const selectRules = Object.fromEntries(ruleFields.map((name) => [name, true])) as Readonly<
  Record<keyof DestinationRules, true>
>;

/** A query (destination, url) of the addresses of the rules of the link `l`. */
export const ruleAddresses = Prisma.sql`
  SELECT * FROM (VALUES ('ios', l."ios"), ('android', l."android")) AS platforms("destination", "url") WHERE "url" IS NOT NULL
  UNION ALL SELECT * FROM jsonb_each_text(l."geo")
  UNION ALL SELECT * FROM jsonb_each_text(l."languages")
  UNION ALL SELECT s."entry" ->> 'from', s."entry" ->> 'url' FROM jsonb_array_elements(l."schedule") AS s("entry")`;

/** Of a link `l`: two indexes have these. */
export const leadsByRules = Prisma.sql`(
  l."ios" IS NOT NULL OR l."android" IS NOT NULL OR l."geo" IS NOT NULL OR l."languages" IS NOT NULL OR l."schedule" IS NOT NULL
)`;

/** Whether an address of the link `l` is at a host that is not allowed: see `isAllowedHost`. */
export function leadsOutside(hosts: HostPatterns): Prisma.Sql {
  if (hosts.size === 0) return Prisma.sql`FALSE`;
  // Addresses are stored as they were given, in either spelling of a name.
  const spelled = [...hosts].flatMap((host) => [
    host,
    host.replace(/^[^*[]+|(?<=^\*\.).+/, domainToUnicode),
  ]);
  const names = spelled.filter((host) => !host.startsWith("*"));
  const endings = spelled
    .filter((host) => host.startsWith("*"))
    .map((host) => `%${host.slice(1).replaceAll("_", String.raw`\_`)}`);
  const isOutside = (address: Prisma.Sql) => {
    const host = Prisma.sql`rtrim(lower(normalize(substring(${address} FROM '^[^/]*//(\\[[^]]*]|[^/?#:]*)'), NFKC)), '.')`;
    return Prisma.sql`(${address} ~* '^https?://' AND NOT (${host} = ANY(${names}::text[]) OR ${host} LIKE ANY(${endings}::text[])))`;
  };
  return Prisma.sql`(
    ${isOutside(Prisma.sql`l."url"`)} OR ${isOutside(Prisma.sql`l."expiredUrl"`)}
    OR ${leadsByRules} AND EXISTS (SELECT FROM (${ruleAddresses}) r WHERE ${isOutside(Prisma.sql`r."url"`)})
  )`;
}

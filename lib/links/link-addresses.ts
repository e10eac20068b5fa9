import { type DestinationRules, ruleFields } from "../core/destination-rules";
import { type HostPatterns, hostOfAddress, isAllowedHost } from "../core/hosts";
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

/** As it is spelled, which is how `hostOfAddress` has it unless it is `unusual`. */
const hostIn = (address: Prisma.Sql) =>
  Prisma.sql`rtrim(lower(substring(${address} FROM '^[^/]*//(\\[[^]]*]|[^/?#:]*)')), '.')`;
/** Encoded, beyond ASCII or an IP address. */
const unusual = Prisma.sql`'[^a-z0-9._-]|(^|\\.)([0-9]+|0x[0-9a-f]*)$'`;
const onWeb = (address: Prisma.Sql) => Prisma.sql`${address} ~* '^https?://'`;
const allAddresses = Prisma.sql`SELECT l."url" UNION ALL SELECT l."expiredUrl" UNION ALL SELECT "url" FROM (${ruleAddresses}) r`;

/**
 * Whether an address of the link `l` is at a host that is not allowed: see `isAllowedHost`. Reads
 * every link.
 */
export async function leadsOutside(
  reader: Pick<Prisma.TransactionClient, "$queryRaw">,
  hosts: HostPatterns,
): Promise<Prisma.Sql> {
  if (hosts.size === 0) return Prisma.sql`FALSE`;
  // Addresses are stored as they were given, in any spelling of a host.
  const spelled = await reader.$queryRaw<{ host: string }[]>`
    SELECT DISTINCT h."host" FROM "Link" l CROSS JOIN LATERAL (${allAddresses}) a
    CROSS JOIN LATERAL (SELECT ${hostIn(Prisma.sql`a."url"`)} AS "host") h
    WHERE ${onWeb(Prisma.sql`a."url"`)} AND h."host" ~ ${unusual}`;
  const names = spelled
    .map(({ host }) => host)
    .filter((host) => isAllowedHost(hostOfAddress(`http://${host}/`) ?? "", hosts))
    .concat([...hosts]);
  const endings = [...hosts]
    .filter((host) => host.startsWith("*"))
    .map((host) => `%${host.slice(1).replaceAll("_", String.raw`\_`)}`);
  const isOutside = (address: Prisma.Sql) => {
    const host = hostIn(address);
    return Prisma.sql`(${onWeb(address)} AND NOT (${host} = ANY(${names}::text[]) OR ${host} LIKE ANY(${endings}::text[])))`;
  };
  return Prisma.sql`(
    ${isOutside(Prisma.sql`l."url"`)} OR ${isOutside(Prisma.sql`l."expiredUrl"`)}
    OR ${leadsByRules} AND EXISTS (SELECT FROM (${ruleAddresses}) r WHERE ${isOutside(Prisma.sql`r."url"`)})
  )`;
}

import type { CountryAddresses } from "../core/destination-rules";
import { byTagName } from "../core/tag";
import type { Prisma } from "../database/generated/client";

/**
 * A link as the API returns it and the dashboard shows it: docs/api-contract.md, Link. Timestamps
 * are ISO 8601 UTC.
 */
export interface Link extends Partial<Extras> {
  id: number;
  slug: string;
  url: string;
  shortUrl: string;
  title: string | null;
  enabled: boolean;
  clickCount: number;
  lastClickedAt: string | null;
  botHitCount: number;
  ogFetchFailCount: number;
  expiresAt: string | null;
  createdAt: string;
  updatedAt: string;
  /**
   * Names, in alphabetical order. Left out, like `note`, of a link that has neither: then it is
   * that of the contract.
   */
  tags?: string[];
  note?: string | null;
  /** Further slugs, in alphabetical order. Left out of a link that has none. */
  aliases?: string[];
}

/** Fields that few links have. Each is left out while it is unset. */
interface Extras {
  maxClicks: number | null;
  startsAt: string | null;
  expiredUrl: string | null;
  ios: string | null;
  android: string | null;
  geo: CountryAddresses | null;
  /** The further host at which it is shared. Copies and QR codes fall back while DOMAINS does not list it. */
  domain: string | null;
  hasPassword: boolean;
  forwardQuery: boolean;
  forwardUtm: boolean;
  description: string | null;
  image: string | null;
}

export const unsetExtras: Readonly<Extras> = {
  maxClicks: null,
  startsAt: null,
  expiredUrl: null,
  ios: null,
  android: null,
  geo: null,
  domain: null,
  hasPassword: false,
  forwardQuery: false,
  forwardUtm: false,
  description: null,
  image: null,
};

/** What a link has in the fields that its answers leave out while they are unset. */
export function withUnset<Shown extends Partial<Link>>(link: Shown) {
  return { tags: [], note: null, aliases: [], ...unsetExtras, ...link };
}

const extraNames = Object.keys(unsetExtras) as (keyof Extras)[];

/** What a bulk action needs to know of a link. */
export type LinkRef = Pick<Link, "id" | "slug" | "enabled" | "expiresAt" | "clickCount">;

/** The relation that every query for links must load. */
export const linkInclude = { totals: true } satisfies Prisma.LinkInclude;

export type StoredLink = Prisma.LinkGetPayload<{ include: typeof linkInclude }>;

/** Built from the configured base URL, never from a request. */
export function shortUrlOf(slug: string, baseUrl: string): string {
  return `${baseUrl}/${slug}`;
}

export function toLink(row: StoredLink, baseUrl: string): Link {
  const tags = row.totals?.tags.toSorted(byTagName) ?? [];
  const aliases = row.totals?.aliases.toSorted() ?? [];
  return {
    id: row.id,
    slug: row.slug,
    url: row.url,
    shortUrl: shortUrlOf(row.slug, baseUrl),
    title: row.title,
    enabled: row.enabled,
    clickCount: Number(row.totals?.clickCount ?? 0),
    lastClickedAt: row.totals?.lastClickedAt?.toISOString() ?? null,
    botHitCount: Number(row.totals?.botHitCount ?? 0),
    ogFetchFailCount: row.totals?.ogFetchFailCount ?? 0,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(tags.length > 0 || row.note !== null ? { tags, note: row.note } : {}),
    ...(aliases.length > 0 ? { aliases } : {}),
    ...setExtras(row),
  };
}

function setExtras({ startsAt, passwordHash, ...row }: StoredLink): Partial<Extras> {
  const extras: Record<keyof Extras, unknown> = {
    ...row,
    startsAt: startsAt?.toISOString() ?? null,
    hasPassword: passwordHash !== null,
  };
  return Object.fromEntries(
    extraNames.flatMap((name) =>
      extras[name] === unsetExtras[name] ? [] : [[name, extras[name]]],
    ),
  );
}

/** The fields beyond the contract that a request may name. */
type Asked = Partial<
  Record<
    keyof Extras | "tags" | "note" | "aliases" | "keepOldSlug" | "password" | "passwordHash",
    unknown
  >
>;

/**
 * The answer to a request: one that names tags or a note gets both, even if there are none, and
 * what else it names.
 */
export function answerTo(asked: Asked, link: Link): Link {
  const setsPassword = asked.password !== undefined || asked.passwordHash !== undefined;
  const names = extraNames.filter((name) =>
    name === "hasPassword" ? setsPassword : asked[name] !== undefined,
  );
  const extras = Object.fromEntries(names.map((name) => [name, link[name] ?? unsetExtras[name]]));
  const isNoted = asked.tags !== undefined || asked.note !== undefined;
  const isNamed = asked.aliases !== undefined || asked.keepOldSlug !== undefined;
  if (!isNoted && !isNamed && names.length === 0) return link;
  return {
    ...link,
    ...(isNoted ? { tags: link.tags ?? [], note: link.note ?? null } : {}),
    ...(isNamed ? { aliases: link.aliases ?? [] } : {}),
    ...extras,
  };
}

/** What is set of the fields that few links have. */
export function extrasOf(link: Link): Partial<Extras> {
  return Object.fromEntries(
    extraNames.flatMap((name) =>
      (link[name] ?? unsetExtras[name]) === unsetExtras[name] ? [] : [[name, link[name]]],
    ),
  );
}

import { shortUrlOf } from "../core/slug";
import { byTagName } from "../core/tag";
import type { Prisma } from "../database/generated/client";
import {
  extraColumns,
  type LinkColumn,
  type LinkExtras,
  type LinkField,
  unsetExtras,
} from "./fields";

/**
 * A link as the API returns it and the dashboard shows it: docs/api-contract.md, Link. Timestamps
 * are ISO 8601 UTC.
 */
export interface Link extends Partial<LinkExtras> {
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

/** What a link has in the fields that its answers leave out while they are unset. */
export function withUnset<Shown extends Partial<Link>>(link: Shown) {
  return { tags: [], note: null, aliases: [], ...unsetExtras, ...link };
}

/** What a bulk action needs to know of a link. */
export type LinkRef = Pick<Link, "id" | "slug" | "enabled" | "expiresAt" | "clickCount">;

/** The relation that every query for links must load. */
export const linkInclude = { totals: true } satisfies Prisma.LinkInclude;

export type StoredLink = Prisma.LinkGetPayload<{ include: typeof linkInclude }>;

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

function setExtras(row: StoredLink): Partial<LinkExtras> {
  const extras: Record<string, unknown> = {};
  for (const { name, type, shown, isSecret, unset } of extraColumns) {
    const value = row[name];
    if (value !== unset)
      extras[shown] = isSecret || (type === "timestamptz" ? (value as Date).toISOString() : value);
  }
  return extras;
}

/** The fields that a request may name. */
type Asked = Partial<Record<LinkField | LinkColumn | "keepOldSlug", unknown>>;

/**
 * The answer to a request: one that names tags or a note gets both, even if there are none, and
 * what else it names.
 */
export function answerTo(asked: Asked, link: Link): Link {
  const named = extraColumns.filter(
    ({ field, name }) => asked[field] !== undefined || asked[name] !== undefined,
  );
  const extras = named.map(({ shown }) => [shown, link[shown] ?? unsetExtras[shown]]);
  const isNoted = asked.tags !== undefined || asked.note !== undefined;
  const isNamed = asked.aliases !== undefined || asked.keepOldSlug !== undefined;
  if (!isNoted && !isNamed && named.length === 0) return link;
  return {
    ...link,
    ...(isNoted ? { tags: link.tags ?? [], note: link.note ?? null } : {}),
    ...(isNamed ? { aliases: link.aliases ?? [] } : {}),
    ...Object.fromEntries(extras),
  };
}

/** What is set of the fields that few links have. */
export function extrasOf(link: Link): Partial<LinkExtras> {
  return Object.fromEntries(
    extraColumns.flatMap(({ shown }) =>
      (link[shown] ?? unsetExtras[shown]) === unsetExtras[shown] ? [] : [[shown, link[shown]]],
    ),
  );
}

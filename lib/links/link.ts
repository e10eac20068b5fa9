import { byTagName } from "../core/tag";
import type { Prisma } from "../database/generated/client";

/** A link as the API returns it and the dashboard shows it: docs/api-contract.md, Link. Timestamps are ISO 8601 UTC. */
export interface Link {
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
  /** Names, in alphabetical order. Left out, like `note`, of a link that has neither: then it is that of the contract. */
  tags?: string[];
  note?: string | null;
}

/** What a bulk action needs to know of a link. */
export type LinkRef = Pick<Link, "slug" | "enabled" | "expiresAt" | "clickCount">;

/** The relations that every query for links must load. */
export const linkInclude = { totals: true, tags: { select: { tag: { select: { name: true } } } } } satisfies Prisma.LinkInclude;

export type LinkRow = Prisma.LinkGetPayload<{ include: typeof linkInclude }>;

/** Built from the configured base URL, never from a request. */
export function shortUrlOf(slug: string, baseUrl: string): string {
  return `${baseUrl}/${slug}`;
}

export function toLink(row: LinkRow, baseUrl: string): Link {
  const tags = row.tags.map(({ tag }) => tag.name).sort(byTagName);
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
  };
}

/** The answer to a request: one that names tags or a note gets both, even if there are none. */
export function answerTo(asked: { tags?: unknown; note?: unknown }, link: Link): Link {
  if (asked.tags === undefined && asked.note === undefined) return link;
  return { ...link, tags: link.tags ?? [], note: link.note ?? null };
}

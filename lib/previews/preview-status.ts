import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { linkNotFound } from "../links/link-errors";
import type { PreviewCard } from "./read-card";
import type { PreviewTarget } from "./refresh-preview";
import { findStoredPreview } from "./stored-preview";

/** How the preview of a link's destination stands. Timestamps are ISO 8601 UTC. */
export interface PreviewStatus {
  /** The last card that could be read, also while the destination cannot be read any more; null when there never was one. */
  card: PreviewCard | null;
  cardReadAt: string | null;
  /** The last try, whatever came of it; null before the first. */
  lastCheckAt: string | null;
  /** Why the last try failed, as a sentence; null when it worked or nothing was tried. */
  lastReason: string | null;
  failingSince: string | null;
  failCount: number;
}

/** The links whose destination could not be read when it was last tried, as a condition of a query. */
export const isPreviewFailing = { preview: { failingSince: { not: null } } } satisfies Prisma.LinkWhereInput;

/** Throws `not_found`. */
export async function getPreviewStatus(slug: string): Promise<PreviewStatus> {
  const stored = await findStoredPreview((await getPreviewTarget(slug)).linkId);
  return {
    card: stored?.card ?? null,
    cardReadAt: stored?.fetchedAt?.toISOString() ?? null,
    lastCheckAt: stored?.checkedAt?.toISOString() ?? null,
    lastReason: stored?.failReason ?? null,
    failingSince: stored?.failingSince?.toISOString() ?? null,
    failCount: stored?.failCount ?? 0,
  };
}

/** Throws `not_found`. */
export async function getPreviewTarget(slug: string): Promise<PreviewTarget> {
  const link = await database().link.findUnique({ where: { slug }, select: { id: true, url: true } });
  if (!link) throw linkNotFound(slug);
  return { linkId: link.id, url: link.url };
}

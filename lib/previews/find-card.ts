import { log } from "../config/log";
import { dayMs } from "../core/day";
import { withDeadline } from "../core/deadline";
import { errorText } from "../core/errors";
import { databaseHealth } from "../database/database-health";
import { ownPart } from "./own-part";
import type { PreviewCard } from "./read-card";
import { type PreviewTarget, refreshPreview } from "./refresh-preview";
import { findStoredPreview, type StoredPreview } from "./stored-preview";

/** How long a preview bot waits at most. */
const limitMs = 2_000;

/**
 * The preview of a link's destination for a preview bot, or null if there is none yet. A stale card
 * is refreshed in the background; only a missing one is awaited. Never throws, because a link can
 * show a preview by its title alone.
 */
export async function findCard(target: PreviewTarget, at: Date): Promise<PreviewCard | null> {
  if (databaseHealth("previews").isUnavailable()) return null;
  try {
    return await withDeadline(cardOf(target, at), limitMs);
  } catch (error) {
    tell(error);
    return null;
  }
}

async function cardOf(target: PreviewTarget, at: Date): Promise<PreviewCard | null> {
  const stored = await lookUp(target.linkId);
  if (!isPreviewDue(stored, at)) return stored?.card ?? null;
  const refreshing = refreshPreview(target, () => new Date(), stored?.checkedAt ?? null);
  if (!stored?.card) return (await refreshing)?.card ?? null;
  refreshing.catch(tell);
  return stored.card;
}

/** Those that run, by link. */
export const newPreviewLookups = () => new Map<number, Promise<StoredPreview | null>>();

/**
 * Preview bots come in bursts right after a link is shared, so concurrent lookups share one query.
 */
function lookUp(linkId: number): Promise<StoredPreview | null> {
  const known = ownPart().lookups;
  const lookingUp = known.get(linkId);
  if (lookingUp) return lookingUp;
  const lookup = findStoredPreview(linkId).finally(() => known.delete(linkId));
  lookup.catch(() => databaseHealth("previews").markFailed());
  known.set(linkId, lookup);
  return lookup;
}

function tell(error: unknown): void {
  log().debug({ reason: errorText(error) }, "served a link card without a fresh preview");
}

const firstPauseMs = 2_000;

/**
 * Whether a preview bot's visit should refresh the preview: never tried, or the card is older than
 * a day. After failures the retry delay doubles from two seconds to a day, so that visits cannot
 * overload a failing server.
 */
export function isPreviewDue(
  preview: Pick<StoredPreview, "checkedAt" | "failCount"> | null,
  now: Date,
): boolean {
  if (!preview?.checkedAt) return true;
  const pauseMs =
    preview.failCount === 0 ? dayMs : Math.min(dayMs, firstPauseMs * 2 ** (preview.failCount - 1));
  return now.getTime() - preview.checkedAt.getTime() >= pauseMs;
}

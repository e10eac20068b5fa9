import { log } from "../config/log";
import { withDeadline } from "../core/deadline";
import { databaseHealth } from "../database/database-health";
import { isPreviewDue } from "./preview-due";
import type { PreviewCard } from "./read-card";
import { type PreviewTarget, refreshPreview } from "./refresh-preview";
import { findStoredPreview, type StoredPreview } from "./stored-preview";

/** A crawler waits so long at most. */
const limitMs = 2_000;

/**
 * The card of a link's destination for an unfurler, or null when there is none yet. A card that is due is read again
 * behind the answer; only a first one is waited for. Never throws: a link unfurls by its title alone, too.
 */
export async function findCard(target: PreviewTarget, at: Date): Promise<PreviewCard | null> {
  if (databaseHealth().isAway()) return null;
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

const lookups = new Map<number, Promise<StoredPreview | null>>();

/** Crawlers come in swarms, right after a link was shared: those of one moment share one query. */
function lookUp(linkId: number): Promise<StoredPreview | null> {
  const running = lookups.get(linkId);
  if (running) return running;
  const lookup = findStoredPreview(linkId).finally(() => lookups.delete(linkId));
  lookups.set(linkId, lookup);
  return lookup;
}

function tell(error: unknown): void {
  log().debug({ reason: error instanceof Error ? error.message : "unknown" }, "a link unfurled without a fresh preview");
}

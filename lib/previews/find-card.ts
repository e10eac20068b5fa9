import { withDeadline } from "../database/deadline";
import { log } from "../log";
import { isPreviewDue } from "./preview-due";
import type { PreviewCard } from "./read-card";
import { type PreviewTarget, refreshPreview } from "./refresh-preview";
import { findStoredPreview } from "./stored-preview";

/** A crawler waits this long for what is stored, and this long for a first card. */
const storedLimitMs = 250;
const firstLimitMs = 2_000;

/**
 * The card of a link's destination for an unfurler, or null when there is none yet. A card that is due is read again
 * behind the answer; only a first one is waited for. Never throws: a link unfurls by its title alone, too.
 */
export async function findCard(target: PreviewTarget, at: Date): Promise<PreviewCard | null> {
  try {
    const stored = await withDeadline(findStoredPreview(target.linkId), storedLimitMs);
    if (!isPreviewDue(stored, at)) return stored?.card ?? null;
    const refreshing = refreshPreview(target, () => new Date(), stored?.checkedAt ?? null);
    if (stored?.card) {
      refreshing.catch(tell);
      return stored.card;
    }
    await withDeadline(refreshing, firstLimitMs);
    return (await withDeadline(findStoredPreview(target.linkId), storedLimitMs))?.card ?? null;
  } catch (error) {
    tell(error);
    return null;
  }
}

function tell(error: unknown): void {
  log().debug({ reason: error instanceof Error ? error.message : "unknown" }, "a link unfurled without a fresh preview");
}

import { dayMs } from "../core/day";
import type { StoredPreview } from "./stored-preview";

const firstPauseMs = 2_000;

/**
 * Whether an unfurl is a reason to read the destination again: never tried, or a card older than a day. After a failure
 * the pause doubles with each further one, from two seconds to a day, so that nobody can make us hammer a server in trouble.
 */
export function isPreviewDue(preview: Pick<StoredPreview, "checkedAt" | "failCount"> | null, now: Date): boolean {
  if (!preview?.checkedAt) return true;
  const pauseMs = preview.failCount === 0 ? dayMs : Math.min(dayMs, firstPauseMs * 2 ** (preview.failCount - 1));
  return now.getTime() - preview.checkedAt.getTime() >= pauseMs;
}

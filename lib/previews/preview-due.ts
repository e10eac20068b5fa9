import { dayMs } from "../core/day";
import type { StoredPreview } from "./stored-preview";

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

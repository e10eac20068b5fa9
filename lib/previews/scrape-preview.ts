import { isNamed, SluglineError } from "../core/errors";
import { getPreviewStatus, getPreviewTarget, type PreviewStatus } from "./preview-status";
import { refreshPreview } from "./refresh-preview";
import type { ScrapeQueueFullError } from "./scrape-queue";

/**
 * Reads a link's destination on the owner's request and returns the preview's state. A failed read
 * is a result too. Takes up to 5 s. Throws `not_found`, or `unavailable` if the queue is full.
 */
export async function scrapePreview(slug: string): Promise<PreviewStatus> {
  try {
    await refreshPreview(await getPreviewTarget(slug), () => new Date());
  } catch (error) {
    if (!isNamed<ScrapeQueueFullError>(error, "ScrapeQueueFullError")) throw error;
    throw new SluglineError("unavailable", error.message);
  }
  return getPreviewStatus(slug);
}

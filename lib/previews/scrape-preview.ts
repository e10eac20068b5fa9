import { SluglineError } from "../core/errors";
import { getPreviewStatus, getPreviewTarget, type PreviewStatus } from "./preview-status";
import { refreshPreview } from "./refresh-preview";
import { ScrapeQueueFullError } from "./scrape-queue";

/**
 * Reads the destination of a link now, on the owner's demand, and answers how its preview stands then; a destination that
 * cannot be read is an answer, too. Takes up to 5 s. Throws `not_found`, or `unavailable` when too many are being read.
 */
export async function scrapePreview(slug: string): Promise<PreviewStatus> {
  try {
    await refreshPreview(await getPreviewTarget(slug), () => new Date());
  } catch (error) {
    if (!(error instanceof ScrapeQueueFullError)) throw error;
    throw new SluglineError("unavailable", error.message);
  }
  return getPreviewStatus(slug);
}

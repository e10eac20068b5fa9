import { isNamed, SluglineError } from "../core/errors";
import { uncounted } from "../database/in-transaction";
import { getPreviewStatus, getPreviewTarget, type PreviewStatus } from "./preview-status";
import { refreshPreview } from "./refresh-preview";
import { checkRule } from "./rule-checks";
import type { ScrapeQueueFullError } from "./scrape-queue";

/**
 * Reads a link's destination, and the addresses of its rules, on the owner's request and returns the
 * preview's state. A failed read is a result too. Takes up to 5 s. Throws `not_found`, or `unavailable` if the queue is full.
 */
export async function scrapePreview(slug: string): Promise<PreviewStatus> {
  try {
    const { rules, ...target } = await getPreviewTarget(slug);
    const now = () => new Date();
    await uncounted(() =>
      Promise.all([refreshPreview(target, now), ...rules.map((rule) => checkRule(rule, now))]),
    );
  } catch (error) {
    if (!isNamed<ScrapeQueueFullError>(error, "ScrapeQueueFullError")) throw error;
    throw new SluglineError("unavailable", "serverIsBusy");
  }
  return getPreviewStatus(slug);
}

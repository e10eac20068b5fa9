import { env } from "../config/env";
import { log } from "../config/log";
import { type PreviewTarget, refreshPreview } from "./refresh-preview";

/**
 * Reads a new destination in the background if SCRAPE_ON_CREATE is set. The preview of the one
 * before is deleted by prisma/rules/previews.sql.
 */
export function scrapeNewDestination(target: PreviewTarget): void {
  if (!env().SCRAPE_ON_CREATE) return;
  refreshPreview(target, () => new Date(), null).catch((error: Error) => {
    log().warn({ reason: error.message }, "the preview of a new destination could not be read");
  });
}

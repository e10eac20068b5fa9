import { env } from "../config/env";
import { log } from "../config/log";
import { type PreviewTarget, refreshPreview } from "./refresh-preview";

/** Reads a destination that a link has just got, behind the answer, where SCRAPE_ON_CREATE asks for it. */
export function scrapeNewDestination(target: PreviewTarget): void {
  if (!env().SCRAPE_ON_CREATE) return;
  refreshPreview(target, () => new Date(), null).catch((error: Error) => {
    log().warn({ reason: error.message }, "the preview of a new destination could not be read");
  });
}

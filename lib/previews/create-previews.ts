import { PreviewLookups } from "./find-card";
import { LivePreviews } from "./live-preview";
import { newPreviewImages } from "./preview-image";
import { PreviewRefreshes } from "./refresh-preview";
import { newScrapeQueue } from "./scrape-destination";

/** Reads of destinations under way, and what they brought. */
export function createPreviews() {
  return {
    queue: newScrapeQueue(),
    lookups: new PreviewLookups(),
    refreshes: new PreviewRefreshes(),
    live: new LivePreviews(),
    images: newPreviewImages(),
  };
}

declare module "../config/running" {
  interface Parts {
    previews: ReturnType<typeof createPreviews>;
  }
}

import { newDomainHealth } from "./domain-health";
import { newPreviewLookups } from "./find-card";
import { newIconReads } from "./host-icons";
import { newLivePreviews } from "./live-preview";
import { newPreviewImages } from "./preview-image";
import { newPreviewRefreshes } from "./refresh-preview";
import { newScrapeQueue } from "./scrape-turn";

/** Reads of destinations under way, and what they brought. */
export function createPreviewsPart() {
  return {
    queue: newScrapeQueue(),
    lookups: newPreviewLookups(),
    refreshes: newPreviewRefreshes(),
    live: newLivePreviews(),
    images: newPreviewImages(),
    icons: newIconReads(),
    domainHealth: newDomainHealth(),
  };
}

declare module "../config/running" {
  interface Parts {
    previews: ReturnType<typeof createPreviewsPart>;
  }
}

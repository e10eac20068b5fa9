import type { Base } from "../config/base";
import { newDomainHealth } from "./domain-health";
import { newPreviewLookups } from "./find-card";
import { newIconReads } from "./host-icons";
import { newLivePreviews } from "./live-preview";
import { newPreviewImages } from "./preview-image";
import { newPreviewRefreshes } from "./refresh-preview";
import { publicWeb } from "./scrape-policy";
import { newScrapeQueue } from "./scrape-turn";

/** Reads of destinations under way, and what they brought. */
export function createPreviewsPart({ config }: Base) {
  return {
    /** What may be read. */
    policy: publicWeb(config, config.SCRAPE_ALLOW_HOSTS),
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

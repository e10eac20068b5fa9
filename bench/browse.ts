import { getInstantLinkReport } from "../lib/stats/link-report";
import { statisticsQuery, statsQuerySchema } from "../lib/stats/query";

/** Runs what only pages show inside the benchmark process, because they need a signed-in owner. */
export { closeDatabase, useDatabase } from "../lib/database/client";
export { browseLinks } from "../lib/stats/browse-links";

/** What the page of a link shows at once of a filtered report. */
export function readInstant(slug: string, parameters: Record<string, unknown>) {
  return getInstantLinkReport(slug, statisticsQuery(statsQuerySchema.parse(parameters), new Date()));
}

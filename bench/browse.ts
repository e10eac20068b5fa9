import { readEnv } from "../lib/config/env";
import { createService } from "../lib/service/service";
import { statisticsQuery, statsQuerySchema } from "../lib/stats/query/query";
import { getInstantLinkReport } from "../lib/stats/report/link-report";

/** Runs what only pages show inside the benchmark process, because they need a signed-in owner. */
export { browseLinks } from "../lib/stats/list/browse-links";

/** Stop it at the end. */
export function openService(url: string) {
  const service = createService(readEnv());
  service.useDatabase(url);
  return service;
}

/** What the page of a link shows at once of a filtered report. */
export function readInstant(slug: string, parameters: Record<string, unknown>) {
  const now = new Date();
  return getInstantLinkReport(slug, statisticsQuery(statsQuerySchema.parse(parameters), now), now);
}

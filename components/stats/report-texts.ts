import type { Folder } from "@/lib/texts/translator";

/** What the client components of a page with a report say. */
export const reportTexts: readonly Folder[] = [
  "stats.breakdown",
  "stats.chart",
  "stats.clicks",
  "stats.delta",
  "stats.export",
  "stats.labels",
  "stats.live",
  "stats.scope",
];

/** The same of the panel of a link in the list. */
export const peekTexts: readonly Folder[] = ["stats.chart", "stats.delta", "stats.ranges"];

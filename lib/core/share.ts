/**
 * What a share page may show beside the totals and the chart, in this order. `comparison`: their
 * change since the period before.
 */
export const shareCards = [
  "channels",
  "links",
  "countries",
  "devices",
  "referrers",
  "cities",
  "campaigns",
  "languages",
  "comparison",
] as const;

export type ShareCard = (typeof shareCards)[number];

/**
 * Without a choice. Referrers and cities say most about single people, and a comparison speaks of
 * other days than the page.
 */
export const usualCards: readonly ShareCard[] = shareCards.filter(
  (card) => card !== "referrers" && card !== "cities" && card !== "comparison",
);

const path = /^\/dashboard\/share\/[^/?]+(?:\/csv)?\/?(?:\?|$)/;

/** Whether a path, with or without a query, is that of a share page or of its file. */
export function isSharePath(pathOrTarget: string): boolean {
  return path.test(pathOrTarget);
}

/** `address`: the secret part, which is all that lets somebody in. */
export function sharePathOf(address: string): string {
  return `/dashboard/share/${address}`;
}

import { type LinkState, linkState } from "@/lib/links/link-state";
import type { PreviewCard } from "@/lib/previews/read-card";

const reasons: Record<LinkState, string | null> = {
  disabled: "Apps show no preview while the link is disabled",
  expired: "Apps show no preview once the link has expired",
  usedUp: "Apps show no preview once the link is used up",
  scheduled: "Apps show no preview before the start date",
  protected: "Apps show no preview while the link has a password",
  active: null,
};

/** Why preview bots get no card of a link; null if they do. */
export function noCard(link: Parameters<typeof linkState>[0], now: Date): string | null {
  return reasons[linkState(link, now)];
}

/**
 * What a card says of the destination. Only clicks learn the destination of a link with a maximum,
 * so its card has what the link itself has.
 */
export function destinationCard(
  { maxClicks }: { maxClicks?: number | null | undefined },
  card: PreviewCard | null,
): PreviewCard {
  return maxClicks != null || card === null ? emptyCard : card;
}

export const limitedNote = "With a click limit, apps show nothing of the destination";

export const emptyCard: PreviewCard = {
  title: null,
  description: null,
  image: null,
  siteName: null,
};

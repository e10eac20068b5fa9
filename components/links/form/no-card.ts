import { linkState } from "@/lib/links/link-state";
import type { PreviewCard } from "@/lib/previews/read-card";
import type { Texts } from "@/lib/texts/translator";

/** Why preview bots get no card of a link; null if they do. */
export function noCard(
  link: Parameters<typeof linkState>[0],
  now: Date,
  t: Texts<"form">,
): string | null {
  const state = linkState(link, now);
  if (state === "active") return null;
  return t(state === "protected" ? "noCard.protected" : "noCard.inactive");
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

export const emptyCard: PreviewCard = {
  title: null,
  description: null,
  image: null,
  siteName: null,
};

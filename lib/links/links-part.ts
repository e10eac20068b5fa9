import type { Base } from "../config/base";
import { running } from "../config/running";
import { RoundSize } from "../core/round-size";
import { afterCommit } from "../database/in-transaction";

interface NewDestination {
  linkId: number;
  url: string;
}

/**
 * `onNewDestination`: called when a link that leads somewhere new is stored, if anybody wants to
 * know. Previews are a layer above links, so the service passes it in.
 */
export function createLinksPart(
  { config, settings }: Base,
  onNewDestination: ((destination: NewDestination) => void) | null,
) {
  // Rows per statement of `remove-history.ts`: statements are short even for links with many clicks.
  return { config, settings, onNewDestination, removalPortion: new RoundSize(500, 10_000) };
}

/** Whatever stores or shows a link needs it. */
export const ownPart = () => running().links;

/** What destinations may be, and whether the case of slugs matters. */
export const linkSettings = () => ownPart().settings;

export function announceDestination(destination: NewDestination): void {
  const { onNewDestination } = ownPart();
  if (onNewDestination) afterCommit(() => onNewDestination(destination));
}

declare module "../config/running" {
  interface Parts {
    links: ReturnType<typeof createLinksPart>;
  }
}

import type { Base } from "../config/base";
import type { Listener } from "./new-destination";
import { newRemovalPortion } from "./remove-history";

/** `onNewDestination`: called when a link that leads somewhere new is stored. */
export function createLinksPart({ config }: Base, onNewDestination: Listener) {
  return { config, onNewDestination, removalPortion: newRemovalPortion() };
}

declare module "../config/running" {
  interface Parts {
    links: ReturnType<typeof createLinksPart>;
  }
}

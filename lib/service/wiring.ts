import { onNewDestination } from "../links/new-destination";
import { scrapeNewDestination } from "../previews/scrape-new-destination";

/** Ties together what the layers must not know of each other. Called once in each thread that changes links. */
export function wireLayers(): void {
  onNewDestination(scrapeNewDestination);
}

import { onNewDestination } from "../links/new-destination";
import { scrapeNewDestination } from "../previews/scrape-new-destination";

/** Connects layers that must not import each other. Called once in each thread that changes links. */
export function wireLayers(): void {
  onNewDestination(scrapeNewDestination);
}
